// Answers "what went on in the background?": calls that only started something, the latest first, and whether
// its end is known.

import { type Filter, joined } from '../../../model/filter/filter.ts';
import type { ToolCall } from '../../../model/tool-call.ts';
import type { Database } from '../../../sqlite/database.ts';
import type { CallQuestion } from '../../questions/call-question.ts';
import type { CallCursor } from '../../questions/calls.ts';
import type { BackgroundPage, BackgroundWork } from '../../questions/stats.ts';
import { FindCalls } from './find-calls.ts';

const IN_BACKGROUND: Filter = { type: 'term', key: 'is', values: [{ type: 'exact', value: 'background' }] };

function workOf(call: ToolCall, pathOf: (source: number) => string): BackgroundWork | undefined {
  if (call.background === null) return undefined;
  const { endedVia } = call.background;
  const { requestedAt, endedAt } = call;
  const isOver = endedVia !== null && requestedAt !== null && endedAt !== null && endedAt >= requestedAt;
  return { call, pathOf, endedVia, tookMs: isOver ? endedAt - requestedAt : null };
}

export function backgroundWork(
  database: Database,
  question: CallQuestion,
  { limit, after = null }: { readonly limit: number; readonly after?: CallCursor | null },
): BackgroundPage {
  const filter = question.filter.type === 'all' ? IN_BACKGROUND : joined('and', [IN_BACKGROUND, question.filter]);
  const work: BackgroundWork[] = [];
  let last: CallCursor | null = null;
  for (const { call, key, pathOf } of new FindCalls(database, { ...question, filter }, { after }).newestFirst()) {
    const found = workOf(call, pathOf);
    if (found === undefined) continue;
    if (work.length >= limit) return { work, next: last };
    work.push(found);
    last = { value: String(call.requestedAt ?? ''), key };
  }
  return { work, next: null };
}
