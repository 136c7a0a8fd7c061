// Walks through the blocks of a log that may hold a query, newest first, and picks the lines in them worth decoding.

import { lineLimit } from '../../sources/json-lines/line-limit.ts';
import type { Block, BlockTable } from './block-table.ts';
import type { CallLines } from './call-lines.ts';
import { candidateLines } from './candidate-lines.ts';
import type { CompiledQuery } from './compiled-query.ts';
import type { LogBytes } from './log-bytes.ts';
import type { PhysicalLine } from './match-line.ts';
import { cutBlocks } from './plain-blocks.ts';
import type { SearchBudget } from './search-budget.ts';

export interface WalkedSource {
  readonly log: LogBytes;
  /** Without one, all of the log is read. */
  readonly index: BlockTable | null;
  /** Bytes of the log, when the caller knows: then the file is not touched to see whether it has grown. */
  readonly size?: number;
  /** Only lines of these calls can be hits. Left out: any line. */
  readonly calls?: CallLines;
}

/** Blocks that are read at once: from this many bytes on, and never more than that. */
const REACH_MIN = 64 * 1024;
const REACH_MAX = 512 * 1024;

/** The first prompt of a log is in one of so many blocks: what precedes it are instructions, tens of kilobytes of some agents. */
export const BEGINNING = 4;

/** Whether two neighbours can be looked at as one block. */
function isAlike(before: Block, { offset, hasSpelledLetters, hasRawLines }: Block): boolean {
  const isNext = before.offset + before.length === offset;
  return isNext && before.hasSpelledLetters === hasSpelledLetters && before.hasRawLines === hasRawLines;
}

function copyOf(bytes: Uint8Array, start: number, end: number): Uint8Array {
  return new Uint8Array(bytes.subarray(start, end));
}

function partOf(bytes: Uint8Array, start: number, end: number): Uint8Array {
  return bytes.subarray(start, end);
}

export class BlockWalk {
  readonly #log: LogBytes;
  readonly #query: CompiledQuery;
  readonly #calls: CallLines | undefined;
  /** What is left to search, the newest part last. */
  readonly #parts: BlockTable[];
  #end = 0;
  /** Blocks before this one of the oldest part were read first. */
  #floor = 0;
  /** The block that was found while looking for neighbours of the one before. */
  #ahead: number | undefined;
  /** Bytes of neighbouring blocks to read at once: more, the longer nothing is found. */
  #reach = 0;
  readonly #longest = Math.max(REACH_MAX, lineLimit() + 2);

  constructor({ log, index, size, calls }: WalkedSource, query: CompiledQuery) {
    this.#log = log;
    this.#query = query;
    this.#calls = calls;
    const rest = cutBlocks(log, size ?? log.size(), index?.end);
    const parts: BlockTable[] = index === null ? [rest] : [index, rest];
    this.#parts = calls === undefined ? parts : parts.map((part) => calls.narrow(part));
    this.#end = rest.count;
  }

  /** The lines worth decoding in the next older block that may match, in order; undefined when there is none. */
  next(budget: SearchBudget): PhysicalLine[] | undefined {
    for (let table = this.#parts.at(-1); table !== undefined; table = this.#parts.at(-1)) {
      const floor = this.#parts.length === 1 ? this.#floor : 0;
      const found = this.#findLast(table, budget);
      if (found >= floor) return this.#read(this.#joined(table, table.at(found), budget), budget);
      this.#parts.pop();
      this.#end = this.#parts.at(-1)?.count ?? 0;
    }
    return undefined;
  }

  /** The same of the blocks in which a log begins, which `next` then leaves out. */
  first(budget: SearchBudget): PhysicalLine[] {
    const [table] = this.#parts;
    const end = Math.min(BEGINNING, this.#parts.length === 1 ? this.#end : (table?.count ?? 0));
    if (table === undefined || this.#floor > 0) return [];
    const lines: PhysicalLine[] = [];
    for (let found = table.findLast(end, this.#query); found >= 0; found = table.findLast(found, this.#query)) {
      budget.blocks++;
      lines.unshift(...this.#read(table.at(found), budget));
    }
    this.#floor = end;
    return lines;
  }

  /** Something was found: the next hit may be near, so little is read at once. */
  stepSmall(): void {
    this.#reach = 0;
  }

  #findLast(table: BlockTable, budget: SearchBudget): number {
    const found = this.#ahead ?? table.findLast(this.#end, this.#query);
    this.#ahead = undefined;
    budget.blocks += this.#end - Math.max(found, 0);
    this.#end = found;
    return found;
  }

  /** The block with those before it that may match as well, as far as it reaches. */
  #joined(table: BlockTable, last: Block, budget: SearchBudget): Block {
    let joined = last;
    while (joined.length < this.#reach) {
      this.#ahead = table.findLast(this.#end, this.#query);
      const floor = this.#parts.length === 1 ? this.#floor : 0;
      const before = this.#ahead === this.#end - 1 && this.#ahead >= floor ? table.at(this.#ahead) : undefined;
      if (before === undefined || joined.length + before.length > REACH_MAX || !isAlike(before, joined)) break;
      this.#findLast(table, budget);
      joined = { ...before, length: before.length + joined.length };
    }
    this.#reach = Math.min(REACH_MAX, Math.max(REACH_MIN, this.#reach * 2));
    return joined;
  }

  #read(block: Block, budget: SearchBudget): PhysicalLine[] {
    // It holds one line, which is longer than lines may be.
    if (block.length > this.#longest) return [];
    const bytes = this.#log.read(block.offset, block.length, budget.scratch);
    // Other logs may be read before the lines are looked at.
    const take = budget.scratch.holds(bytes) ? copyOf : partOf;
    budget.bytesRead += bytes.length;
    const lines: PhysicalLine[] = [];
    for (const { start, end, line } of candidateLines(bytes, block, this.#query)) {
      const found = { bytes: partOf(bytes, start, end), offset: block.offset + start, line };
      if (this.#calls?.mayBelong(found) ?? true) lines.push({ ...found, bytes: take(bytes, start, end) });
    }
    return lines;
  }
}
