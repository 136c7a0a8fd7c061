// Answers "what went on in the background?": calls that only started something, the latest first, and whether
// its end is known.

import type { CallQuestion } from '../../questions/call-question.ts';
import type { CallCursor } from '../../questions/calls.ts';
import type { BackgroundPage, BackgroundWork } from '../../questions/stats.ts';
import { backgroundFilter, backgroundWorkOf } from '../../rows/background-work.ts';
import type { Statements } from '../database/statement.ts';
import type { CallWords } from './call-reader.ts';
import { FindCalls } from './find-calls.ts';

export async function backgroundWork(
  on: Statements,
  words: CallWords,
  question: CallQuestion,
  { limit, after = null }: { readonly limit: number; readonly after?: CallCursor | null },
): Promise<BackgroundPage> {
  const calls = new FindCalls(words, { ...question, filter: backgroundFilter(question.filter) }, { after });
  const work: BackgroundWork[] = [];
  let last: CallCursor | null = null;
  for (let size = limit + 1; !calls.isOver; size *= 2) {
    for (const { call, key, pathOf } of await calls.next(on, size)) {
      const found = backgroundWorkOf(call, pathOf);
      if (found === undefined) continue;
      if (work.length >= limit) return { work, next: last };
      work.push(found);
      last = { value: String(call.requestedAt ?? ''), key };
    }
  }
  return { work, next: null };
}
