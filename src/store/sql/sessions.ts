// Answers questions about sessions, for engines that use SQL.

import { type Row, text, textOrNull } from '../../base/row.ts';
import type { CallQuestion } from '../questions/call-question.ts';
import type { LiveFacts, SessionAttempt, SessionQuestions } from '../questions/sessions.ts';
import type { SessionKey } from '../session-batch.ts';
import { ALWAYS, type Condition } from './condition.ts';
import type { Dialect, SessionRef, SqlEngine } from './engine.ts';
import { liveFacts } from './live-facts.ts';
import { sessionBriefs, sessionSummary, sessionsBelow, sessionsThatBegin } from './one-session.ts';
import { sessionAttempts } from './session-attempts.ts';
import { sessionDetail, sessionFiles, sessionSources } from './session-facts.ts';
import { ofSession, sessionBelow, unknownSession } from './session-keys.ts';
import { listedOne, sessionPage } from './session-list.ts';
import { shortIds } from './short-ids.ts';
import { askOne, type Steps } from './steps.ts';

const NOTHING: LiveFacts = { openCalls: [], lastMessage: null, lastResult: null };

/** Which sessions match, among rows `s`, at some version of the index. */
export interface Fitting {
  readonly version: string;
  readonly where: Condition;
}

/**
 * Engines scan calls in their own ways: `work` gets what matches, in the snapshot it runs in, or nothing if the index still has the
 * known version.
 */
export type WithFitting = <Answer>(
  question: CallQuestion,
  known: string | undefined,
  work: (found: Fitting | undefined) => Steps<Answer>,
) => Promise<Answer>;

function* attemptsOf(dialect: Dialect, session: SessionRef): Steps<readonly SessionAttempt[]> {
  return (yield* sessionAttempts(dialect, session)).map(({ key: _, ...attempt }) => attempt);
}

export function sqlSessions(engine: SqlEngine, withFitting: WithFitting): SessionQuestions {
  const { dialect } = engine;
  let paged: (Fitting & { readonly question: CallQuestion }) | undefined;
  const ofKey = <Answer>(key: SessionKey, unknown: Answer, work: (session: SessionRef) => Steps<Answer>) =>
    engine.take(ofSession(dialect, key, unknown, work));
  const columnOf = (key: SessionKey, column: string): Promise<Row | undefined> => {
    const { sql, values } = dialect.isNamed(key);
    return engine.take(askOne(`SELECT ${column} FROM sessions s WHERE ${sql}`, ...values));
  };
  return {
    page(question, page) {
      // Finding out which match can mean scanning every call: not again for each page.
      const kept = paged?.question === question ? paged : undefined;
      return withFitting(question, kept?.version, (found) => {
        const fitting = found ?? kept ?? { version: '', where: ALWAYS };
        paged = { question, ...fitting };
        return sessionPage(dialect, fitting.where, page);
      });
    },
    get: (key) => engine.take(listedOne(dialect, key)),
    find: (prefix, places) => engine.take(sessionsThatBegin(dialect, prefix, places)),
    isKnown: async (key, places) => (await engine.take(sessionBelow(dialect, key, places))) !== undefined,
    below: (places) => engine.take(sessionsBelow(dialect, places)),
    briefs: () => engine.take(sessionBriefs()),
    async title(key) {
      const row = await columnOf(key, "coalesce(s.title, s.project, '') AS title");
      return row === undefined ? null : text(row, 'title');
    },
    async project(key) {
      const row = await columnOf(key, 's.project');
      return row === undefined ? null : textOrNull(row, 'project');
    },
    async summary(key) {
      const summary = await ofKey(key, undefined, ({ pk }) => sessionSummary(dialect, pk));
      if (summary === undefined) throw unknownSession();
      return summary;
    },
    detail: (key) => ofKey(key, undefined, ({ pk }) => sessionDetail(pk)),
    sources: (key) => engine.take(sessionSources(dialect, key)),
    attempts: (key) => ofKey<readonly SessionAttempt[]>(key, [], (session) => attemptsOf(dialect, session)),
    liveFacts: (key) => ofKey(key, NOTHING, (session) => liveFacts(dialect, session)),
    files: (keys) => engine.take(sessionFiles(dialect, keys)),
    shortIds: (ids) => engine.take(shortIds(dialect, 'sessions', ids)),
  };
}
