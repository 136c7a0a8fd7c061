// Answers from SQLite what happened in one session.

import type { Message } from '../../../model/session.ts';
import type { Database } from '../../../sqlite/database.ts';
import type { CallQuestion } from '../../questions/call-question.ts';
import type {
  ChangedEntries,
  Place,
  SessionCall,
  SessionContent,
  SessionPlaces,
  WholeSession,
} from '../../questions/session-content.ts';
import type { SessionKey } from '../../session-batch.ts';
import { fittingCalls } from '../queries/fitting-sessions.ts';
import { SessionReader } from '../queries/one-session.ts';
import { SessionEntries } from '../queries/session-entries.ts';
import { SessionFacts } from '../queries/session-facts.ts';
import { wholeSession } from '../queries/whole-session.ts';
import { KeptReader } from './kept-readers.ts';
import { type SessionKeys, unknownSession } from './session-keys.ts';

export class SqliteSessionContent implements SessionContent {
  readonly #database: Database;
  readonly #keys: SessionKeys;
  readonly #facts: SessionFacts;
  readonly #entries: SessionEntries;
  readonly #reader: KeptReader<SessionReader>;

  constructor(database: Database, keys: SessionKeys) {
    this.#database = database;
    this.#keys = keys;
    this.#facts = new SessionFacts(database);
    this.#entries = new SessionEntries(database);
    this.#reader = new KeptReader(database, (opened) => new SessionReader(opened));
  }

  async whole(key: SessionKey): Promise<WholeSession> {
    const session = this.#keys.of(key);
    if (session === undefined) throw unknownSession();
    return wholeSession(this.#database, session);
  }

  async entryCount(key: SessionKey): Promise<number> {
    const session = this.#keys.of(key);
    if (session === undefined) return 0;
    return this.#entries.count(session, this.#facts.detail(session)?.compactions ?? []);
  }

  async *entries(key: SessionKey, chunk: number, changed?: ChangedEntries): AsyncGenerator<string> {
    const session = this.#keys.of(key);
    if (session === undefined) return;
    const compactions = this.#facts.detail(session)?.compactions ?? [];
    if (changed === undefined) {
      yield* this.#entries.all(session, compactions, chunk);
      return;
    }
    yield* this.#entries.calls(session, changed.callIds, chunk);
    yield* this.#entries.said(session, compactions, changed.after);
  }

  async matches(key: SessionKey, question: CallQuestion): Promise<readonly number[]> {
    const session = this.#keys.of(key);
    return session === undefined ? [] : fittingCalls(this.#database, question, session);
  }

  async places(key: SessionKey): Promise<SessionPlaces> {
    const session = this.#keys.of(key);
    if (session === undefined) throw unknownSession();
    return this.#reader.get().places(session);
  }

  async call(key: SessionKey, callId: string, occurrence: number): Promise<SessionCall | undefined> {
    const session = this.#keys.of(key);
    return session === undefined ? undefined : this.#reader.get().call(session, callId, occurrence);
  }

  async message(key: SessionKey, place: Pick<Place, 'source' | 'offset' | 'pointer'>): Promise<Message | undefined> {
    const session = this.#keys.of(key);
    return session === undefined ? undefined : this.#reader.get().message(session, place);
  }
}
