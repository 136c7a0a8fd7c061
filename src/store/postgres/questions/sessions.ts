// Answers questions about sessions from PostgreSQL.

import { text, textOrNull } from '../../../base/row.ts';
import type { CallQuestion } from '../../questions/call-question.ts';
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
} from '../../questions/sessions.ts';
import type { SessionKey } from '../../session-batch.ts';
import type { Connection, Transaction } from '../database/connection.ts';
import type { CallWords } from '../queries/call-reader.ts';
import { askOne, type Condition, joinConditions } from '../queries/condition.ts';
import { dataVersion } from '../queries/data-version.ts';
import { fittingSessions } from '../queries/fitting-sessions.ts';
import { liveFacts } from '../queries/live-facts.ts';
import { sessionBriefs, sessionSummary, sessionsBelow, sessionsThatBegin } from '../queries/one-session.ts';
import { scopeOf } from '../queries/scope.ts';
import { sessionAttempts } from '../queries/session-attempts.ts';
import { sessionDetail, sessionFiles, sessionSources } from '../queries/session-facts.ts';
import { IS_NAMED, type SessionRef, sessionBelow, sessionKey, unknownSession } from '../queries/session-keys.ts';
import { listedOne, sessionPage } from '../queries/session-list.ts';
import { shortId } from '../queries/short-ids.ts';

const NOTHING: LiveFacts = { openCalls: [], lastMessage: null, lastResult: null };

export class PostgresSessions implements SessionQuestions {
  readonly #connection: Connection;
  readonly #words: CallWords;
  #paged: { readonly question: CallQuestion; readonly version: string; readonly where: Condition } | undefined;

  constructor(connection: Connection, words: CallWords) {
    this.#connection = connection;
    this.#words = words;
  }

  async page(
    question: CallQuestion,
    page: { readonly limit: number; readonly after?: SessionCursor | null },
  ): Promise<SessionPage> {
    return this.#connection.snapshot(async (on) => sessionPage(on, await this.#whichOf(on, question), page));
  }

  /** To find out which fit can mean to look at every call: not for each page again. */
  async #whichOf(on: Transaction, question: CallQuestion): Promise<Condition> {
    const version = await dataVersion(on);
    const kept = this.#paged;
    if (kept?.question === question && kept.version === version) return kept.where;
    const scope = await scopeOf(on, question.places, 's.pk');
    const where = joinConditions([scope, await fittingSessions(on, this.#words, question)], 'AND');
    this.#paged = { question, version, where };
    return where;
  }

  /** One moment, and the key of a session's row. */
  #of<Answer>(key: SessionKey, unknown: Answer, work: (on: Transaction, session: SessionRef) => Promise<Answer>) {
    return this.#connection.snapshot(async (on) => {
      const session = await sessionKey(on, key);
      return session === undefined ? unknown : work(on, session);
    });
  }

  async get(key: SessionKey): Promise<SessionRow | undefined> {
    return listedOne(this.#connection, key);
  }

  async find(prefix: string, places: readonly string[]): Promise<readonly SessionCandidate[]> {
    return sessionsThatBegin(this.#connection, prefix, places);
  }

  async isKnown(key: SessionKey, places: readonly string[]): Promise<boolean> {
    return (await sessionBelow(this.#connection, key, places)) !== undefined;
  }

  async below(places: readonly string[]): Promise<readonly SessionKey[]> {
    return sessionsBelow(this.#connection, places);
  }

  async briefs(): Promise<readonly SessionBrief[]> {
    return sessionBriefs(this.#connection);
  }

  async title({ agent, id }: SessionKey): Promise<string | null> {
    const sql = `SELECT coalesce(s.title, s.project, '') AS title FROM sessions s WHERE ${IS_NAMED}`;
    const row = await askOne(this.#connection, sql, agent, id, id);
    return row === undefined ? null : text(row, 'title');
  }

  async project({ agent, id }: SessionKey): Promise<string | null> {
    const row = await askOne(this.#connection, `SELECT s.project FROM sessions s WHERE ${IS_NAMED}`, agent, id, id);
    return row === undefined ? null : textOrNull(row, 'project');
  }

  async summary(key: SessionKey): Promise<OneSession> {
    const summary = await this.#of<OneSession | undefined>(key, undefined, (on, { pk }) => sessionSummary(on, pk));
    if (summary === undefined) throw unknownSession();
    return summary;
  }

  async detail(key: SessionKey): Promise<SessionDetail | undefined> {
    return this.#of<SessionDetail | undefined>(key, undefined, (on, { pk }) => sessionDetail(on, pk));
  }

  async sources(key: SessionKey): Promise<readonly SessionSource[]> {
    return sessionSources(this.#connection, key);
  }

  async attempts(key: SessionKey): Promise<readonly SessionAttempt[]> {
    const keyed = await this.#of<Awaited<ReturnType<typeof sessionAttempts>>>(key, [], sessionAttempts);
    return keyed.map(({ key: _, ...attempt }) => attempt);
  }

  async liveFacts(key: SessionKey): Promise<LiveFacts> {
    return this.#of(key, NOTHING, liveFacts);
  }

  async files(keys: readonly SessionKey[]): Promise<readonly (readonly SessionFile[])[]> {
    return sessionFiles(this.#connection, keys);
  }

  async shortId(id: string): Promise<string> {
    return this.#connection.snapshot((on) => shortId(on, 'session', id));
  }
}
