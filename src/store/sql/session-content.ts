// Answers what happened in one session, for engines that use SQL.

import type { Message } from '../../model/session.ts';
import type { CallQuestion } from '../questions/call-question.ts';
import type { SessionCall, SessionContent } from '../questions/session-content.ts';
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

export function sqlSessionContent(engine: SqlEngine, parts: ContentParts): SessionContent {
  const { dialect } = engine;
  const { words, entryCalls } = parts;
  const ofKey = <Answer>(key: SessionKey, unknown: Answer, work: (session: SessionRef) => Steps<Answer>) =>
    engine.take(ofSession(dialect, key, unknown, work));
  const known = async (key: SessionKey): Promise<SessionRef> => {
    const session = await engine.take(sessionKey(dialect, key));
    if (session === undefined) throw unknownSession();
    return session;
  };
  return {
    whole: async (key) => wholeSession(engine, words, (await known(key)).pk),
    entryCount: (key) => ofKey(key, 0, (session) => entryCount(dialect, session)),
    async *entries(key, chunk, changed) {
      const session = await engine.take(sessionKey(dialect, key));
      if (session === undefined) return;
      const { compactions = [] } = (await engine.take(sessionDetail(session.pk))) ?? {};
      if (changed === undefined) {
        yield* allEntries(engine, entryCalls, session, compactions, chunk);
        return;
      }
      yield* callEntries(engine, entryCalls, session, changed.callIds, chunk);
      yield* saidEntries(engine, session.pk, compactions, changed.after);
    },
    async matches(key, question) {
      const session = await engine.take(sessionKey(dialect, key));
      return session === undefined ? [] : parts.fittingCalls(question, session);
    },
    places: async (key) => sessionPlaces(engine, await known(key)),
    call: (key, callId, occurrence) =>
      ofKey<SessionCall | undefined>(key, undefined, (session) =>
        callInSession(dialect, words, session, { callId, occurrence }),
      ),
    message: (key, place) => ofKey<Message | undefined>(key, undefined, ({ pk }) => messageAt(pk, place)),
  };
}
