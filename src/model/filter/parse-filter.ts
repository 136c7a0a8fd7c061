// Parses a filter text into a filter, or into errors that point at the wrong words. Never throws.

import { suggest } from '../../base/suggest.ts';
import { linearRegex } from './automaton/linear-regex.ts';
import { type Filter, type FilterError, joined, negated, type ParsedFilter, type TermValue } from './filter.ts';
import { type FilterKey, KEY_SPELLINGS, specOf } from './keys.ts';
import { parseValue, shown, wordTrouble } from './parse-value.ts';
import type { Word } from './scan-word.ts';
import type { TimeContext } from './time-window.ts';
import { type RegexToken, type TermToken, type Token, tokenise, type ValueToken } from './tokenise.ts';

export interface ParseOptions {
  /** The current time, for relative times, in epoch milliseconds. */
  readonly now: number;
  /** Minutes that local clocks are ahead of UTC at a moment; by default those of this machine. */
  readonly offsetMinutesAt?: (ms: number) => number;
}

export const MAX_FILTER_LENGTH = 10_000;
const MAX_DEPTH = 50;
const MAX_ERRORS = 20;

const EVERYTHING: Filter = { type: 'all' };

function localOffsetMinutes(ms: number): number {
  const offset = new Date(ms).getTimezoneOffset();
  return Number.isNaN(offset) ? 0 : -offset;
}

class Parser {
  readonly errors: FilterError[] = [];
  readonly #text: string;
  readonly #tokens: readonly Token[];
  readonly #context: TimeContext;
  #at = 0;
  #isOver = false;

  constructor(text: string, context: TimeContext) {
    this.#text = text;
    this.#tokens = tokenise(text);
    this.#context = context;
  }

