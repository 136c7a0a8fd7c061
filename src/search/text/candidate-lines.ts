// Picks, in the raw bytes of a block, the lines that are worth decoding.

import type { LineSpan } from './anchor.ts';
import type { Block } from './block-table.ts';
import type { CompiledQuery } from './compiled-query.ts';
import { spellsLetters } from './spelled-letters.ts';

/** Within the block, without the line end. */
export interface CandidateLine extends LineSpan {
  readonly line: number;
  /** The byte behind the line end. */
  readonly next: number;
}

const LF = 10;
const CR = 13;

/** The lines of a block one after the other. */
class LineWalk {
  readonly #bytes: Uint8Array;
  #start = 0;
  #line: number;

  constructor(bytes: Uint8Array, firstLine: number) {
    this.#bytes = bytes;
    this.#line = firstLine;
  }

  /** The line that `at` lies in, not before the last one returned; undefined behind the last. */
  lineAt(at: number): CandidateLine | undefined {
    while (this.#start < this.#bytes.length) {
      const stop = this.#bytes.indexOf(LF, this.#start);
      const end = stop === -1 ? this.#bytes.length : stop;
      if (at <= end) return this.#found(end, stop !== -1);
      this.#start = end + 1;
      this.#line++;
    }
    return undefined;
  }

  /** Of a block's last line, the line end may lie behind the block: then a \r is part of the line. */
  #found(end: number, isEnded: boolean): CandidateLine {
    const trimmed = isEnded && end > this.#start && this.#bytes[end - 1] === CR ? end - 1 : end;
    return { start: this.#start, end: trimmed, line: this.#line, next: end + 1 };
  }
}

/** The lines of a block that may match, in order. */
export function candidateLines(bytes: Uint8Array, block: Block, query: CompiledQuery): CandidateLine[] {
  const candidates: CandidateLine[] = [];
  const walk = new LineWalk(bytes, block.line);
  const [first] = query.anchors;
  // Where letters are spelled, or nothing can be looked for, every line is looked at.
  const isEachLine = first === undefined || block.hasSpelledLetters;
  const findFirst = isEachLine ? (from: number): number => from : first.finder.over(bytes);
  for (let at = findFirst(0); at !== -1; ) {
    const line = walk.lineAt(at);
    if (line === undefined) break;
    const isCandidate =
      query.anchors.every((anchor) => anchor.standsIn(bytes, line, block.hasRawLines)) ||
      (block.hasSpelledLetters && spellsLetters(bytes, line.start, line.end));
    if (isCandidate && line.end > line.start) candidates.push(line);
    at = line.next < bytes.length ? findFirst(line.next) : -1;
  }
  return candidates;
}
