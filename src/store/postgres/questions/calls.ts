// Answers questions about calls from PostgreSQL.

import type { CallKey } from '../../../model/tool-call.ts';
import { NEWEST_FIRST, sortValue } from '../../questions/call-order.ts';
import type { CallQuestion } from '../../questions/call-question.ts';
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
} from '../../questions/calls.ts';
import type { SessionKey } from '../../session-batch.ts';
import type { Connection } from '../database/connection.ts';
import type { Statements } from '../database/statement.ts';
import type { CallWords } from '../queries/call-reader.ts';
import { callsChangedSince, changedCalls } from '../queries/changed-calls.ts';
import { FindCalls } from '../queries/find-calls.ts';
import { exactCall, findCallsById } from '../queries/one-call.ts';
import { sessionKey } from '../queries/session-keys.ts';
import { shortId } from '../queries/short-ids.ts';
import { unclassedCalls } from '../queries/unclassed-calls.ts';

/** The first batch is small, so that something can be shown at once. */
const FIRST = 32;
const MOST = 512;

export class PostgresCalls implements CallQuestions {
  readonly #connection: Connection;
  readonly #words: CallWords;

  constructor(connection: Connection, words: CallWords) {
    this.#connection = connection;
    this.#words = words;
  }

  newest(question: CallQuestion, limit = Number.POSITIVE_INFINITY): AsyncGenerator<readonly FoundCall[]> {
    return this.#connection.snapshotOf((on) => this.#newest(on, question, limit));
  }

  async *#newest(on: Statements, question: CallQuestion, limit: number): AsyncGenerator<readonly FoundCall[]> {
    const calls = new FindCalls(this.#words, question);
    for (let [left, size] = [limit, FIRST]; left > 0 && !calls.isOver; size = Math.min(MOST, 2 * size)) {
      const found = await calls.next(on, size);
      const batch = found.slice(0, left).map(({ call, pathOf }) => ({ call, pathOf }));
      left -= batch.length;
      if (batch.length > 0) yield batch;
    }
  }

  async page(question: CallQuestion, choice: CallPageChoice): Promise<CallPage> {
    const { limit, after, order = NEWEST_FIRST } = choice;
    return this.#connection.snapshot(async (on) => {
      const found = new FindCalls(this.#words, question, { after, order });
      const calls: FoundCall[] = [];
      let last: CallCursor | null = null;
      for (let size = limit + 1; !found.isOver; size = Math.max(MOST, 2 * size)) {
        for (const { call, pathOf, key } of await found.next(on, size)) {
          if (calls.length === limit) return { calls, next: last };
          calls.push({ call, pathOf });
          last = { value: sortValue(order, call), key };
        }
      }
      return { calls, next: null };
    });
  }

  async get({ agent, session, callId, occurrence }: CallKey): Promise<NamedCall | undefined> {
    return this.#connection.snapshot(async (on) => {
      const key = await sessionKey(on, { agent, id: session });
      return key === undefined ? undefined : exactCall(on, this.#words, key, { callId, occurrence });
    });
  }

  async find(wanted: CallWanted): Promise<readonly NamedCall[]> {
    return this.#connection.snapshot((on) => findCallsById(on, this.#words, wanted));
  }

  async changed(question: CallQuestion, session: SessionKey, callId: string): Promise<readonly ChangedCall[]> {
    return this.#connection.snapshot((on) => changedCalls(on, this.#words, question, session, callId));
  }

  async changedSince(question: CallQuestion, session: SessionKey, at: number): Promise<readonly ChangedCall[]> {
    return this.#connection.snapshot((on) => callsChangedSince(on, this.#words, question, session, at));
  }

  async unclassed(question: UnclassedQuestion): Promise<readonly UnclassedGroup[]> {
    return this.#connection.snapshot((on) => unclassedCalls(on, this.#words, question));
  }

  async shortId(id: string): Promise<string> {
    return this.#connection.snapshot((on) => shortId(on, 'call', id));
  }
}
