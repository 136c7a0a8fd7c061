// Answers "what went on in the background?": calls that only started something, the latest first, and whether
// its end is known.

import type { Database } from '../../../sqlite/database.ts';
import type { CallQuestion } from '../../questions/call-question.ts';
import type { CallCursor } from '../../questions/calls.ts';
import type { BackgroundPage, BackgroundWork } from '../../questions/stats.ts';
import { backgroundFilter, backgroundWorkOf } from '../../rows/background-work.ts';
import { FindCalls } from './find-calls.ts';

export function backgroundWork(
  database: Database,
  question: CallQuestion,
  { limit, after = null }: { readonly limit: number; readonly after?: CallCursor | null },
): BackgroundPage {
  const filter = backgroundFilter(question.filter);
  const work: BackgroundWork[] = [];
  let last: CallCursor | null = null;
  for (const { call, key, pathOf } of new FindCalls(database, { ...question, filter }, { after }).newestFirst()) {
    const found = backgroundWorkOf(call, pathOf);
    if (found === undefined) continue;
    if (work.length >= limit) return { work, next: last };
    work.push(found);
    last = { value: String(call.requestedAt ?? ''), key };
  }
  return { work, next: null };
}
