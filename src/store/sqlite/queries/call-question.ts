// What is asked about calls: which of them, of which sessions.

import type { Filter } from '../../../model/filter/filter.ts';
import type { Families } from './filter-condition.ts';

export interface CallQuestion {
  readonly filter: Filter;
  /** Only sessions with a file at or below one of these. */
  readonly places: readonly string[];
  readonly families: Families;
}
