// Fills a filter by the scanner, and by portable code where it cannot: what both found is one filter.

import type { AddedLines, BlockFilter, BlockFilterBuilder, SearchedAs } from './block-filter-builder.ts';
import { fullFilter, packFilter, wordBitsFor } from './gram-filter.ts';
import type { GramMemory } from './gram-memory.ts';
import { PortableFilterBuilder } from './portable-filter-builder.ts';

export class ScannedFilterBuilder implements BlockFilterBuilder {
  readonly #memory: GramMemory;
  readonly #portable = new PortableFilterBuilder();
  #expectedBytes = 0;
  #wordBits = 0;
  #isMixed = false;

  /** It has the memory to itself until the filters are built. */
  constructor(memory: GramMemory) {
    this.#memory = memory;
  }

  reset(expectedBytes: number): void {
    this.#expectedBytes = expectedBytes;
    this.#wordBits = wordBitsFor(expectedBytes);
    this.#isMixed = false;
    this.#memory.begin(this.#wordBits);
  }

  add(line: Uint8Array, as: SearchedAs): void {
    if (as === 'records' && this.#memory.add(line)) return;
    if (!this.#isMixed) this.#portable.reset(this.#expectedBytes);
    this.#isMixed = true;
    this.#portable.add(line, as);
  }

  addRecords(bytes: Uint8Array, from: number, limit: number): AddedLines {
    return this.#memory.addRecords(bytes, from, limit);
  }

  filter(blockBytes: number): BlockFilter {
    const words = this.#memory.words(this.#wordBits);
    if (!this.#isMixed) return { bytes: packFilter(words, blockBytes), hasSpelledLetters: false, hasLongGrams: true };
    const { hasSpelledLetters, isFull } = this.#portable;
    if (isFull) return { bytes: fullFilter(), hasSpelledLetters, hasLongGrams: false };
    for (const [i, word] of this.#portable.words.entries()) words[i] = (words[i] ?? 0) | word;
    return { bytes: packFilter(words, blockBytes), hasSpelledLetters, hasLongGrams: false };
  }
}
