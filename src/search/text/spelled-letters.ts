// Letters spelled as escapes (`\u00e9`, `\/`) while a filter is filled, at every depth of JSON inside JSON at once.

import { BREAK, FOLD, hexUnit } from './byte-classes.ts';
import type { GramWriter } from './grams.ts';

const BACKSLASH = 0x5c;
const SLASH = 0x2f;
const LETTER_U = 0x75;

/** Where the filter goes on after the escapes. */
export interface Continued {
  readonly at: number;
  /** The last four bytes of the run before it, the newest on top, 0 where there are none. */
  readonly rolling: number;
}

/** Whether the letter of `\uXXXX` is one that breaks a run anyway. */
function isBreakUnit(unit: number): boolean {
  return unit < 0x80 && FOLD[unit] === BREAK;
}

/** The end of a row of backslashes. */
export function skipBackslashes(bytes: Uint8Array, from: number): number {
  let at = from;
  while (bytes[at] === BACKSLASH) at++;
  return at;
}

/** True when the backslashes that end at `after` spell a letter: `\/`, or `\uXXXX` of something that breaks no run. */
export function spellsLetter(bytes: Uint8Array, after: number): boolean {
  if (bytes[after] === SLASH) return true;
  if (bytes[after] !== LETTER_U) return false;
  const unit = hexUnit(bytes, after + 1);
  return unit >= 0 && !isBreakUnit(unit);
}

/**
 * True for the letters that escapes are made of. Spelled as escapes themselves, they can form another escape one level
 * deeper (`\u005cu0041` is `\u0041` is `A`), which no one writes, and no one can follow here.
 */
function canFormEscape(unit: number): boolean {
  return unit < 0x80 && /[0-9A-Fa-fu/\\]/.test(String.fromCharCode(unit));
}

/** True when some row of backslashes in `bytes[from, end)` spells a letter, or something that escapes are made of. */
export function spellsLetters(bytes: Uint8Array, from: number, end: number): boolean {
  for (let at = bytes.indexOf(BACKSLASH, from); at !== -1 && at < end; at = bytes.indexOf(BACKSLASH, at)) {
    at = skipBackslashes(bytes, at);
    if (spellsLetter(bytes, at)) return true;
    if (bytes[at] === LETTER_U && hexUnit(bytes, at + 1) === BACKSLASH) return true;
  }
  return false;
}

/**
 * Follows two readings of the same bytes. The *text* is the string as JSON decodes it; the *inner* text is what remains
 * when JSON inside that string is decoded as well, where every row of backslashes before `u` is one escape. Both put
 * their grams into the filter; after three plain bytes the readings agree again.
 */
export class SpelledLetters {
  readonly #grams: GramWriter;
  #text = 0;
  #inner = 0;
  /** A first half of a surrogate pair that waits for the second, and whether it is one in the text, too. */
  #high = 0;
  #isHighInText = false;
  /** A letter was spelled that can be part of an escape: what the text says one level deeper is not known. */
  isEntangled = false;

  constructor(grams: GramWriter) {
    this.#grams = grams;
  }

  /** `from` is the first backslash of a row that spells a letter, `rolling` the run before it. */
  follow(bytes: Uint8Array, from: number, end: number, rolling: number): Continued {
    this.#text = rolling;
    this.#inner = rolling;
    this.#high = 0;
    let at = from;
    let plain = 0;
    while (at < end && plain < 4) {
      const byte = bytes[at] ?? 0;
      if (byte === BACKSLASH) {
        const after = skipBackslashes(bytes, at);
        if (!spellsLetter(bytes, after)) return { at, rolling: 0 };
        at = this.#escape(bytes, at, after);
        plain = 0;
        continue;
      }
      const folded = FOLD[byte] ?? BREAK;
      if (folded === BREAK) return { at, rolling: 0 };
      this.#dropHigh();
      this.#text = this.#grams.push(this.#text, folded);
      this.#inner = this.#grams.push(this.#inner, folded);
      plain++;
      at++;
    }
    return { at, rolling: this.#high === 0 ? this.#text : 0 };
  }

  /** One row of backslashes and the letter it spells. Returns where the next byte is. */
  #escape(bytes: Uint8Array, from: number, after: number): number {
    const count = after - from;
    // Two backslashes are one in the text, and break its run; an odd one left over spells the letter in the text, too.
    if (count > 1) this.#text = 0;
    if (bytes[after] === SLASH) {
      this.#dropHigh();
      this.#text = this.#grams.push(this.#text, SLASH);
      this.#inner = this.#grams.push(this.#inner, SLASH);
      return after + 1;
    }
    const inText = count % 2 === 1;
    const unit = hexUnit(bytes, after + 1);
    if (inText && canFormEscape(unit)) this.isEntangled = true;
    if (!inText)
      for (let i = after; i < after + 5; i++) this.#text = this.#grams.push(this.#text, FOLD[bytes[i] ?? 0] ?? 0);
    this.#spell(unit, inText);
    return after + 5;
  }

  #spell(unit: number, inText: boolean): void {
    const isLow = unit >= 0xdc00 && unit <= 0xdfff;
    if (isLow && this.#high !== 0) {
      const point = 0x10000 + ((this.#high - 0xd800) << 10) + (unit - 0xdc00);
      this.#high = 0;
      this.#inner = this.#pushPoint(this.#inner, point);
      if (inText) this.#text = this.#pushPoint(this.#text, point);
      return;
    }
    this.#dropHigh();
    if (unit >= 0xd800 && unit <= 0xdbff) {
      this.#high = unit;
      this.#isHighInText = inText;
      return;
    }
    // Half a pair has no UTF-8: it breaks the run, here and in queries.
    this.#inner = isLow ? 0 : this.#pushPoint(this.#inner, unit);
    if (inText) this.#text = isLow ? 0 : this.#pushPoint(this.#text, unit);
  }

  #dropHigh(): void {
    if (this.#high === 0) return;
    this.#high = 0;
    this.#inner = 0;
    if (this.#isHighInText) this.#text = 0;
  }

  #pushPoint(rolling: number, point: number): number {
    if (point < 0x80) return this.#grams.push(rolling, FOLD[point] ?? 0);
    let next = rolling;
    if (point < 0x800) next = this.#grams.push(next, 0xc0 | (point >> 6));
    else if (point < 0x10000) {
      next = this.#grams.push(next, 0xe0 | (point >> 12));
      next = this.#grams.push(next, 0x80 | ((point >> 6) & 0x3f));
    } else {
      next = this.#grams.push(next, 0xf0 | (point >> 18));
      next = this.#grams.push(next, 0x80 | ((point >> 12) & 0x3f));
      next = this.#grams.push(next, 0x80 | ((point >> 6) & 0x3f));
    }
    return this.#grams.push(next, 0x80 | (point & 0x3f));
  }
}
