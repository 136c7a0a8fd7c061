// Builds a text index while a log is read: lines gathered into blocks, blocks sealed, only the last one rewritten.

import { AppError } from '../../base/app-error.ts';
import type { ByteLine } from '../../base/lines.ts';
import type { AddedLines, BlockFilterBuilder, SearchedAs } from './block-filter-builder.ts';
import { PortableFilterBuilder } from './portable-filter-builder.ts';
import { type EncodedBlock, encodeChunk } from './text-index-codec.ts';

/** A block holds whole lines up to this size; a longer line is a block of its own. */
export const BLOCK_BYTES: number = 32 * 1024;

const CR = 13;

/** Offsets in a chunk are 32 bits: a chunk ends well before. */
const CHUNK_LOG_BYTES = 1024 * 1024 * 1024;

export interface TextIndexAddition {
  /** To be appended to the stored index, in the place of its open chunk, if it has one. */
  readonly sealed: Uint8Array;
  /** The open chunk: to be stored behind everything sealed, and replaced by the next addition. Empty when there is none. */
  readonly open: Uint8Array;
}

interface Position {
  readonly offset: number;
  readonly line: number;
}

/**
 * Fed with every line of a log that has ended, in order, blank and broken ones included. A line that has no \n yet is
 * left out; searches read what lies behind the index.
 */
export class TextIndexBuilder {
  readonly #filters: BlockFilterBuilder;
  #sealed: EncodedBlock[] = [];
  #chunks: Uint8Array[] = [];
  /** Start of the open block. */
  #start: Position;
  /** End of the last line added, its line end not counted, and the next line's number. */
  #end: Position;
  #isEmpty = true;
  #hasRawLines = false;

  /** `from` is where the first line starts; after a restart, `sealed` of the stored index. */
  constructor(options: { from?: Position; filters?: BlockFilterBuilder } = {}) {
    const { offset, line } = options.from ?? { offset: 0, line: 1 };
    this.#start = { offset, line };
    this.#end = { offset, line };
    this.#filters = options.filters ?? new PortableFilterBuilder();
  }

  /** The first line that a later builder must be given again: the start of the open block. */
  get resumeFrom(): Position {
    return this.#start;
  }

  add(line: ByteLine, as: SearchedAs): void {
    if (!line.terminated) return;
    this.#expect(line);
    const lineEnd = line.offset + line.length;
    const grown = lineEnd - this.#start.offset;
    if (this.#isEmpty || grown > BLOCK_BYTES) {
      this.#seal({ offset: line.offset, line: line.line });
      this.#filters.reset(Math.max(BLOCK_BYTES, line.bytes.length));
      this.#isEmpty = false;
      this.#hasRawLines = false;
    }
    this.#filters.add(line.bytes, as);
    if (as === 'raw') this.#hasRawLines = true;
    this.#end = { offset: lineEnd, line: line.line + 1 };
  }

  /**
   * As many lines of these bytes as go into the open block at once, all of them records; `from` is the place in the bytes and
   * `at` the place in the log of the first. The next line is to be added by itself.
   */
  addRecords(bytes: Uint8Array, from: number, at: Position): AddedLines {
    if (this.#isEmpty) return { lines: 0, next: from };
    this.#expect(at);
    const limit = from + this.#start.offset + BLOCK_BYTES - at.offset;
    const added = this.#filters.addRecords(bytes, from, Math.max(from, limit));
    if (added.lines > 0) {
      const lineEnd = bytes[added.next - 2] === CR ? 2 : 1;
      this.#end = { offset: at.offset + added.next - from - lineEnd, line: at.line + added.lines };
    }
    return added;
  }

  /** What to store since the last flush. The open block stays open. */
  flush(): TextIndexAddition {
    this.#closeChunk(this.#start);
    const [first = new Uint8Array(0), ...rest] = this.#chunks;
    this.#chunks = [];
    const sealed = rest.length === 0 ? first : new Uint8Array(Buffer.concat([first, ...rest]));
    const open = this.#isEmpty
      ? new Uint8Array(0)
      : encodeChunk({ isOpen: true, blocks: [this.#openBlock(this.#end.offset)], end: this.#end });
    return { sealed, open };
  }

  /** A gap would be a stretch of log that no search looks at. */
  #expect(line: Position): void {
    const gap = line.offset - this.#end.offset;
    const isNext = this.#isEmpty ? gap === 0 : gap === 1 || gap === 2;
    if (isNext && line.line === this.#end.line) return;
    throw new AppError('internal', `The text index expected line ${this.#end.line}, and was given line ${line.line}.`);
  }

  #openBlock(end: number): EncodedBlock {
    const { offset, line } = this.#start;
    const { bytes: filter, hasSpelledLetters, hasLongGrams } = this.#filters.filter(end - offset);
    return { offset, line, filter, hasSpelledLetters, hasRawLines: this.#hasRawLines, hasLongGrams };
  }

  /** Ends the open block where the next line starts. */
  #seal(next: Position): void {
    if (!this.#isEmpty) this.#sealed.push(this.#openBlock(next.offset));
    this.#start = next;
    const [first] = this.#sealed;
    if (first !== undefined && next.offset - first.offset > CHUNK_LOG_BYTES) this.#closeChunk(next);
  }

  #closeChunk(end: Position): void {
    if (this.#sealed.length === 0) return;
    this.#chunks.push(encodeChunk({ isOpen: false, blocks: this.#sealed, end }));
    this.#sealed = [];
  }
}
