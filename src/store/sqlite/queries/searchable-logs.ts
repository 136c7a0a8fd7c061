// Answers "which logs are there to search?": newest first, with the session of each, and how far it is covered.

import type { Filter } from '../../../model/filter/filter.ts';
import { type SessionFacts, sessionFacts } from '../../../model/filter/session-facts.ts';
import type { ToolCall } from '../../../model/tool-call.ts';
import type { Database, Query } from '../../../sqlite/database.ts';
import { flag, integer, type Row, text, textOrNull } from '../../../sqlite/row.ts';
import type { SessionDetail } from '../index/session-table.ts';
import { exact } from '../index/source-table.ts';
import { CallReader } from './call-reader.ts';
import { atOrBelow } from './condition.ts';
import { type Families, filterCondition } from './filter-condition.ts';

export interface SearchableLog {
  /** Of its row. */
  readonly key: number;
  readonly sessionKey: number;
  readonly agent: string;
  readonly session: string;
  /** Its number in references. */
  readonly source: number;
  readonly thread: string;
  readonly path: string;
  /** Bytes of it that the index has read, unpacked. */
  readonly size: number;
  /** The file as the index last saw it, by which it is known again. */
  readonly fileBytes: number;
  readonly modifiedAt: number;
  /** Bytes that the text index covers; 0 when it covers none. */
  readonly covered: number;
  /** Nothing in it is newer. */
  readonly newestAt: number;
}

export interface SearchedSession {
  readonly title: string | null;
  readonly project: string | null;
  /** Sessions that share history have the same lineage; rank orders them, the original first. */
  readonly lineage: string | null;
  readonly rank: string;
  readonly facts: SessionFacts;
}

const KEPT_SESSIONS = 512;

/** As the database writes it down: all logs in one text, because a row for each takes twice as long. */
type Listed = readonly [
  key: number,
  sessionKey: number,
  agent: string,
  session: string,
  source: number,
  thread: string,
  path: string,
  size: number,
  fileBytes: number,
  modifiedAt: number,
  covered: number,
  newestAt: number,
];

const LISTED = `json_array(f.pk, f.session_pk, s.agent, s.id, f.num, f.thread, f.path,
  CASE WHEN f.path LIKE '%.zst' THEN f.offset ELSE max(f.size, f.offset) END, f.size, ${exact('f.modified_at')},
  coalesce(t.covered, 0), ${exact('coalesce(s.last_at, f.modified_at)')})`;

function logOf(listed: Listed): SearchableLog {
  const [key, sessionKey, agent, session, source, thread, path, size, fileBytes, modifiedAt, covered, newestAt] =
    listed;
  return {
    key,
    sessionKey,
    agent,
    session,
    source,
    thread,
    path,
    size,
    fileBytes,
    modifiedAt,
    covered,
    newestAt,
  };
}

function newerFirst(a: SearchableLog, b: SearchableLog): number {
  return b.newestAt - a.newestAt || b.sessionKey - a.sessionKey || a.source - b.source;
}

export class SearchableLogs {
  readonly #database: Database;
  readonly #session: Query<SearchedSession>;
  readonly #calls: Query<Row>;
  readonly #isCall: Query<boolean>;
  readonly #reader: CallReader;
  readonly #version: Query<string>;
  #listed: { readonly version: string; readonly logs: readonly SearchableLog[] } | undefined;
  /** As of the list: sessions with hits mostly have some of the next search, too. */
  readonly #sessions = new Map<number, SearchedSession>();

  constructor(database: Database, families: Families) {
    this.#database = database;
    this.#reader = new CallReader(database);
    // Others' commits, and our own.
    this.#version = database.query(
      'SELECT data_version, total_changes() AS own FROM pragma_data_version',
      (row) => `${integer(row, 'data_version')} ${integer(row, 'own')}`,
    );
    this.#session = database.query(
      'SELECT title, project, lineage, rank, live, detail FROM sessions WHERE pk = ?',
      (row) => {
        const { fields, threads }: SessionDetail = JSON.parse(text(row, 'detail'));
        const more = { familyOf: (toolId: string) => families.get(toolId) };
        return {
          title: textOrNull(row, 'title'),
          project: textOrNull(row, 'project'),
          lineage: textOrNull(row, 'lineage'),
          rank: text(row, 'rank'),
          facts: sessionFacts({ live: flag(row, 'live'), fields, threads }, more),
        };
      },
    );
    this.#isCall = database.query('SELECT 1 FROM calls WHERE call_id = ? AND session_pk = ? LIMIT 1', () => true);
    this.#calls = database.query(
      'SELECT * FROM calls WHERE call_id = ? AND session_pk = ? ORDER BY occurrence',
      (row) => row,
    );
  }

  /** The same list again until something changes: people search for one thing after the other. */
  newestFirst(places: readonly string[]): readonly SearchableLog[] {
    const version = `${this.#version.get()} ${JSON.stringify(places)}`;
    if (this.#listed?.version !== version) {
      this.#listed = { version, logs: this.#list(places) };
      this.#sessions.clear();
    }
    return this.#listed.logs;
  }

  #list(places: readonly string[]): SearchableLog[] {
    const { sql, values } = atOrBelow(places);
    const listed = this.#database
      .query(
        `SELECT json_group_array(${LISTED}) AS logs
         FROM sources f JOIN sessions s ON s.pk = f.session_pk LEFT JOIN texts t ON t.source_pk = f.pk
         WHERE f.ledger IS NOT NULL AND ${sql}`,
        (row) => text(row, 'logs'),
      )
      .get(...values);
    // Our own words: the schema's version vouches for their shape.
    const logs: readonly Listed[] = JSON.parse(listed ?? '[]');
    return logs.map(logOf).sort(newerFirst);
  }

  session(key: number): SearchedSession {
    const known = this.#sessions.get(key);
    if (known !== undefined) return known;
    const unknown = { title: null, project: null, lineage: null, rank: '', facts: { live: false } };
    const session = this.#session.get(key) ?? unknown;
    if (this.#sessions.size >= KEPT_SESSIONS) this.#sessions.clear();
    this.#sessions.set(key, session);
    return session;
  }

  /** How to ask whether a session has any call that fits, as far as the database can tell. */
  hasCalls(filter: Filter, families: Families): (session: number) => boolean {
    const { sql, values } = filterCondition(filter, families);
    const query = this.#database.query(
      `SELECT 1 FROM calls c JOIN sessions s ON s.pk = c.session_pk WHERE c.session_pk = ? AND ${sql} LIMIT 1`,
      () => true,
    );
    return (session) => query.get(session, ...values) === true;
  }

  /** How to ask for the ids of a session's calls that fit, as far as the database can tell. */
  callsOf(filter: Filter, families: Families): (session: number) => ReadonlySet<string> {
    const { sql, values } = filterCondition(filter, families);
    const query = this.#database.query(
      `SELECT c.call_id FROM calls c JOIN sessions s ON s.pk = c.session_pk WHERE c.session_pk = ? AND ${sql}`,
      (row) => text(row, 'call_id'),
    );
    return (session) => new Set(query.all(session, ...values));
  }

  isCall(session: number, callId: string): boolean {
    return this.#isCall.get(callId, session) === true;
  }

  /** Mostly one. */
  callsOfId(session: number, callId: string): ToolCall[] {
    return this.#calls.all(callId, session).map((row) => this.#reader.read(row));
  }
}
