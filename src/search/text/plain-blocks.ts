// The blocks of a log, or of the end of one, that no index covers: cut at line ends, read by every search.

import { lineLimit } from '../../sources/json-lines/line-limit.ts';
import type { Block, BlockTable, TableEnd } from './block-table.ts';
import { type LogBytes, Scratch } from './log-bytes.ts';

const LF = 10;
const CR = 13;
const PIECE_BYTES = 1024 * 1024;
const BLOCK_BYTES = 64 * 1024;

interface Position {
  readonly offset: number;
  readonly line: number;
}

export class PlainBlocks implements BlockTable {
  readonly end: TableEnd;
  readonly #starts: readonly Position[];

  constructor(starts: readonly Position[], end: TableEnd) {
    this.#starts = starts;
    this.end = end;
  }

  get count(): number {
    return this.#starts.length;
  }

  findLast(end: number): number {
    return end - 1;
  }

  at(block: number): Block {
    const start = this.#starts[block];
    if (start === undefined) throw new RangeError(`no block ${block}`);
    const { offset } = this.#starts[block + 1] ?? this.end;
    // Nothing is known of these lines, so the worst is assumed.
    return { ...start, length: offset - start.offset, hasSpelledLetters: true, hasRawLines: true };
  }
}

/** Whether blocks that end here leave nothing of a log. A single byte behind the last line is its line end. */
export function isWhole({ end }: Pick<BlockTable, 'end'>, size: number): boolean {
  return size <= end.offset + (end.isOnLineEnd ? 1 : 0);
}

/** Cuts everything behind what is covered already; all of a log by default. */
export function cutBlocks(
  log: LogBytes,
  size: number,
  covered: TableEnd = { offset: 0, line: 1, isOnLineEnd: false },
): PlainBlocks {
  const starts: Position[] = [];
  if (isWhole({ end: covered }, size)) return new PlainBlocks([], covered);
  const scratch = new Scratch();
  const longest = lineLimit();
  let { line } = covered;
  let firstLine = line;
  let start = covered.offset + (covered.isOnLineEnd ? lineEndAt(log, covered.offset, scratch) : 0);
  let last = start;
  const cut = (to: number, next: number): void => {
    if (start < to) starts.push({ offset: start, line: firstLine });
    start = to;
    firstLine = next;
  };
  for (let at = start; at < size; ) {
    const piece = log.read(at, Math.min(PIECE_BYTES, size - at), scratch);
    if (piece.length === 0) break;
    for (let stop = piece.indexOf(LF); stop !== -1; stop = piece.indexOf(LF, stop + 1)) {
      const lineStart = at + stop + 1;
      // A line that is longer than lines may be is a block of its own, so that it can be passed over.
      if (lineStart - last > longest) cut(last, line);
      line++;
      last = lineStart;
      if (lineStart - start >= BLOCK_BYTES) cut(lineStart, line);
    }
    at += piece.length;
  }
  if (size - last > longest) cut(last, line);
  cut(size, line);
  return new PlainBlocks(starts, { offset: size, line, isOnLineEnd: false });
}

function lineEndAt(log: LogBytes, offset: number, scratch: Scratch): number {
  const bytes = log.read(offset, 2, scratch);
  if (bytes[0] === LF) return 1;
  return bytes[0] === CR && bytes[1] === LF ? 2 : 0;
}
