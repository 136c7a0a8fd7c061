// Answers questions about calls from SQLite.

import type { CallKey } from '../../../model/tool-call.ts';
import type { Database } from '../../../sqlite/database.ts';
import type { CallQuestion } from '../../questions/call-question.ts';
import type {
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
import { callPage } from '../queries/call-pages.ts';
import { ChangedCalls } from '../queries/changed-calls.ts';
import { ExactCall } from '../queries/exact-call.ts';
import { FindCalls } from '../queries/find-calls.ts';
import { findCallsById } from '../queries/one-call.ts';
import { ShortIds } from '../queries/short-ids.ts';
import { unclassedCalls } from '../queries/unclassed-calls.ts';
import { firstOf, inBatches } from './batches.ts';
import { KeptReader } from './kept-readers.ts';
import type { SessionKeys } from './session-keys.ts';

export class SqliteCalls implements CallQuestions {
  readonly #database: Database;
  readonly #keys: SessionKeys;
  readonly #exact: KeptReader<ExactCall>;
  readonly #short: ShortIds;

  constructor(database: Database, keys: SessionKeys) {
    this.#database = database;
    this.#keys = keys;
    this.#exact = new KeptReader(database, (opened) => new ExactCall(opened));
    this.#short = new ShortIds(database);
  }

  newest(question: CallQuestion, limit = Number.POSITIVE_INFINITY): AsyncIterable<readonly FoundCall[]> {
    return inBatches(firstOf(new FindCalls(this.#database, question).newestFirst(), limit));
  }

  async page(question: CallQuestion, choice: CallPageChoice): Promise<CallPage> {
    return callPage(this.#database, question, choice);
  }

  async get({ agent, session, callId, occurrence }: CallKey): Promise<NamedCall | undefined> {
    const key = this.#keys.of({ agent, id: session });
    return key === undefined ? undefined : this.#exact.get().find(key, callId, occurrence);
  }

  async find(wanted: CallWanted): Promise<readonly NamedCall[]> {
    return findCallsById(this.#database, wanted);
  }

  async changed(question: CallQuestion, session: SessionKey, callId: string): Promise<readonly ChangedCall[]> {
    return new ChangedCalls(this.#database, question).of(session, callId);
  }

  async changedSince(question: CallQuestion, session: SessionKey, at: number): Promise<readonly ChangedCall[]> {
    return new ChangedCalls(this.#database, question).since(session, at);
  }

  async unclassed(question: UnclassedQuestion): Promise<readonly UnclassedGroup[]> {
    return unclassedCalls(this.#database, question);
  }

  async shortId(id: string): Promise<string> {
    return this.#short.call(id);
  }
}
