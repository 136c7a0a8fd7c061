// The scanner that fills text filters: WebAssembly in a memory of its own, which logs are read straight into. Where it
// cannot run there is none.

import { endianness } from 'node:os';
import type { AddedLines } from './block-filter-builder.ts';
import { MAX_WORD_BITS } from './grams.ts';
import { GRAMS_MODULE } from './grams-module.ts';

const PAGE = 64 * 1024;
/** A byte for each bit of the largest filter, where the scanner expects them. */
const BITS_START = PAGE;
const WORDS_START = BITS_START + (32 << MAX_WORD_BITS);
const TEXT_START = WORDS_START + (4 << MAX_WORD_BITS);
const INPUT_START = TEXT_START + 2 * PAGE;
const INPUT_MAX = 1024 * 1024;
const LINE_START = INPUT_START + INPUT_MAX + PAGE;
const LINE_MAX = 1024 * 1024;
/** The scanner looks at sixteen bytes at a time, so it may look past the end. */
const MEMORY_BYTES = LINE_START + LINE_MAX + PAGE;
const LINE_FEED = 10;

interface Scanner {
  begin(text: number, wordBits: number): void;
  addRecord(line: number, length: number): number;
  addRecords(from: number, end: number, limit: number): number;
  addedLines(): number;
  pack(words: number, wordBits: number): void;
}

function isScanner(exports: object): exports is Scanner {
  return ['begin', 'addRecord', 'addRecords', 'addedLines', 'pack'].every((name) => name in exports);
}

let compiled: WebAssembly.Module | null | undefined;

function compile(): WebAssembly.Module | null {
  try {
    return new WebAssembly.Module(Buffer.from(GRAMS_MODULE, 'base64'));
  } catch {
    // No WebAssembly, or none with vectors.
    return null;
  }
}

export class GramMemory {
  /** Lines that were read into this room are scanned where they are. */
  readonly room: Buffer;
  readonly #bytes: Buffer;
  readonly #scanner: Scanner;

  private constructor(bytes: Buffer, scanner: Scanner) {
    this.#bytes = bytes;
    this.#scanner = scanner;
    this.room = bytes.subarray(INPUT_START, INPUT_START + INPUT_MAX);
  }

  /** Undefined where the scanner cannot run, or writes words in another order than the machine reads them. */
  static create(): GramMemory | undefined {
    compiled = compiled === undefined ? compile() : compiled;
    if (compiled === null || endianness() !== 'LE') return undefined;
    const memory = new WebAssembly.Memory({ initial: MEMORY_BYTES / PAGE, maximum: MEMORY_BYTES / PAGE });
    const { exports } = new WebAssembly.Instance(compiled, { env: { memory } });
    return isScanner(exports) ? new GramMemory(Buffer.from(memory.buffer), exports) : undefined;
  }

  begin(wordBits: number): void {
    this.#scanner.begin(TEXT_START, wordBits);
  }

  /** False when somebody else has to add the line, too. */
  add(line: Uint8Array): boolean {
    const place = this.#placeOf(line);
    return place !== undefined && this.#scanner.addRecord(place, line.length) === 1;
  }

  /** Whole lines from a place in the room, up to the first that has to be looked at by itself. */
  addRecords(bytes: Uint8Array, from: number, limit: number): AddedLines {
    const { buffer, byteOffset, length } = bytes;
    if (buffer !== this.#bytes.buffer) return { next: from, lines: 0 };
    const next = this.#scanner.addRecords(byteOffset + from, byteOffset + length, byteOffset + limit);
    return { next: next - byteOffset, lines: this.#scanner.addedLines() };
  }

  /** The filter so far; valid until the next one is asked for. */
  words(wordBits: number): Int32Array {
    this.#scanner.pack(WORDS_START, wordBits);
    return new Int32Array(this.#bytes.buffer, WORDS_START, 1 << wordBits);
  }

  /** Where the line stands in the memory, or has been copied to; undefined when it is too long for that. */
  #placeOf(line: Uint8Array): number | undefined {
    if (line.buffer === this.#bytes.buffer) return line.byteOffset;
    if (line.length >= LINE_MAX) return undefined;
    this.#bytes.set(line, LINE_START);
    this.#bytes[LINE_START + line.length] = LINE_FEED;
    return LINE_START;
  }
}
