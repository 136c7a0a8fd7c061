// Answers "what went on in the background?": calls that started background work, the latest first, and whether its end is known.

import type { CallQuestion } from '../questions/call-question.ts';
import type { CallCursor } from '../questions/calls.ts';
import type { BackgroundPage, BackgroundWork } from '../questions/stats.ts';
import { backgroundFilter, backgroundWorkOf } from '../rows/background-work.ts';
import type { CallParts } from './calls.ts';

export async function backgroundWork(
  { found }: Pick<CallParts, 'found'>,
  question: CallQuestion,
  { limit, after = null }: { readonly limit: number; readonly after?: CallCursor | null },
): Promise<BackgroundPage> {
  const work: BackgroundWork[] = [];
  let last: CallCursor | null = null;
  const asked = { ...question, filter: backgroundFilter(question.filter) };
  for await (const batch of found(asked, { after, size: limit + 1 })) {
    for (const { call, key, pathOf } of batch) {
      const one = backgroundWorkOf(call, pathOf);
      if (one === undefined) continue;
      if (work.length >= limit) return { work, next: last };
      work.push(one);
      last = { value: String(call.requestedAt ?? ''), key };
    }
  }
  return { work, next: null };
}
