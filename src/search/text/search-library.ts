// Searches many logs as one: their hits merged by time, newest first, each log opened only when its turn may come.

import { AppError } from '../../base/app-error.ts';
import { type CompiledQuery, compileQuery } from './compiled-query.ts';
import type { LogBytes } from './log-bytes.ts';
import { SearchBudget, type SearchLimits, type SearchReport } from './search-budget.ts';
import { type ScannedSource, type ScanOptions, SourceScan, type TextHit } from './source-scan.ts';
import type { TextQuery } from './text-query.ts';

export interface SearchOptions extends ScanOptions, SearchLimits {
  readonly query: TextQuery;
  /** 0 = all. */
  readonly limit?: number;
  readonly signal?: AbortSignal;
  /** Told once, however the search ends. */
  readonly onEnd?: (report: SearchReport) => void;
}

const DEFAULT_LIMIT = 50;

export interface LibrarySource<Id> {
  readonly id: Id;
  /** Nothing in the log is newer than this, in epoch milliseconds; null when unknown: then it is opened at once. */
  readonly newestAt: number | null;
  /** Whether it is worth opening. Left out: always. */
  mayHold?(query: CompiledQuery, budget: SearchBudget): boolean | Promise<boolean>;
  /** Whether its beginning may hold the query, where that is known. */
  mayBegin?(query: CompiledQuery): boolean | Promise<boolean>;
  open(query: CompiledQuery): ScannedSource | Promise<ScannedSource>;
}

export interface LibraryHit<Id> {
  readonly source: Id;
  readonly hit: TextHit;
  /** Its time in the order of hits: never later than that of the hit before. */
  readonly orderAt: number;
}

interface Opened {
  readonly source: ScannedSource;
  readonly scan: SourceScan;
}

interface OpenScan<Id> extends Opened {
  readonly id: Id;
  readonly head: TextHit;
  /** No newer than anything the log showed before, so that the order holds even when its clocks do not. */
  readonly headAt: number;
}

/** Files that are kept open at once. */
const MOST_HELD = 16;

/** The next hit of a scan; null at its end. A slice at a time, until the caller's signal. */
async function advance(
  scan: SourceScan,
  budget: SearchBudget,
  signal: AbortSignal | undefined,
): Promise<TextHit | null> {
  for (;;) {
    signal?.throwIfAborted();
    if (budget.isSliceOver) await budget.pause();
    const found = scan.next(budget);
    if (found !== 'pause') return found;
  }
}

/** After the scans that are as new, so that of equals the earlier source comes first. */
function insert<Id>(open: OpenScan<Id>[], entry: OpenScan<Id>): void {
  let at = open.length;
  while (at > 0 && (open[at - 1]?.headAt ?? 0) < entry.headAt) at--;
  open.splice(at, 0, entry);
}

class LibraryMerge<Id> {
  readonly #sources: Iterator<LibrarySource<Id>>;
  readonly #options: SearchOptions;
  readonly #query;
  readonly #budget: SearchBudget;
  /** Newest first. */
  readonly #open: OpenScan<Id>[] = [];
  #next: LibrarySource<Id> | undefined;
  /** The log whose hit was given out last. */
  #taken: OpenScan<Id> | undefined;
  /** Logs whose files are open, the one that was read last at the end. */
  readonly #held: LogBytes[] = [];

  constructor(sources: Iterable<LibrarySource<Id>>, options: SearchOptions, budget: SearchBudget) {
    this.#sources = sources[Symbol.iterator]();
    this.#options = options;
    this.#query = compileQuery(options.query);
    this.#budget = budget;
    this.#step();
  }

  async take(): Promise<LibraryHit<Id> | null> {
    // A log is asked for its next hit only when one more is wanted.
    const taken = this.#taken;
    this.#taken = undefined;
    if (taken !== undefined) await this.#queue(taken.id, taken.headAt, () => taken);
    while (this.#next !== undefined && (this.#next.newestAt ?? Number.POSITIVE_INFINITY) >= this.#newestHead()) {
      const mayHold = this.#next.mayHold?.(this.#query, this.#budget) ?? true;
      // Most answers are at hand: thousands of logs are passed over without a wait for each.
      if (typeof mayHold === 'boolean' ? mayHold : await mayHold) await this.#openNext(this.#next);
      // Passing over logs takes time as well.
      else if (this.#budget.isSliceOver) await this.#budget.pause();
      this.#options.signal?.throwIfAborted();
      if (!this.#budget.isSpent()) this.#budget.logs++;
      this.#step();
    }
    const first = this.#open.shift();
    if (first === undefined) return null;
    this.#taken = first;
    return { source: first.id, hit: first.head, orderAt: first.headAt };
  }

  #newestHead(): number {
    return this.#open[0]?.headAt ?? Number.NEGATIVE_INFINITY;
  }

  #step(): void {
    const { done, value } = this.#sources.next();
    this.#next = done === true || this.#budget.isSpent() ? undefined : value;
  }

  #openNext(next: LibrarySource<Id>): Promise<void> {
    return this.#queue(next.id, next.newestAt ?? Number.POSITIVE_INFINITY, async () => {
      const source = await next.open(this.#query);
      return { source, scan: new SourceScan(source, this.#query, this.#options) };
    });
  }

  /** Looks for the next hit of a log and gives the log its place. One that cannot be read is passed over. */
  async #queue(id: Id, before: number, open: () => Opened | Promise<Opened>): Promise<void> {
    let opened: Opened | undefined;
    try {
      opened = await open();
      const head = await advance(opened.scan, this.#budget, this.#options.signal);
      if (head !== null) {
        const { source, scan } = opened;
        insert(this.#open, { source, scan, id, head, headAt: Math.min(before, head.at ?? before) });
      }
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.#budget.unreadable++;
    } finally {
      if (opened !== undefined) this.#hold(opened.source.log);
    }
  }

  /** Logs with many hits are read again and again; but many can wait for their turn, and not all keep their files open. */
  #hold(log: LogBytes): void {
    if (!log.isFile) {
      log.release();
      return;
    }
    const held = this.#held.indexOf(log);
    if (held >= 0) this.#held.splice(held, 1);
    this.#held.push(log);
    if (this.#held.length > MOST_HELD) this.#held.shift()?.release();
  }

  close(): void {
    for (const log of this.#held) log.release();
  }
}

/** `sources` newest first, by `newestAt`. */
export async function* searchLibrary<Id>(
  sources: Iterable<LibrarySource<Id>>,
  options: SearchOptions,
): AsyncGenerator<LibraryHit<Id>> {
  const budget = new SearchBudget(compileQuery(options.query), options);
  const limit = options.limit ?? DEFAULT_LIMIT;
  const merge = new LibraryMerge(sources, options, budget);
  try {
    for (;;) {
      const hit = await merge.take();
      if (hit === null) break;
      budget.hits++;
      yield hit;
      if (budget.hits === limit) {
        budget.finish('limit');
        return;
      }
    }
    budget.finish('complete');
  } finally {
    merge.close();
    options.onEnd?.(budget.report());
  }
}
