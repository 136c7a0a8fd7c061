// Owns one log's search as a thing that can be stepped: newest block first, newest line first, one hit at a time.

import type { JsonObject } from '../../base/json.ts';
import type { Block, BlockTable } from './block-table.ts';
import { type CandidateLine, candidateLines } from './candidate-lines.ts';
import type { CompiledQuery } from './compiled-query.ts';
import type { LogBytes } from './log-bytes.ts';
import { matchLine } from './match-line.ts';
import { cutBlocks } from './plain-blocks.ts';
import type { TextPlace } from './record-texts.ts';
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
  /** Leaves out strings by their place. */
  readonly accept?: (place: TextPlace) => boolean;
  /** Hits come with their records: for those who look at them at once. */
  readonly withRecords?: boolean;
}

export interface ScannedSource {
  readonly log: LogBytes;
  /** Without one, all of the log is read. */
  readonly index: BlockTable | null;
  /** Bytes of the log, when the caller knows: then the file is not touched to see whether it has grown. */
  readonly size?: number;
}

/** Up to this length the square of it is nothing to worry about. */
const TAME_BYTES = 16 * 1024;

export class SourceScan {
  readonly #log: LogBytes;
  readonly #query: CompiledQuery;
  readonly #options: ScanOptions;
  /** What is left to search, the newest part last. */
  #parts: BlockTable[];
  #end = 0;
  #bytes: Uint8Array = new Uint8Array(0);
  #offset = 0;
  #lines: CandidateLine[] = [];

  constructor({ log, index, size }: ScannedSource, query: CompiledQuery, options: ScanOptions) {
    this.#log = log;
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
    const isSafe = !hasRegex || (!isWild && this.#lines.every(({ start, end }) => end - start <= TAME_BYTES));
    return isSafe ? this.#judgeLines(budget) : budget.watch(() => this.#judgeLines(budget));
  }

  /** Looks at the lines picked from the block, the last one first. Null when none of them is a hit. */
  #judgeLines(budget: SearchBudget): TextHit | 'pause' | null {
    for (let line = this.#lines.pop(); line !== undefined; line = this.#lines.pop()) {
      budget.linesDecoded++;
      const hit = this.#judge(line);
      if (hit !== undefined) return hit;
      if (budget.isSliceOver) return 'pause';
    }
    return null;
  }

  /** Reads the next older block that may match. False when there is none. */
  #nextBlock(budget: SearchBudget): boolean {
    for (let table = this.#parts.at(-1); table !== undefined; table = this.#parts.at(-1)) {
      const found = table.findLast(this.#end, this.#query.hashes);
      budget.blocks += this.#end - Math.max(found, 0);
      this.#end = found;
      if (found >= 0) {
        this.#read(table.at(found), budget);
        return true;
      }
      this.#parts.pop();
      this.#end = this.#parts.at(-1)?.count ?? 0;
    }
    return false;
  }

  #read(block: Block, budget: SearchBudget): void {
    const bytes = this.#log.read(block.offset, block.length, budget.scratch);
    this.#lines = candidateLines(bytes, block, this.#query);
    // Other logs may be read before the lines are looked at.
    const mustCopy = this.#lines.length > 0 && budget.scratch.holds(bytes);
    this.#bytes = mustCopy ? new Uint8Array(bytes) : bytes;
    this.#offset = block.offset;
    budget.bytesRead += bytes.length;
  }

  #judge({ start, end, line }: CandidateLine): TextHit | undefined {
    const bytes = this.#bytes.subarray(start, end);
    const { matchers } = this.#query;
    const match = matchLine({ bytes, offset: this.#offset + start, line }, this.#query, this.#options.accept);
    if (match === undefined) return undefined;
    const { timeOf, withRecords } = this.#options;
    return {
      line,
      offset: match.offset,
      length: match.length,
      pointer: match.place?.pointer ?? null,
      inner: match.place?.inner ?? null,
      matchStart: match.span.start,
      snippet: snippetOf(match.text, match.span, matchers),
      unparsed: match.record === null,
      at: match.record === null || timeOf === undefined ? null : timeOf(match.record),
      ...(withRecords === true && match.record !== null ? { record: match.record } : {}),
    };
  }
}
