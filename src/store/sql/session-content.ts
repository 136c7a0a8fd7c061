// Answers what happened in one session, for engines that use SQL.

import type { Message } from '../../model/session.ts';
import type { CallQuestion } from '../questions/call-question.ts';
import type {
  ChangedEntries,
  Place,
  SessionCall,
  SessionContent,
  SessionPlaces,
  WholeSession,
} from '../questions/session-content.ts';
import type { SessionKey } from '../session-batch.ts';
import type { CallWords } from './call-reader.ts';
import type { Dialect, SessionRef, SqlEngine } from './engine.ts';
import { callInSession } from './one-call.ts';
import { allEntries, callCount, callEntries, type EntryCalls, saidEntries } from './session-entries.ts';
import { sessionDetail } from './session-facts.ts';
import { ofSession, sessionKey, unknownSession } from './session-keys.ts';
import { messageAt, messageCount } from './session-messages.ts';
import { sessionPlaces } from './session-places.ts';
import type { Steps } from './steps.ts';
import { wholeSession } from './whole-session.ts';

/** The parts that each engine implements itself. */
export interface ContentParts {
  readonly words: CallWords;
  readonly entryCalls: EntryCalls;
  /** Keys of the session's matching calls. */
  fittingCalls(question: CallQuestion, session: SessionRef): Promise<readonly number[]>;
}

function* entryCount(dialect: Dialect, session: SessionRef): Steps<number> {
  const { compactions = [] } = (yield* sessionDetail(session.pk)) ?? {};
  return (yield* callCount(dialect, session)) + (yield* messageCount(session.pk)) + compactions.length;
}

export class SqlSessionContent implements SessionContent {
  readonly #engine: SqlEngine;
  readonly #dialect: Dialect;
  readonly #parts: ContentParts;

  constructor(engine: SqlEngine, parts: ContentParts) {
    this.#engine = engine;
    this.#dialect = engine.dialect;
    this.#parts = parts;
  }

  async whole(key: SessionKey): Promise<WholeSession> {
    const { pk } = await this.#known(key);
    return wholeSession(this.#engine, this.#parts.words, pk);
  }

  async entryCount(key: SessionKey): Promise<number> {
    return this.#of(key, 0, (session) => entryCount(this.#dialect, session));
  }

  async *entries(key: SessionKey, chunk: number, changed?: ChangedEntries): AsyncGenerator<string> {
    const engine = this.#engine;
    const { entryCalls } = this.#parts;
    const session = await engine.take(sessionKey(this.#dialect, key));
    if (session === undefined) return;
    const { compactions = [] } = (await engine.take(sessionDetail(session.pk))) ?? {};
    if (changed === undefined) {
      yield* allEntries(engine, entryCalls, session, compactions, chunk);
      return;
    }
    yield* callEntries(engine, entryCalls, session, changed.callIds, chunk);
    yield* saidEntries(engine, session.pk, compactions, changed.after);
  }

  async matches(key: SessionKey, question: CallQuestion): Promise<readonly number[]> {
    const session = await this.#engine.take(sessionKey(this.#dialect, key));
    return session === undefined ? [] : this.#parts.fittingCalls(question, session);
  }

  async places(key: SessionKey): Promise<SessionPlaces> {
    return sessionPlaces(this.#engine, await this.#known(key));
  }

  async call(key: SessionKey, callId: string, occurrence: number): Promise<SessionCall | undefined> {
    const { words } = this.#parts;
    return this.#of<SessionCall | undefined>(key, undefined, (session) =>
      callInSession(this.#dialect, words, session, { callId, occurrence }),
    );
  }

  async message(key: SessionKey, place: Pick<Place, 'source' | 'offset' | 'pointer'>): Promise<Message | undefined> {
    return this.#of<Message | undefined>(key, undefined, ({ pk }) => messageAt(pk, place));
  }

  async #known(key: SessionKey): Promise<SessionRef> {
    const session = await this.#engine.take(sessionKey(this.#dialect, key));
    if (session === undefined) throw unknownSession();
    return session;
  }

  #of<Answer>(key: SessionKey, unknown: Answer, work: (session: SessionRef) => Steps<Answer>): Promise<Answer> {
    return this.#engine.take(ofSession(this.#dialect, key, unknown, work));
  }
}
