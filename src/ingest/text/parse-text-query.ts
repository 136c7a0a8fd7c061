// Owns the text part of the filter language: words, "phrases", prefix*, /regular expressions/, all of which must match.

import { AppError } from '../../base/app-error.ts';
import type { TextQuery, TextTerm } from './text-query.ts';

const MOST_TERMS = 32;
const LONGEST_TERM = 1000;
const HINT = 'Write words, "a phrase", a prefix*, or /a regular expression/.';

function wrong(message: string, column: number): AppError {
  return new AppError('bad-filter', `${message} (at column ${column}).`, { hint: HINT });
}

/** A checked term from a regular expression. `column` is where it stands in what the person wrote, 1-based. */
export function regexTerm(source: string, flags: string, column = 1): TextTerm {
  const unknown = /[^imsu]/.exec(flags)?.[0];
  if (unknown !== undefined) throw wrong(`The flag ${unknown} of /${source}/ is none of i, m, s, u`, column);
  let pattern: RegExp;
  try {
    pattern = new RegExp(source, flags);
  } catch (cause) {
    throw wrong(cause instanceof Error ? cause.message : String(cause), column);
  }
  if (pattern.test('')) throw wrong(`/${source}/ matches the empty text, so it would match everything`, column);
  return { kind: 'regex', source, flags };
}

/** A slash, anything but a bare slash or a line end, a slash, flags, and the end of the word. */
const REGEX = /\/((?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([A-Za-z]*)(?=\s|$)/y;
const SPECIAL = /[.*+?^$()[\]{}|\\]/;
const PHRASE = /"((?:[^"\\]|\\[\s\S])*)"(\*?)(?=\s|$)/y;
const WORD = /\S+/y;

interface Token {
  readonly term: TextTerm;
  readonly end: number;
}

function at(pattern: RegExp, text: string, start: number): RegExpExecArray | null {
  pattern.lastIndex = start;
  return pattern.exec(text);
}

/** `/tmp/x` and `/usr/` are paths: an expression has something special in it. */
function regexAt(text: string, start: number): Token | undefined {
  const match = at(REGEX, text, start);
  const [whole = '', source = '', flags = ''] = match ?? [];
  if (match === null || !SPECIAL.test(source)) return undefined;
  return { term: regexTerm(source, flags, start + 1), end: start + whole.length };
}

function phraseAt(text: string, start: number): Token | undefined {
  if (text[start] !== '"') return undefined;
  const match = at(PHRASE, text, start);
  if (match === null) {
    const closes = text.indexOf('"', start + 1) !== -1;
    throw wrong(closes ? 'A quote ends inside a word' : 'This quote is not closed', start + 1);
  }
  const [whole, quoted = '', star = ''] = match;
  const phrase = quoted.replace(/\\(["\\])/g, '$1');
  if (phrase === '') throw wrong('There is nothing between these quotes', start + 1);
  return { term: { kind: star === '*' ? 'prefix' : 'substring', text: phrase }, end: start + whole.length };
}

function wordAt(text: string, start: number): Token {
  const word = at(WORD, text, start)?.[0] ?? '';
  const end = start + word.length;
  const isPrefix = word.length > 1 && word.endsWith('*');
  return { term: isPrefix ? { kind: 'prefix', text: word.slice(0, -1) } : { kind: 'substring', text: word }, end };
}

/**
 * What a person typed, as terms. A word is found anywhere, inside longer words too, because people look for pieces of
 * names and paths; `word*` only where a word starts; "a phrase" with its blanks as they are. ASCII letters match in
 * either case, all others as written. A regular expression matches as written, `/…/i` in either case.
 */
export function parseTextQuery(text: string): TextQuery {
  const terms: TextTerm[] = [];
  for (let start = text.search(/\S/); start !== -1 && start < text.length; ) {
    const { term, end } = regexAt(text, start) ?? phraseAt(text, start) ?? wordAt(text, start);
    if (end - start > LONGEST_TERM) throw wrong(`A term is longer than ${LONGEST_TERM} characters`, start + 1);
    if (terms.length === MOST_TERMS) throw wrong(`More than ${MOST_TERMS} terms`, start + 1);
    terms.push(term);
    const blank = text.slice(end).search(/\S/);
    start = blank === -1 ? -1 : end + blank;
  }
  if (terms.length === 0) throw new AppError('bad-filter', 'There is nothing to look for.', { hint: HINT });
  return { terms };
}
