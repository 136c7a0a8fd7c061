// Answers from PostgreSQL what happened in one session.

import { integer, integerOrNull, text } from '../../../base/row.ts';
import type { Message } from '../../../model/session.ts';
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
import type { Connection } from '../database/connection.ts';
import { CallReader, type CallWords } from '../queries/call-reader.ts';
import { askOne } from '../queries/condition.ts';
import { callCount } from '../queries/entry-calls.ts';
import { factsOfSession } from '../queries/fitting-facts.ts';
import { rowsOfCall } from '../queries/one-call.ts';
import { allEntries, callEntries, saidEntries } from '../queries/session-entries.ts';
import { sessionDetail } from '../queries/session-facts.ts';
import { sessionKey, unknownSession } from '../queries/session-keys.ts';
import { messageAt, messageCount } from '../queries/session-messages.ts';
import { sessionPlaces } from '../queries/session-places.ts';
import { wholeSession } from '../queries/whole-session.ts';

export class PostgresSessionContent implements SessionContent {
  readonly #connection: Connection;
  readonly #words: CallWords;

  constructor(connection: Connection, words: CallWords) {
    this.#connection = connection;
    this.#words = words;
  }

  async whole(key: SessionKey): Promise<WholeSession> {
    const session = await sessionKey(this.#connection, key);
    if (session === undefined) throw unknownSession();
    return wholeSession(this.#connection, this.#words, session.pk);
  }

  async entryCount(key: SessionKey): Promise<number> {
    return this.#connection.snapshot(async (on) => {
      const session = await sessionKey(on, key);
      if (session === undefined) return 0;
      const compactions = (await sessionDetail(on, session.pk))?.compactions ?? [];
      return (await callCount(on, session)) + (await messageCount(on, session.pk)) + compactions.length;
    });
  }

  /** Chunk by chunk, so that no connection waits for a slow reader. */
  async *entries(key: SessionKey, chunk: number, changed?: ChangedEntries): AsyncGenerator<string> {
    const on = this.#connection;
    const session = await sessionKey(on, key);
    if (session === undefined) return;
    const compactions = (await sessionDetail(on, session.pk))?.compactions ?? [];
    if (changed === undefined) {
      yield* allEntries(on, session, compactions, chunk);
      return;
    }
    yield* callEntries(on, session, changed.callIds, chunk);
    yield* saidEntries(on, session.pk, compactions, changed.after);
  }

  async matches(key: SessionKey, question: CallQuestion): Promise<readonly number[]> {
    return this.#connection.snapshot(async (on) => {
      const session = await sessionKey(on, key);
      return session === undefined ? [] : factsOfSession(on, this.#words, question, session);
    });
  }

  async places(key: SessionKey): Promise<SessionPlaces> {
    const session = await sessionKey(this.#connection, key);
    if (session === undefined) throw unknownSession();
    return sessionPlaces(this.#connection, session);
  }

  async call(key: SessionKey, callId: string, occurrence: number): Promise<SessionCall | undefined> {
    return this.#connection.snapshot(async (on) => {
      const session = await sessionKey(on, key);
      if (session === undefined) return undefined;
      const rows = await rowsOfCall(on, session, callId);
      const wanted = rows.filter((row) => integer(row, 'occurrence') === occurrence);
      const [found] = await new CallReader(on, this.#words).read(wanted);
      if (found === undefined) return undefined;
      const origin = await askOne(
        on,
        'SELECT s.id FROM calls c JOIN sessions s ON s.pk = c.session_pk WHERE c.pk = ?::int8',
        integerOrNull(found.row, 'copy_of'),
      );
      return { call: found.call, copyOf: origin === undefined ? null : text(origin, 'id') };
    });
  }

  async message(key: SessionKey, place: Pick<Place, 'source' | 'offset' | 'pointer'>): Promise<Message | undefined> {
    return this.#connection.snapshot(async (on) => {
      const session = await sessionKey(on, key);
      return session === undefined ? undefined : messageAt(on, session.pk, place);
    });
  }
}
