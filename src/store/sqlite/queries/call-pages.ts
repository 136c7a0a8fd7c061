// Answers "which calls fit, page by page?": over all sessions, newest first.

import type { Database } from '../../../sqlite/database.ts';
import type { CallQuestion } from '../../questions/call-question.ts';
import type { CallCursor, CallPage, FoundCall } from '../../questions/calls.ts';
import { FindCalls } from './find-calls.ts';

export function callPage(
  database: Database,
  question: CallQuestion,
  { limit, after }: { readonly limit: number; readonly after: CallCursor | null },
): CallPage {
  const calls: FoundCall[] = [];
  let last: CallCursor | null = null;
  for (const found of new FindCalls(database, question, { after }).newestFirst()) {
    if (calls.length === limit) return { calls, next: last };
    const { call, pathOf, key } = found;
    calls.push({ call, pathOf });
    last = { at: call.requestedAt, key };
  }
  return { calls, next: null };
}
