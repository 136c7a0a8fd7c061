// Answers "which calls fit, page by page?": over all sessions, newest first or by a column.

import type { Database } from '../../sqlite/database.ts';
import { type CallOrder, NEWEST_FIRST, sortValue } from './call-order.ts';
import { type CallQuestion, FindCalls, type FoundCall } from './find-calls.ts';
import type { Edge } from './newest-keys.ts';

export interface PageOfCalls {
  readonly calls: readonly FoundCall[];
  /** Null after the last page. */
  readonly next: Edge | null;
}

export interface PageChoice {
  readonly limit: number;
  /** The page begins after it. */
  readonly after: Edge | null;
  readonly order?: CallOrder;
}

export function callPage(database: Database, question: CallQuestion, choice: PageChoice): PageOfCalls {
  const { limit, after, order = NEWEST_FIRST } = choice;
  const calls: FoundCall[] = [];
  let last: Edge | null = null;
  for (const found of new FindCalls(database, question, { after, order }).newestFirst()) {
    if (calls.length === limit) return { calls, next: last };
    calls.push(found);
    last = { value: sortValue(order, found.call), key: found.key };
  }
  return { calls, next: null };
}
