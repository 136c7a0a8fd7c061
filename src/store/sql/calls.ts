// Answers questions about calls, for engines that use SQL.

import { type CallOrder, NEWEST_FIRST, sortValue } from '../questions/call-order.ts';
import type { CallQuestion } from '../questions/call-question.ts';
import type {
  CallCursor,
  CallQuestions,
  CallWithPaths,
  NamedCall,
  UnclassedGroup,
  UnclassedQuestion,
} from '../questions/calls.ts';
import type { CallWords } from './call-reader.ts';
import { callsChangedSince, changedCalls } from './changed-calls.ts';
import type { SqlEngine } from './engine.ts';
import { callsOf, exactCall, findCallsById } from './one-call.ts';
import { ofSession } from './session-keys.ts';
import { shortIds } from './short-ids.ts';

/** With the key of its row. */
export interface KeyedCall extends CallWithPaths {
  readonly key: number;
}

/** Which of the matching calls, and how many at first: later batches grow. */
export interface FoundPart {
  readonly after?: CallCursor | null;
  readonly order?: CallOrder;
  readonly size: number;
}

/** The parts that each engine implements itself. */
export interface CallParts {
  readonly words: CallWords;
  /** Matching calls, newest first or in another order, all of one snapshot. */
  found(question: CallQuestion, part: FoundPart): AsyncIterable<readonly KeyedCall[]>;
  unclassed(question: UnclassedQuestion): Promise<readonly UnclassedGroup[]>;
}

/** The first batch is small, so that something can be shown at once. */
const FIRST = 32;

export function sqlCalls(engine: SqlEngine, parts: CallParts): CallQuestions {
  const { dialect } = engine;
  const { words } = parts;
  return {
    unclassed: parts.unclassed,
    async *newest(question, limit = Number.POSITIVE_INFINITY) {
      let left = limit;
      if (left <= 0) return;
      for await (const found of parts.found(question, { size: Math.min(FIRST, limit) })) {
        const batch = found.slice(0, left).map(({ call, pathOf }) => ({ call, pathOf }));
        left -= batch.length;
        if (batch.length > 0) yield batch;
        if (left === 0) return;
      }
    },
    async page(question, { limit, after, order = NEWEST_FIRST }) {
      const calls: CallWithPaths[] = [];
      let last: CallCursor | null = null;
      for await (const batch of parts.found(question, { after, order, size: limit + 1 })) {
        for (const { call, pathOf, key } of batch) {
          if (calls.length === limit) return { calls, next: last };
          calls.push({ call, pathOf });
          last = { value: sortValue(order, call), key };
        }
      }
      return { calls, next: null };
    },
    get: ({ agent, session, callId, occurrence }) =>
      engine.take(
        ofSession<NamedCall | undefined>(dialect, { agent, id: session }, undefined, (found) =>
          exactCall(dialect, words, found, { callId, occurrence }),
        ),
      ),
    several: (keys) => engine.take(callsOf(dialect, words, keys)),
    find: (wanted) => engine.take(findCallsById(dialect, words, wanted)),
    changed: (question, session, callId) => engine.take(changedCalls(dialect, words, question, session, callId)),
    changedSince: (question, session, at) => engine.take(callsChangedSince(dialect, words, question, session, at)),
    shortIds: (ids) => engine.take(shortIds(dialect, 'calls', ids)),
  };
}
