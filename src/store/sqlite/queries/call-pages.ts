// Answers "which calls fit, page by page?": over all sessions, newest first or by a column.

import type { Database } from '../../../sqlite/database.ts';
import { NEWEST_FIRST, sortValue } from '../../questions/call-order.ts';
import type { CallQuestion } from '../../questions/call-question.ts';
import type { CallCursor, CallPage, CallPageChoice, FoundCall } from '../../questions/calls.ts';
import { FindCalls } from './find-calls.ts';

export function callPage(database: Database, question: CallQuestion, choice: CallPageChoice): CallPage {
  const { limit, after, order = NEWEST_FIRST } = choice;
  const calls: FoundCall[] = [];
  let last: CallCursor | null = null;
  for (const found of new FindCalls(database, question, { after, order }).newestFirst()) {
    if (calls.length === limit) return { calls, next: last };
    const { call, pathOf, key } = found;
    calls.push({ call, pathOf });
    last = { value: sortValue(order, call), key };
  }
  return { calls, next: null };
}
