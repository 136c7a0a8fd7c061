// Answers "which calls fit, page by page?": over all sessions, newest first.

import type { Database } from '../../../sqlite/database.ts';
import { type CallQuestion, FindCalls, type FoundCall } from './find-calls.ts';

/** A page begins after it: the time of a request, and the key of its row. */
export interface CallPlace {
  readonly at: number | null;
  readonly key: number;
}

export interface PageOfCalls {
  readonly calls: readonly FoundCall[];
  /** Null after the last page. */
  readonly next: CallPlace | null;
}

export function callPage(
  database: Database,
  question: CallQuestion,
  { limit, after }: { readonly limit: number; readonly after: CallPlace | null },
): PageOfCalls {
  const calls: FoundCall[] = [];
  let last: CallPlace | null = null;
  for (const found of new FindCalls(database, question, { after }).newestFirst()) {
    if (calls.length === limit) return { calls, next: last };
    calls.push(found);
    last = { at: found.call.requestedAt, key: found.key };
  }
  return { calls, next: null };
}
