// Answers questions about sessions, for engines that use SQL.

import { text, textOrNull } from '../../base/row.ts';
import type { CallQuestion } from '../questions/call-question.ts';
import type {
  LiveFacts,
  OneSession,
  SessionAttempt,
  SessionBrief,
  SessionCandidate,
  SessionCursor,
  SessionDetail,
  SessionFile,
  SessionPage,
  SessionQuestions,
  SessionRow,
  SessionSource,
} from '../questions/sessions.ts';
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

export class SqlSessions implements SessionQuestions {
  readonly #engine: SqlEngine;
  readonly #dialect: Dialect;
  readonly #withFitting: WithFitting;
  #paged: (Fitting & { readonly question: CallQuestion }) | undefined;

  constructor(engine: SqlEngine, withFitting: WithFitting) {
    this.#engine = engine;
    this.#dialect = engine.dialect;
    this.#withFitting = withFitting;
  }

  async page(
    question: CallQuestion,
    page: { readonly limit: number; readonly after?: SessionCursor | null },
  ): Promise<SessionPage> {
    // Finding out which match can mean scanning every call: not again for each page.
    const kept = this.#paged?.question === question ? this.#paged : undefined;
    return this.#withFitting(question, kept?.version, (found) => {
      const fitting = found ?? kept ?? { version: '', where: ALWAYS };
      this.#paged = { question, ...fitting };
      return sessionPage(this.#dialect, fitting.where, page);
    });
  }

  async get(key: SessionKey): Promise<SessionRow | undefined> {
    return this.#engine.take(listedOne(this.#dialect, key));
  }

  async find(prefix: string, places: readonly string[]): Promise<readonly SessionCandidate[]> {
    return this.#engine.take(sessionsThatBegin(this.#dialect, prefix, places));
  }

  async isKnown(key: SessionKey, places: readonly string[]): Promise<boolean> {
    return (await this.#engine.take(sessionBelow(this.#dialect, key, places))) !== undefined;
  }

  async below(places: readonly string[]): Promise<readonly SessionKey[]> {
    return this.#engine.take(sessionsBelow(this.#dialect, places));
  }

  async briefs(): Promise<readonly SessionBrief[]> {
    return this.#engine.take(sessionBriefs());
  }

  async title(key: SessionKey): Promise<string | null> {
    const { sql, values } = this.#dialect.isNamed(key);
    const row = await this.#engine.take(
      askOne(`SELECT coalesce(s.title, s.project, '') AS title FROM sessions s WHERE ${sql}`, ...values),
    );
    return row === undefined ? null : text(row, 'title');
  }

  async project(key: SessionKey): Promise<string | null> {
    const { sql, values } = this.#dialect.isNamed(key);
    const row = await this.#engine.take(askOne(`SELECT s.project FROM sessions s WHERE ${sql}`, ...values));
    return row === undefined ? null : textOrNull(row, 'project');
  }

  async summary(key: SessionKey): Promise<OneSession> {
    const summary = await this.#of(key, undefined, ({ pk }) => sessionSummary(this.#dialect, pk));
    if (summary === undefined) throw unknownSession();
    return summary;
  }

  async detail(key: SessionKey): Promise<SessionDetail | undefined> {
    return this.#of(key, undefined, ({ pk }) => sessionDetail(pk));
  }

  async sources(key: SessionKey): Promise<readonly SessionSource[]> {
    return this.#engine.take(sessionSources(this.#dialect, key));
  }

  async attempts(key: SessionKey): Promise<readonly SessionAttempt[]> {
    return this.#of(key, [], (session) => attemptsOf(this.#dialect, session));
  }

  async liveFacts(key: SessionKey): Promise<LiveFacts> {
    return this.#of(key, NOTHING, (session) => liveFacts(this.#dialect, session));
  }

  async files(keys: readonly SessionKey[]): Promise<readonly (readonly SessionFile[])[]> {
    return this.#engine.take(sessionFiles(this.#dialect, keys));
  }

  async shortIds(ids: readonly string[]): Promise<readonly string[]> {
    return this.#engine.take(shortIds(this.#dialect, 'sessions', ids));
  }

  #of<Answer>(key: SessionKey, unknown: Answer, work: (session: SessionRef) => Steps<Answer>): Promise<Answer> {
    return this.#engine.take(ofSession(this.#dialect, key, unknown, work));
  }
}
