// Fills a filter from the bytes of log lines in plain TypeScript: one pass, nothing decoded, nothing allocated.

import type { AddedLines, BlockFilter, BlockFilterBuilder, SearchedAs } from './block-filter-builder.ts';
import { BREAK, FOLD, hexUnit, OPAQUE_LETTER, OPAQUE_RUN_IN_FILE } from './byte-classes.ts';
import { fullFilter, packFilter, wordBitsFor } from './gram-filter.ts';
import { GramWriter, isShortEscape } from './grams.ts';
import { SpelledLetters, skipBackslashes, spellsLetter } from './spelled-letters.ts';

const QUOTE = 0x22;
const COLON = 0x3a;
const SPACE = 0x20;
const BACKSLASH = 0x5c;
const LETTER_U = 0x75;

/** A longer key is taken for text: it costs some bits, and loses nothing. */
const LONGEST_KEY = 64;

export class PortableFilterBuilder implements BlockFilterBuilder {
  readonly #grams = new GramWriter();
  #hasSpelledLetters = false;
  #isFull = false;
  #isRaw = false;
  /** No run of base64 that is long enough to be skipped starts before this byte of the line. */
  #textUntil = 0;

  reset(expectedBytes: number): void {
    this.#grams.reset(wordBitsFor(expectedBytes));
    this.#hasSpelledLetters = false;
    this.#isFull = false;
  }

  get hasSpelledLetters(): boolean {
    return this.#hasSpelledLetters;
  }

  /** Whether the block is always read. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** The filter as it grows; not to be changed. */
  get words(): Int32Array {
    return this.#grams.words;
  }

  filter(blockBytes: number): BlockFilter {
    const bytes = this.#isFull ? fullFilter() : packFilter(this.#grams.words, blockBytes);
    return { bytes, hasSpelledLetters: this.#hasSpelledLetters, hasLongGrams: false };
  }

  add(line: Uint8Array, as: SearchedAs): void {
    this.#textUntil = 0;
    this.#isRaw = as === 'raw';
    if (this.#isRaw) this.#raw(line);
    else this.#records(line);
  }

  addRecords(_: Uint8Array, from: number): AddedLines {
    return { lines: 0, next: from };
  }

  /** Bytes as they are: quotes and backslashes end a run and mean nothing. */
  #raw(line: Uint8Array): void {
    let at = 0;
    while (at < line.length) at = this.#run(line, at, 0) + 1;
  }

  /** Valid JSON: the strings in it, without the keys. */
  #records(line: Uint8Array): void {
    const end = line.length;
    let at = 0;
    let isValue = false;
    while (at < end) {
      const byte = line[at] ?? 0;
      if (byte !== QUOTE) {
        at++;
        // After a colon a string is a value for certain, and need not be looked at twice.
        if (byte > SPACE) isValue = byte === COLON;
        continue;
      }
      const afterKey = isValue ? -1 : this.#skipKey(line, at + 1);
      isValue = afterKey >= 0;
      at = isValue ? afterKey : this.#string(line, at + 1);
    }
  }

  /** The byte after the colon when the string that starts here is a short key, else -1. */
  #skipKey(line: Uint8Array, from: number): number {
    const stop = Math.min(line.length, from + LONGEST_KEY);
    let at = from;
    for (; at < stop; at++) {
      const byte = line[at];
      if (byte === BACKSLASH) return -1;
      if (byte === QUOTE) break;
    }
    if (at === stop) return -1;
    do at++;
    while (at < line.length && (line[at] ?? 0) <= SPACE);
    return line[at] === COLON ? at + 1 : -1;
  }

  /** One string from behind its opening quote. Returns the byte behind the closing one. */
  #string(line: Uint8Array, from: number): number {
    let at = this.#run(line, from, 0);
    while (line[at] === BACKSLASH) at = this.#escape(line, at);
    return at + 1;
  }

  /** A row of backslashes and what follows, up to the next byte that `#run` stops at. */
  #escape(line: Uint8Array, from: number): number {
    if (isShortEscape(line[from + 1])) return this.#run(line, from + 2, 0);
    const after = skipBackslashes(line, from);
    const isEscape = (after - from) % 2 === 1;
    if (spellsLetter(line, after)) return this.#spelled(line, from);
    if (!isEscape) return this.#run(line, after, 0);
    if (line[after] !== LETTER_U) return this.#run(line, after + 1, 0);
    if (hexUnit(line, after + 1) === BACKSLASH) this.#giveUp();
    return this.#run(line, after + 5, 0);
  }

  /** The block is always read: its text cannot be known here. */
  #giveUp(): void {
    this.#isFull = true;
    this.#hasSpelledLetters = true;
  }

  #spelled(line: Uint8Array, from: number): number {
    this.#hasSpelledLetters = true;
    // The run before the escape: at most four bytes back, none of them a break.
    let rolling = 0;
    for (let i = Math.max(0, from - 4); i < from; i++) {
      const folded = FOLD[line[i] ?? 0] ?? BREAK;
      rolling = folded === BREAK ? 0 : (rolling >>> 8) | (folded << 24);
    }
    const reader = new SpelledLetters(this.#grams);
    const next = reader.follow(line, from, line.length, rolling);
    if (reader.isEntangled) this.#giveUp();
    return this.#run(line, next.at, next.rolling);
  }

  /**
   * Puts the grams of a run into the filter. Returns the quote or the row of backslashes that ended it, or the end of
   * the line. `before` is the last four bytes of the run so far, the newest on top.
   */
  #run(line: Uint8Array, from: number, before: number): number {
    const grams = this.#grams;
    const whole = line.length - 3;
    let at = from;
    grams.rolling = before;
    for (;;) {
      if (at >= this.#textUntil) {
        const next = this.#skipOpaque(line, at);
        if (next > at) grams.rolling = 0;
        at = next;
      }
      const stop = Math.min(whole, this.#textUntil);
      at = grams.writeGroups(line, at, stop, this.#isRaw);
      if (at < stop) return at;
      if (at >= whole) return this.#lastBytes(line, at);
    }
  }

  /** The bytes of the line that do not fill a group of four. */
  #lastBytes(line: Uint8Array, from: number): number {
    let { rolling } = this.#grams;
    for (let at = from; at < line.length; at++) {
      const folded = FOLD[line[at] ?? 0] ?? BREAK;
      if (folded === BREAK) return at;
      rolling = this.#grams.push(rolling, folded);
    }
    return line.length;
  }

  /**
   * Looks for a long run of base64 that starts here, from its far end backwards: in text the first few bytes say no,
   * and tell how far there can be none. Returns the byte behind the run, or `from` when there is none.
   */
  #skipOpaque(line: Uint8Array, from: number): number {
    let far = from + OPAQUE_RUN_IN_FILE - 1;
    if (far >= line.length) {
      this.#textUntil = line.length;
      return from;
    }
    while (far >= from && OPAQUE_LETTER[line[far] ?? 0] === 1) far--;
    if (far >= from) {
      this.#textUntil = far + 1;
      return from;
    }
    let at = from + OPAQUE_RUN_IN_FILE;
    while (at < line.length && OPAQUE_LETTER[line[at] ?? 0] === 1) at++;
    this.#textUntil = at;
    return at;
  }
}
