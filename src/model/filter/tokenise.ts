// Splits a filter text into tokens. Every character is in a token or is a space; nothing is rejected here.

import { isNumeric, KEY_SPELLINGS, specOf } from './keys.ts';
import { isQuote, isSpace, scanBare, scanListed, scanQuoted, type Word } from './scan-word.ts';

interface Placed {
  readonly from: number;
  readonly to: number;
}

/** A value of a term, with the comparison written before it. */
export interface ValueToken extends Placed {
  readonly op: string;
  readonly word: Word;
}

export interface TermToken extends Placed {
  readonly type: 'term';
  readonly key: Placed & { readonly name: string };
  readonly values: readonly ValueToken[];
}

export interface RegexToken extends Placed {
  readonly type: 'regex';
  readonly source: string;
  readonly flags: string;
}

export type Token =
  | (Placed & { readonly type: 'open' | 'close' | 'or' | 'and' | 'not' })
  | (Placed & { readonly type: 'text'; readonly word: Word })
  | RegexToken
  | TermToken;

const OPERATORS: Readonly<Record<string, 'or' | 'and' | 'not'>> = { OR: 'or', AND: 'and', NOT: 'not' };
const COMPARISON = /^(?:>=|<=|!=|==|>|<|=|≥|≤|≠)/;

/** Comparisons as they may be written → their meaning. */
export const COMPARISON_SPELLINGS: Readonly<Record<string, '=' | '!=' | '>' | '>=' | '<' | '<='>> = {
  '=': '=',
  '==': '=',
  '!=': '!=',
  '≠': '!=',
  '>': '>',
  '>=': '>=',
  '≥': '>=',
  '<': '<',
  '<=': '<=',
  '≤': '<=',
};

function endsHere(text: string, at: number): boolean {
  const char = text[at];
  return char === undefined || isSpace(char) || char === ')';
}

/** A regular expression between slashes, if one begins here; `/usr/lib/x` is not one. */
function scanRegex(text: string, from: number): RegexToken | undefined {
  let inClass = false;
  for (let at = from + 1; at < text.length; at++) {
    const char = text[at];
    if (char === '\\') at++;
    else if (char === '[') inClass = true;
    else if (char === ']') inClass = false;
    else if (char === '/' && !inClass) {
      if (at === from + 1) return undefined;
      const flags = /^[gimsu]*/.exec(text.slice(at + 1, at + 7))?.[0] ?? '';
      const to = at + 1 + flags.length;
      if (!endsHere(text, to)) return undefined;
      const sorted = `${flags.includes('i') ? 'i' : ''}${flags.includes('s') ? 's' : ''}`;
      return { type: 'regex', from, to, source: text.slice(from + 1, at), flags: sorted };
    }
  }
  return undefined;
}

/** Where the values of a term begin, if the word is one: `key:…`, or `key>…` for keys that are numbers. */
function scanKey(text: string, from: number): { name: string; keyTo: number; valuesFrom: number } | undefined {
  const match = /^([A-Za-z][A-Za-z_-]*)(:|[<>=!≥≤≠]=?)/.exec(text.slice(from, from + 64));
  const [, name, sign] = match ?? [];
  if (name === undefined || sign === undefined) return undefined;
  const keyTo = from + name.length;
  const key = KEY_SPELLINGS.get(name.toLowerCase());
  if (sign !== ':') {
    const isNumber = key !== undefined && isNumeric(specOf(key).kind);
    return isNumber && Object.hasOwn(COMPARISON_SPELLINGS, sign) ? { name, keyTo, valuesFrom: keyTo } : undefined;
  }
  const after = text.slice(keyTo + 1, keyTo + 3);
  // Addresses, drives, scopes and variables are words: https://…, C:\…, std::vector, max_lines:3.
  const isWord =
    after === '//' || after.startsWith(':') || name.includes('_') || (name.length === 1 && /^[\\/]/.test(after));
  return key === undefined && isWord ? undefined : { name, keyTo, valuesFrom: keyTo + 1 };
}

function scanValue(text: string, from: number): ValueToken {
  const op = COMPARISON.exec(text.slice(from, from + 2))?.[0] ?? '';
  const word = scanListed(text, from + op.length);
  // What directly follows a closing quote belongs to the value too, so that an error can point at it.
  const rest = word.isQuoted && word.trouble === null ? scanBare(text, word.to, true) : undefined;
  if (rest === undefined || rest.value === '') return { from, to: word.to, op, word };
  return { from, to: rest.to, op, word: { ...word, to: rest.to, trouble: 'glued' } };
}

function scanTerm(text: string, from: number): TermToken | undefined {
  const found = scanKey(text, from);
  if (found === undefined) return undefined;
  const values: ValueToken[] = [];
  let at = found.valuesFrom;
  for (;;) {
    const value = scanValue(text, at);
    values.push(value);
    at = value.to;
    if (text[at] !== ',') break;
    at++;
  }
  return { type: 'term', from, to: at, key: { name: found.name, from, to: found.keyTo }, values };
}

/** `text:/…/` is a regular expression with a key before it. */
function scanKeyedRegex(text: string, from: number): RegexToken | undefined {
  const match = /^text:(?=\/)/i.exec(text.slice(from, from + 6));
  if (match === null) return undefined;
  const regex = scanRegex(text, from + match[0].length);
  return regex === undefined ? undefined : { ...regex, from };
}

function scanToken(text: string, from: number): Token {
  const char = text[from];
  if (char === '(') return { type: 'open', from, to: from + 1 };
  if (char === ')') return { type: 'close', from, to: from + 1 };
  if (char === '-' && text[from + 1] !== '-') return { type: 'not', from, to: from + 1 };
  if (isQuote(char)) {
    const word = scanQuoted(text, from);
    return { type: 'text', from, to: word.to, word };
  }
  const regex = char === '/' ? scanRegex(text, from) : scanKeyedRegex(text, from);
  if (regex !== undefined) return regex;
  const term = scanTerm(text, from);
  if (term !== undefined) return term;
  const word = scanBare(text, from, false);
  const raw = text.slice(word.from, word.to);
  const operator = Object.hasOwn(OPERATORS, raw) ? OPERATORS[raw] : undefined;
  if (operator !== undefined) return { type: operator, from, to: word.to };
  return { type: 'text', from, to: word.to, word };
}

export function tokenise(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    if (isSpace(text[at])) {
      at++;
      continue;
    }
    const token = scanToken(text, at);
    tokens.push(token);
    at = Math.max(token.to, at + 1);
  }
  return tokens;
}
