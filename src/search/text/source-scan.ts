// One log's search as a thing that can be stepped: newest block first, newest line first, one hit at a time.

import type { JsonObject } from '../../base/json.ts';
import { BlockWalk, type WalkedSource } from './block-walk.ts';
import type { CompiledQuery } from './compiled-query.ts';
import { type FoundPlace, matchLine, type PhysicalLine } from './match-line.ts';
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

export interface ScannedSource extends WalkedSource {
  /** Leaves out places that are of no use. Lines that could not be read are not asked about. */
  readonly fits?: (found: FoundText) => boolean;
}

/** Up to this length the square of it is nothing to worry about. */
const TAME_BYTES = 16 * 1024;

/** Whether a regular expression can take for ever on one of these lines. */
export function mayRunAway({ hasRegex, isWild }: CompiledQuery, lines: readonly PhysicalLine[]): boolean {
  return hasRegex && (isWild || lines.some(({ bytes }) => bytes.length > TAME_BYTES));
}

/** What a line is as a hit, or undefined when it is none. */
export function hitIn(
  physical: PhysicalLine,
  query: CompiledQuery,
  { timeOf, withRecords, around }: ScanOptions,
  fits?: ScannedSource['fits'],
): TextHit | undefined {
  const { line } = physical;
  const match = matchLine(
    physical,
    query,
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
    snippet: snippetOf(match.text, match.span, query.matchers, around),
    unparsed: record === null,
    at,
    ...(withRecords === true && record !== null ? { record } : {}),
  };
}

export class SourceScan {
  readonly #query: CompiledQuery;
  readonly #options: ScanOptions;
  readonly #fits: ScannedSource['fits'];
  readonly #walk: BlockWalk;
  #lines: PhysicalLine[] = [];

  constructor({ fits, ...source }: ScannedSource, query: CompiledQuery, options: ScanOptions) {
    this.#fits = fits;
    this.#query = query;
    this.#options = options;
    this.#walk = new BlockWalk(source, query);
  }

  /** The next hit, `null` when there are no more, `'pause'` when the budget's slice is used up. */
  next(budget: SearchBudget): TextHit | 'pause' | null {
    for (;;) {
      const found = this.#lines.length === 0 ? null : this.#judgeWatched(budget);
      if (found !== null) return found;
      if (budget.isSpent()) return null;
      const lines = this.#walk.next(budget);
      if (lines === undefined) return null;
      this.#lines = lines;
      if (budget.isSliceOver) return 'pause';
    }
  }

  /** To watch costs more than to match, so it is done only where a regular expression could run away. */
  #judgeWatched(budget: SearchBudget): TextHit | 'pause' | null {
    return mayRunAway(this.#query, this.#lines)
      ? budget.watch(() => this.#judgeLines(budget))
      : this.#judgeLines(budget);
  }

  /** Looks at the lines picked from the block, the last one first. Null when none of them is a hit. */
  #judgeLines(budget: SearchBudget): TextHit | 'pause' | null {
    for (let line = this.#lines.pop(); line !== undefined; line = this.#lines.pop()) {
      budget.decoding(line);
      const hit = hitIn(line, this.#query, this.#options, this.#fits);
      if (hit !== undefined) {
        this.#walk.stepSmall();
        return hit;
      }
      if (budget.isSliceOver) return 'pause';
    }
    return null;
  }
}
