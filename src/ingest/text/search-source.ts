// Owns searching one log: hits newest first, a slice at a time, until the limit, the end, or the caller's signal.

import { compileQuery } from './compiled-query.ts';
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

export const DEFAULT_LIMIT = 50;

/** The next hit of a scan; null at its end. */
export async function advance(
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

export async function* searchSource(source: ScannedSource, options: SearchOptions): AsyncGenerator<TextHit> {
  const query = compileQuery(options.query);
  const budget = new SearchBudget(query, options);
  const limit = options.limit ?? DEFAULT_LIMIT;
  try {
    const scan = new SourceScan(source, query, options);
    for (;;) {
      const hit = await advance(scan, budget, options.signal);
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
    source.log.release();
    options.onEnd?.(budget.report());
  }
}
