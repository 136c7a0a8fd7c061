// Answers questions about sessions from SQLite.

import { text, textOrNull } from '../../../base/row.ts';
import type { Database, Query } from '../../../sqlite/database.ts';
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
import { dataVersion } from '../queries/data-version.ts';
import { fittingSessions } from '../queries/fitting-sessions.ts';
import { LiveFactsQuery } from '../queries/live-facts.ts';
import { sessionSummary, sessionsThatBegin } from '../queries/one-session.ts';
import { SessionAttempts } from '../queries/session-attempts.ts';
import { sessionBriefs } from '../queries/session-briefs.ts';
import { SessionFacts, sessionBelow } from '../queries/session-facts.ts';
import { SessionList } from '../queries/session-list.ts';
import { sessionsBelow } from '../queries/sessions-below.ts';
import { ShortIds } from '../queries/short-ids.ts';
import { type SessionKeys, unknownSession } from './session-keys.ts';

const NOTHING: LiveFacts = { openCalls: [], lastMessage: null, lastResult: null };

export class SqliteSessions implements SessionQuestions {
  readonly #database: Database;
  readonly #keys: SessionKeys;
  readonly #list: SessionList;
  readonly #facts: SessionFacts;
  readonly #attempts: SessionAttempts;
  readonly #live: LiveFactsQuery;
  readonly #short: ShortIds;
  readonly #title: Query<string>;
  readonly #project: Query<string | null>;
  #paged: { readonly question: CallQuestion; readonly version: string; readonly list: SessionList } | undefined;

  constructor(database: Database, keys: SessionKeys) {
    this.#database = database;
    this.#keys = keys;
    this.#list = new SessionList(database);
    this.#facts = new SessionFacts(database);
    this.#attempts = new SessionAttempts(database);
    this.#live = new LiveFactsQuery(database);
    this.#short = new ShortIds(database);
    this.#title = database.query(
      "SELECT coalesce(title, project, '') AS title FROM sessions WHERE agent = ? AND id = ?",
      (row) => text(row, 'title'),
    );
    this.#project = database.query('SELECT project FROM sessions WHERE agent = ? AND id = ?', (row) =>
      textOrNull(row, 'project'),
    );
  }

  async page(
    question: CallQuestion,
    page: { readonly limit: number; readonly after?: SessionCursor | null },
  ): Promise<SessionPage> {
    const list = this.#listOf(question);
    return { ...list.page(page), total: list.count() };
  }

  /** To find out which fit can mean to look at every call: not for each page again. */
  #listOf(question: CallQuestion): SessionList {
    const version = dataVersion(this.#database);
    const kept = this.#paged;
    if (kept?.question === question && kept.version === version) return kept.list;
    const { filter, places } = question;
    const keys = filter.type === 'all' ? undefined : fittingSessions(this.#database, question);
    const list = new SessionList(this.#database, places, keys);
    this.#paged = { question, version, list };
    return list;
  }

  async get({ agent, id }: SessionKey): Promise<SessionRow | undefined> {
    return this.#list.get(agent, id);
  }

  async find(prefix: string, places: readonly string[]): Promise<readonly SessionCandidate[]> {
    return sessionsThatBegin(this.#database, prefix, places);
  }

  async isKnown(key: SessionKey, places: readonly string[]): Promise<boolean> {
    return sessionBelow(this.#database, key, places) !== undefined;
  }

  async below(places: readonly string[]): Promise<readonly SessionKey[]> {
    return sessionsBelow(this.#database, places);
  }

  async briefs(): Promise<readonly SessionBrief[]> {
    return sessionBriefs(this.#database);
  }

  async title({ agent, id }: SessionKey): Promise<string | null> {
    return this.#title.get(agent, id) ?? null;
  }

  async project({ agent, id }: SessionKey): Promise<string | null> {
    return this.#project.get(agent, id) ?? null;
  }

  async summary(key: SessionKey): Promise<OneSession> {
    const session = this.#keys.of(key);
    const summary = session === undefined ? undefined : sessionSummary(this.#database, session);
    if (summary === undefined) throw unknownSession();
    return summary;
  }

  async detail(key: SessionKey): Promise<SessionDetail | undefined> {
    const session = this.#keys.of(key);
    return session === undefined ? undefined : this.#facts.detail(session);
  }

  async sources(key: SessionKey): Promise<readonly SessionSource[]> {
    const session = this.#keys.of(key);
    return session === undefined ? [] : this.#facts.sources(session);
  }

  async attempts({ agent, id }: SessionKey): Promise<readonly SessionAttempt[]> {
    return this.#attempts.of(agent, id);
  }

  async liveFacts(key: SessionKey): Promise<LiveFacts> {
    const session = this.#keys.of(key);
    return session === undefined ? NOTHING : this.#live.of(session);
  }

  async files(keys: readonly SessionKey[]): Promise<readonly (readonly SessionFile[])[]> {
    return keys.map(({ agent, id }) => this.#facts.files(agent, id));
  }

  async shortId(id: string): Promise<string> {
    return this.#short.session(id);
  }
}
