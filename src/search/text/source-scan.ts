// One log's search as a thing that can be stepped: newest block first, newest line first, one hit at a time.

import type { JsonObject } from '../../base/json.ts';
import { lineLimit } from '../../sources/json-lines/line-limit.ts';
import type { Block, BlockTable } from './block-table.ts';
import { candidateLines } from './candidate-lines.ts';
import type { CompiledQuery } from './compiled-query.ts';
import type { LogBytes } from './log-bytes.ts';
import { type FoundPlace, matchLine, type PhysicalLine } from './match-line.ts';
import { cutBlocks } from './plain-blocks.ts';
import type { SearchBudget } from './search-budget.ts';
import { type Snippet, snippetOf } from './snippet.ts';

export interface TextHit {
  readonly line: number;
  readonly offset: number;
  readonly length: number;
  /** JSON pointer of the string that shows the match best; null when the line could not be read as JSON. */
  readonly pointer: string | null;
  /** JSON pointer inside that string, when it holds JSON itself; else null. */
  readonly inner: string | null;
  /** Where in the string the first match starts, in UTF-16 units. */
  readonly matchStart: number;
  readonly snippet: Snippet;
  /** The line could not be read as JSON, and was searched as it is. */
  readonly unparsed: boolean;
  /** What `timeOf` said about the record. */
  readonly at: number | null;
  /** Where it was asked for, and the line could be read. */
  readonly record?: JsonObject;
}

export interface ScanOptions {
  /** Epoch milliseconds of a record; formats know where they stand. */
  readonly timeOf?: (record: JsonObject) => number | null;
  /** Hits come with their records: for those who look at them at once. */
  readonly withRecords?: boolean;
  /** Characters of a snippet on either side of what was found. */
  readonly around?: number | undefined;
}

/** A place in which the text was found, before a hit is made of it. */
export interface FoundText extends FoundPlace {
  readonly line: number;
  readonly at: number | null;
}

export interface ScannedSource {
  readonly log: LogBytes;
  /** Leaves out places that are of no use. Lines that could not be read are not asked about. */
  readonly fits?: (found: FoundText) => boolean;
  /** Without one, all of the log is read. */
  readonly index: BlockTable | null;
  /** Bytes of the log, when the caller knows: then the file is not touched to see whether it has grown. */
  readonly size?: number;
}

/** Up to this length the square of it is nothing to worry about. */
const TAME_BYTES = 16 * 1024;

/** Blocks that are read at once: from this many bytes on, and never more than that. */
const REACH_MIN = 64 * 1024;
const REACH_MAX = 512 * 1024;

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

export class SourceScan {
  readonly #log: LogBytes;
  readonly #query: CompiledQuery;
  readonly #options: ScanOptions;
  readonly #fits: ScannedSource['fits'];
  /** What is left to search, the newest part last. */
  #parts: BlockTable[];
  #end = 0;
  /** The block that was found while looking for neighbours of the one before. */
  #ahead: number | undefined;
  /** Bytes of neighbouring blocks to read at once: more, the longer nothing is found. */
  #reach = 0;
  #lines: PhysicalLine[] = [];
  readonly #longest = Math.max(REACH_MAX, lineLimit() + 2);

  constructor({ log, index, size, fits }: ScannedSource, query: CompiledQuery, options: ScanOptions) {
    this.#log = log;
    this.#fits = fits;
    this.#query = query;
    this.#options = options;
    const rest = cutBlocks(log, size ?? log.size(), index?.end);
    this.#parts = index === null ? [rest] : [index, rest];
    this.#end = rest.count;
  }

  /** The next hit, `null` when there are no more, `'pause'` when the budget's slice is used up. */
  next(budget: SearchBudget): TextHit | 'pause' | null {
    for (;;) {
      const found = this.#lines.length === 0 ? null : this.#judgeWatched(budget);
      if (found !== null) return found;
      if (budget.isSpent() || !this.#nextBlock(budget)) return null;
      if (budget.isSliceOver) return 'pause';
    }
  }

  /** To watch costs more than to match, so it is done only where a regular expression could run away. */
  #judgeWatched(budget: SearchBudget): TextHit | 'pause' | null {
    const { hasRegex, isWild } = this.#query;
    const isSafe = !hasRegex || (!isWild && this.#lines.every(({ bytes }) => bytes.length <= TAME_BYTES));
    return isSafe ? this.#judgeLines(budget) : budget.watch(() => this.#judgeLines(budget));
  }

  /** Looks at the lines picked from the block, the last one first. Null when none of them is a hit. */
  #judgeLines(budget: SearchBudget): TextHit | 'pause' | null {
    for (let line = this.#lines.pop(); line !== undefined; line = this.#lines.pop()) {
      budget.linesDecoded++;
      const hit = this.#judge(line);
      if (hit !== undefined) {
        this.#reach = 0;
        return hit;
      }
      if (budget.isSliceOver) return 'pause';
    }
    return null;
  }

  /** Reads the next older block that may match. False when there is none. */
  #nextBlock(budget: SearchBudget): boolean {
    for (let table = this.#parts.at(-1); table !== undefined; table = this.#parts.at(-1)) {
      const found = this.#findLast(table, budget);
      if (found >= 0) {
        this.#read(this.#joined(table, table.at(found), budget), budget);
        return true;
      }
      this.#parts.pop();
      this.#end = this.#parts.at(-1)?.count ?? 0;
    }
    return false;
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
      const before = this.#ahead === this.#end - 1 && this.#ahead >= 0 ? table.at(this.#ahead) : undefined;
      if (before === undefined || joined.length + before.length > REACH_MAX || !isAlike(before, joined)) break;
      this.#findLast(table, budget);
      joined = { ...before, length: before.length + joined.length };
    }
    this.#reach = Math.min(REACH_MAX, Math.max(REACH_MIN, this.#reach * 2));
    return joined;
  }

  #read(block: Block, budget: SearchBudget): void {
    // It holds one line, which is longer than lines may be.
    if (block.length > this.#longest) {
      this.#lines = [];
      return;
    }
    const bytes = this.#log.read(block.offset, block.length, budget.scratch);
    // Other logs may be read before the lines are looked at.
    const take = budget.scratch.holds(bytes) ? copyOf : partOf;
    this.#lines = candidateLines(bytes, block, this.#query).map(({ start, end, line }) => ({
      bytes: take(bytes, start, end),
      offset: block.offset + start,
      line,
    }));
    budget.bytesRead += bytes.length;
  }

  #judge(physical: PhysicalLine): TextHit | undefined {
    const { line } = physical;
    const { matchers } = this.#query;
    const { timeOf, withRecords, around } = this.#options;
    const fits = this.#fits;
    const match = matchLine(
      physical,
      this.#query,
      fits && ((found) => fits({ ...found, line, at: timeOf?.(found.record) ?? null })),
    );
    if (match === undefined) return undefined;
    const { record, offset, length } = match;
    const at = record === null || timeOf === undefined ? null : timeOf(record);
    return {
      line,
      offset,
      length,
      pointer: match.place?.pointer ?? null,
      inner: match.place?.inner ?? null,
      matchStart: match.span.start,
      snippet: snippetOf(match.text, match.span, matchers, around),
      unparsed: record === null,
      at,
      ...(withRecords === true && record !== null ? { record } : {}),
    };
  }
}
