// What a line's raw bytes must hold for a term to be in its text, and which places in them cannot count.

import { FoldedFinder } from './folded-finder.ts';
import type { RegexTail } from './regex-tail.ts';

const QUOTE = 0x22;
const COLON = 0x3a;
const SPACE = 0x20;
const BACKSLASH = 0x5c;
const LETTER_U = 0x75;

/** A string that goes on for longer than this is taken for a value; if it was a key, the line is decoded in vain. */
const LONGEST_KEY = 256;

/**
 * Whether what ends at `from` stands in a key: the quote that ends the string is followed by a colon. Exact in valid
 * JSON, because what is looked for holds no quote.
 */
function isInKey(bytes: Uint8Array, from: number, end: number): boolean {
  const stop = Math.min(end, from + LONGEST_KEY);
  let at = from;
  for (; at < stop && bytes[at] !== QUOTE; at++) if (bytes[at] === BACKSLASH) at++;
  if (at >= stop) return false;
  do at++;
  while (at < end && (bytes[at] ?? 0) <= SPACE);
  return at < end && bytes[at] === COLON;
}

function isWordByte(byte: number | undefined): boolean {
  return byte !== undefined && byte < 0x80 && /\w/.test(String.fromCharCode(byte));
}

/** Whether a letter or digit stands before `at` for certain: not the `n` of `\n`, nor the last digit of `\u001b`. */
function isInsideWord(bytes: Uint8Array, at: number): boolean {
  if (!isWordByte(bytes[at - 1]) || bytes[at - 2] === BACKSLASH) return false;
  return !(bytes[at - 5] === LETTER_U && bytes[at - 6] === BACKSLASH);
}

export interface LineSpan {
  readonly start: number;
  readonly end: number;
}

export interface AnchorOptions {
  /** Only places where a word starts count. */
  readonly startsWord?: boolean;
  /** Only places where this may follow count. */
  readonly tail?: RegexTail | undefined;
}

export class Anchor {
  readonly finder: FoldedFinder;
  readonly #startsWord: boolean;
  readonly #tail: RegexTail | undefined;

  constructor(run: Uint8Array, { startsWord = false, tail }: AnchorOptions) {
    this.finder = new FoldedFinder(run);
    this.#startsWord = startsWord;
    this.#tail = tail;
  }

  /** Whether the line holds the run in a place that may count. `keysCount` where lines may not be JSON. */
  standsIn(bytes: Uint8Array, { start, end }: LineSpan, keysCount: boolean): boolean {
    for (let at = this.finder.find(bytes, start, end); at !== -1; at = this.finder.find(bytes, at + 1, end)) {
      if (this.#startsWord && at > start && isInsideWord(bytes, at)) continue;
      if (this.#tail?.mayFollow(bytes, at, end) === false) continue;
      if (keysCount || !isInKey(bytes, at + this.finder.length, end)) return true;
    }
    return false;
  }
}