  #fail({ from, to }: { from: number; to: number }, message: string, hint?: string): Filter {
    if (this.errors.length < MAX_ERRORS && !this.#isOver) {
      this.errors.push({ from, to, message, ...(hint === undefined ? {} : { hint }) });
    }
    return EVERYTHING;
  }

  /** Fails because something is missing that could still follow, if nothing follows. */
  #lacks(place: { from: number; to: number }, message: string, hint?: string): Filter {
    const before = this.errors.length;
    this.#fail(place, message, hint);
    const error = this.errors[before];
    if (error !== undefined && this.#at >= this.#tokens.length) this.errors[before] = { ...error, isUnfinished: true };
    return EVERYTHING;
  }

  parse(): Filter {
    const parts: Filter[] = [];
    while (this.#at < this.#tokens.length) {
      parts.push(this.#choice(0));
      const token = this.#tokens[this.#at];
      if (token?.type === 'close') {
        this.#fail(token, 'This parenthesis closes nothing.', 'Remove it, or write \\) for the character itself.');
        this.#at++;
      }
    }
    return joined('and', parts);
  }

  #choice(depth: number): Filter {
    const items: Filter[] = [];
    for (;;) {
      const before = this.#at;
      const item = this.#sequence(depth);
      const isMissing = this.#at === before;
      if (!isMissing) items.push(item);
      const token = this.#tokens[this.#at];
      if (token?.type !== 'or') {
        const last = this.#tokens[this.#at - 1];
        if (isMissing && last?.type === 'or')
          this.#lacks(last, 'Nothing follows this OR.', 'Remove it, or search for text:OR.');
        break;
      }
      if (isMissing) this.#fail(token, 'Nothing stands before this OR.', 'Remove it, or search for text:OR.');
      this.#at++;
    }
    return joined('or', items);
  }

  #sequence(depth: number): Filter {
    const items: Filter[] = [];
    for (let token = this.#tokens[this.#at]; token !== undefined; token = this.#tokens[this.#at]) {
      if (token.type === 'or' || token.type === 'close') break;
      if (token.type === 'and') {
        this.#at++;
        this.#checkAnd(token, items.length > 0);
      } else items.push(this.#unary(depth));
    }
    return joined('and', items);
  }

  #checkAnd(token: Token, hasLeft: boolean): void {
    const next = this.#tokens[this.#at];
    const hasRight = next !== undefined && next.type !== 'or' && next.type !== 'close' && next.type !== 'and';
    if (!hasLeft || !hasRight) {
      this.#lacks(
        token,
        'AND needs something on both sides.',
        'Remove it: terms beside each other must all fit anyway.',
      );
    }
  }

  #unary(depth: number): Filter {
    let isNegative = false;
    for (let token = this.#tokens[this.#at]; token?.type === 'not'; token = this.#tokens[this.#at]) {
      isNegative = !isNegative;
      this.#at++;
      const next = this.#tokens[this.#at];
      const isMinus = this.#text[token.from] === '-';
      if (next === undefined || next.type === 'or' || next.type === 'and' || next.type === 'close') {
        return this.#lacks(
          token,
          `Nothing follows this ${isMinus ? 'minus' : 'NOT'}.`,
          'Write it right before a term: -status:ok.',
        );
      }
      if (isMinus && next.from !== token.to) {
        return this.#fail(token, 'A minus stands right before what it negates.', 'Remove the space, or the minus.');
      }
    }
    const item = this.#primary(depth);
    return isNegative && item.type !== 'all' ? negated(item) : item;
  }

  #primary(depth: number): Filter {
    const token = this.#tokens[this.#at];
    if (token === undefined) return EVERYTHING;
    this.#at++;
    switch (token.type) {
      case 'open':
        return this.#group(token, depth);
      case 'term':
        return this.#term(token);
      case 'regex':
        return this.#regex(token);
      case 'text':
        return this.#plainText(token.word);
      default:
        return EVERYTHING;
    }
  }

  #group(open: Token, depth: number): Filter {
    if (depth >= MAX_DEPTH) {
      this.#fail(open, `Parentheses are nested more than ${MAX_DEPTH} deep.`);
      // The rest is not read, and what it seems to lack is not reported.
      this.#at = this.#tokens.length;
      this.#isOver = true;
      return EVERYTHING;
    }
    const first = this.#at;
    const item = this.#choice(depth + 1);
    const close = this.#tokens[this.#at];
    if (close?.type !== 'close') {
      return this.#lacks(open, 'This parenthesis is never closed.', 'Add one, or write \\( for the character itself.');
    }
    this.#at++;
    if (this.#at === first + 1) {
      const place = { from: open.from, to: close.to };
      return this.#fail(place, 'There is nothing between these parentheses.', 'Remove them, or search for "()".');
    }
    return item;
  }

  #regex({ from, source, flags }: RegexToken): Filter {
    const result = linearRegex(source, flags);
    if ('trouble' in result) {
      const { trouble } = result;
      const start = this.#text.indexOf('/', from) + 1;
      return this.#fail({ from: start + trouble.from, to: start + trouble.to }, trouble.message, trouble.hint);
    }
    return { type: 'regex', source, flags: flags === 'i' || flags === 's' || flags === 'is' ? flags : '' };
  }

  #plainText(word: Word): Filter {
    const trouble = wordTrouble(word);
    if (trouble !== undefined) return this.#fail(trouble, trouble.message, trouble.hint);
    if (word.isQuoted) {
      if (word.value !== '') return { type: 'text', mode: 'phrase', value: word.value };
      return this.#fail(word, 'There is nothing between these quotes.', 'Write a word or phrase between them.');
    }
    const last = word.value.length - 1;
    const stars = word.wildcards.filter((at) => word.value[at] === '*');
    if (stars.length === 0) return { type: 'text', mode: 'word', value: word.value };
    if (stars.length === 1 && stars[0] === last && last > 0) {
      return { type: 'text', mode: 'prefix', value: word.value.slice(0, last) };
    }
    if (last === 0) return this.#fail(word, 'A star alone fits everything.', 'Remove it, or search for "*".');
    const hint = `Search for ${JSON.stringify(word.value)}, or use file: if it is a path.`;
    return this.#fail(word, 'A star can stand only at the end of a word.', hint);
  }

  #term(token: TermToken): Filter {
    const key = KEY_SPELLINGS.get(token.key.name.toLowerCase());
    if (key === undefined) return this.#unknownKey(token);
    const [only] = token.values;
    if (token.values.length === 1 && only?.word.value === '' && only.op === '' && !only.word.isQuoted) {
      return this.#fail(token, `${key}: needs a value.`, `Write for example ${specOf(key).examples[0]}.`);
    }
    return key === 'text' ? this.#texts(token.values) : this.#values(key, token.values);
  }

  #values(key: FilterKey, tokens: readonly ValueToken[]): Filter {
    const values: TermValue[] = [];
    for (const token of tokens) {
      const read = parseValue(key, token, this.#context);
      if ('value' in read) values.push(read.value);
      else this.#fail(emptyPlace(read.error, this.#text), read.error.message, read.error.hint);
    }
    return values.length === 0 ? EVERYTHING : { type: 'term', key, values };
  }

  #texts(tokens: readonly ValueToken[]): Filter {
    const items = tokens.map(({ from, op, word }) => {
      if (word.value === '' && op === '' && !word.isQuoted) {
        return this.#fail(emptyPlace(word, this.#text), 'text: needs a value.', 'Remove the comma.');
      }
      if (/^\/.*\/[gimsu]*$/s.test(word.value) && !word.escaped.has(0)) {
        return this.#fail(word, 'A list cannot hold a regular expression.', 'Use OR: /a/ OR /b/.');
      }
      if (op === '') return this.#plainText(word);
      const wildcards = word.wildcards.map((at) => at + op.length);
      return this.#plainText({ ...word, from, value: op + word.value, wildcards });
    });
    return joined('or', items);
  }

  #unknownKey(token: TermToken): Filter {
    const near = suggest(token.key.name, KEY_SPELLINGS.keys());
    const raw = this.#text.slice(token.from, token.to);
    const quoted = raw.length > 60 || raw.includes('"') ? 'Put it in quotes' : `Write "${raw}"`;
    const asText = `${quoted} to search for it as text.`;
    const rest = this.#text.slice(token.key.to, token.to);
    const hint = near === undefined || rest.length > 60 ? asText : `Did you mean ${near}${rest}? ${asText}`;
    return this.#fail(token.key, `There is no key ${shown(token.key.name)}.`, hint);
  }
}

/** A missing value has no characters: the error points at its comma or colon. */
function emptyPlace({ from, to }: { from: number; to: number }, text: string): { from: number; to: number } {
  if (from < to) return { from, to };
  return from > 0 ? { from: from - 1, to } : { from, to: Math.min(text.length, to + 1) };
}

export function parseFilter(text: string, options: ParseOptions): ParsedFilter {
  if (text.length > MAX_FILTER_LENGTH) {
    const message = `A filter may have ${MAX_FILTER_LENGTH} characters; this one has ${text.length}.`;
    return { ok: false, errors: [{ from: MAX_FILTER_LENGTH, to: text.length, message }] };
  }
  const context = { nowMs: options.now, offsetMinutesAt: options.offsetMinutesAt ?? localOffsetMinutes };
  const parser = new Parser(text, context);
  const filter = parser.parse();
  const errors = parser.errors.toSorted((a, b) => a.from - b.from || a.to - b.to);
  return errors.length > 0 ? { ok: false, errors } : { ok: true, filter };
}
