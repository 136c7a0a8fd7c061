// The text behind JSON escapes, with the way back: where in the escaped text each of its bytes stands.

import { byteTextOf } from './byte-text.ts';

const BACKSLASH = '\\';
/** What the letter after a backslash stands for. */
const PLAIN: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};
const CODE = /^[0-9a-fA-F]{4}$/;

export interface Unescaped {
  readonly text: string;
  /** The place in the escaped text; an escape is in it whole or not at all. */
  rangeOf(start: number, end: number): { readonly start: number; readonly end: number };
}

/** The bytes that an escape at this place stands for; undefined where there is none. Half a pair becomes a sign for it. */
function plainAt(text: string, at: number): string | undefined {
  const letter = text[at + 1] ?? '';
  if (letter !== 'u') return PLAIN[letter];
  const code = text.slice(at + 2, at + 6);
  return CODE.test(code) ? byteTextOf(String.fromCharCode(Number.parseInt(code, 16))) : undefined;
}

/** Runs of characters: where each begins in the one text and in the other. The bytes of an escape are a run. */
export class Runs {
  readonly #shown: number[] = [];
  readonly #escaped: number[] = [];
  /** Length of the escape; 0 for characters that stand for themselves. */
  readonly #lengths: number[] = [];

  add(shown: number, escaped: number, length: number): void {
    this.#shown.push(shown);
    this.#escaped.push(escaped);
    this.#lengths.push(length);
  }

  /** Where the character begins and ends in the escaped text. */
  placeOf(at: number): [number, number] {
    let low = 0;
    let high = this.#shown.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#shown[middle] ?? 0) <= at) low = middle;
      else high = middle - 1;
    }
    const length = this.#lengths[low] ?? 0;
    const from = (this.#escaped[low] ?? 0) + (length === 0 ? at - (this.#shown[low] ?? 0) : 0);
    return [from, from + (length === 0 ? 1 : length)];
  }
}

/**
 * The text as if it were the inside of a JSON string; undefined where it has no escape. Of other lines than those with an
 * escape nothing is given, unless `everyLine` is asked for.
 */
export function unescaped(text: string, everyLine = false): Unescaped | undefined {
  let slash = text.indexOf(BACKSLASH);
  if (slash === -1) return undefined;
  const runs = new Runs();
  const shown: string[] = [];
  let length = 0;
  /** Up to here the text has been given. */
  let at = 0;
  let lineEnd = everyLine ? text.length : -1;
  if (everyLine) runs.add(0, 0, 0);
  const give = (part: string): void => {
    shown.push(part);
    length += part.length;
  };
  for (; slash !== -1; slash = text.indexOf(BACKSLASH, slash)) {
    const plain = plainAt(text, slash);
    if (plain === undefined) {
      slash++;
      continue;
    }
    if (slash > lineEnd) {
      if (lineEnd !== -1) give(`${text.slice(at, lineEnd)}\n`);
      at = text.lastIndexOf('\n', slash) + 1;
      const found = text.indexOf('\n', slash);
      lineEnd = found === -1 ? text.length : found;
      runs.add(length, at, 0);
    }
    give(text.slice(at, slash));
    at = slash + (text[slash + 1] === 'u' ? 6 : 2);
    runs.add(length, slash, at - slash);
    give(plain);
    runs.add(length, at, 0);
    slash = at;
  }
  if (length === 0) return undefined;
  give(`${text.slice(at, lineEnd)}\n`);
  return {
    text: shown.join(''),
    rangeOf: (start, end) => ({ start: runs.placeOf(start)[0], end: Math.min(runs.placeOf(end - 1)[1], text.length) }),
  };
}
