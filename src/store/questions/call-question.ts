// A question about calls: which calls, of which sessions. Plain data, so that any engine can answer.

import type { Filter } from '../../model/filter/filter.ts';

/** Tool id → family. */
export type ToolFamilies = ReadonlyMap<string, string>;

export interface CallQuestion {
  readonly filter: Filter;
  /** Only sessions with a file at or below one of these. */
  readonly places: readonly string[];
  readonly families: ToolFamilies;
}
