// Answers questions about calls, for engines that use SQL.

import type { CallKey, ToolCall } from '../../model/tool-call.ts';
import { type CallOrder, NEWEST_FIRST, sortValue } from '../questions/call-order.ts';
import type { CallQuestion } from '../questions/call-question.ts';
import type {
  CallCursor,
  CallPage,
  CallPageChoice,
  CallQuestions,
  CallWanted,
  ChangedCall,
  FoundCall,
  NamedCall,
  UnclassedGroup,
  UnclassedQuestion,
} from '../questions/calls.ts';
import type { SessionKey } from '../session-batch.ts';
import type { CallWords } from './call-reader.ts';
import { callsChangedSince, changedCalls } from './changed-calls.ts';
import type { Dialect, SqlEngine } from './engine.ts';
import { callsOf, exactCall, findCallsById } from './one-call.ts';
import { ofSession } from './session-keys.ts';
import { shortIds } from './short-ids.ts';

/** With the key of its row. */
export interface KeyedCall extends FoundCall {
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

export class SqlCalls implements CallQuestions {
  readonly #engine: SqlEngine;
  readonly #dialect: Dialect;
  readonly #parts: CallParts;

  constructor(engine: SqlEngine, parts: CallParts) {
    this.#engine = engine;
    this.#dialect = engine.dialect;
    this.#parts = parts;
  }

  async *newest(question: CallQuestion, limit = Number.POSITIVE_INFINITY): AsyncGenerator<readonly FoundCall[]> {
    let left = limit;
    if (left <= 0) return;
    for await (const found of this.#parts.found(question, { size: Math.min(FIRST, limit) })) {
      const batch = found.slice(0, left).map(({ call, pathOf }) => ({ call, pathOf }));
      left -= batch.length;
      if (batch.length > 0) yield batch;
      if (left === 0) return;
    }
  }

  async page(question: CallQuestion, { limit, after, order = NEWEST_FIRST }: CallPageChoice): Promise<CallPage> {
    const calls: FoundCall[] = [];
    let last: CallCursor | null = null;
    for await (const batch of this.#parts.found(question, { after, order, size: limit + 1 })) {
      for (const { call, pathOf, key } of batch) {
        if (calls.length === limit) return { calls, next: last };
        calls.push({ call, pathOf });
        last = { value: sortValue(order, call), key };
      }
    }
    return { calls, next: null };
  }

  async get({ agent, session, callId, occurrence }: CallKey): Promise<NamedCall | undefined> {
    const key = { agent, id: session };
    return this.#engine.take(
      ofSession<NamedCall | undefined>(this.#dialect, key, undefined, (found) =>
        exactCall(this.#dialect, this.#parts.words, found, { callId, occurrence }),
      ),
    );
  }

  async several(keys: readonly CallKey[]): Promise<readonly (ToolCall | undefined)[]> {
    return this.#engine.take(callsOf(this.#dialect, this.#parts.words, keys));
  }

  async find(wanted: CallWanted): Promise<readonly NamedCall[]> {
    return this.#engine.take(findCallsById(this.#dialect, this.#parts.words, wanted));
  }

  async changed(question: CallQuestion, session: SessionKey, callId: string): Promise<readonly ChangedCall[]> {
    return this.#engine.take(changedCalls(this.#dialect, this.#parts.words, question, session, callId));
  }

  async changedSince(question: CallQuestion, session: SessionKey, at: number): Promise<readonly ChangedCall[]> {
    return this.#engine.take(callsChangedSince(this.#dialect, this.#parts.words, question, session, at));
  }

  async unclassed(question: UnclassedQuestion): Promise<readonly UnclassedGroup[]> {
    return this.#parts.unclassed(question);
  }

  async shortIds(ids: readonly string[]): Promise<readonly string[]> {
    return this.#engine.take(shortIds(this.#dialect, 'calls', ids));
  }
}
