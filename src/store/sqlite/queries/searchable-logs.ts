// Answers "which logs are there to search?": newest first, with the session of each, and how far it is covered.

import { text } from '../../../base/row.ts';
import type { Filter } from '../../../model/filter/filter.ts';
import type { ToolCall } from '../../../model/tool-call.ts';
import type { Database } from '../../../sqlite/database.ts';
import type { Families } from '../../questions/call-question.ts';
import type { SearchableLog, SearchedSession } from '../../questions/search.ts';
import { atOrBelow } from '../../sql/places.ts';
import { callsOfId, searchedSession } from '../../sql/searched-session.ts';
import { exact } from '../index/source-table.ts';
import { boundTo, dataVersion, SQLITE_DIALECT, takeSteps, wordsOf } from './engine.ts';
import { filterCondition } from './filter-condition.ts';

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
  title: string | null,
  project: string | null,
  rank: string,
  slices: readonly Place[] | null,
];

/** Where the filters of a chunk are. */
type Place = readonly [group: number, column: number, columns: number, blocks: number];

const LISTED = `json_array(f.pk, f.session_pk, s.agent, s.id, f.num, f.thread, f.path,
  CASE WHEN f.path LIKE '%.zst' THEN f.offset ELSE max(f.size, f.offset) END, f.size, ${exact('f.modified_at')},
  coalesce(t.covered, 0), ${exact('coalesce(s.last_at, f.modified_at)')}, s.title, s.project, s.rank,
  json(k.places))`;

/** Of logs whose chunks are all in slices. */
const PLACES = `SELECT source_pk, json_group_array(json_array(slices, first, columns, blocks)) AS places FROM (
    SELECT source_pk, slices, first, columns, blocks FROM text_chunks ORDER BY source_pk, num)
  GROUP BY source_pk HAVING count(*) = count(slices)`;

function logOf(listed: Listed): SearchableLog {
  const [key, sessionKey, agent, session, source, thread, path, size, fileBytes, modifiedAt, covered, ...rest] = listed;
  const [newestAt, title, project, rank, places] = rest;
  const slices = (places ?? []).map(([group, column, columns, blocks]) => ({ group, column, columns, blocks }));
  const file = { source, thread, path, size, fileBytes, modifiedAt, covered, slices };
  return { key, sessionKey, agent, session, ...file, newestAt, title, project, rank };
}

function newerFirst(a: SearchableLog, b: SearchableLog): number {
  return b.newestAt - a.newestAt || b.sessionKey - a.sessionKey || a.source - b.source;
}

/** Questions about the calls of a session, for one filter. */
interface ScopedCalls {
  readonly has: (session: number) => boolean;
  readonly ids: (session: number) => ReadonlySet<string>;
}

export class SearchableLogs {
  readonly #database: Database;
  #listed: { readonly version: string; readonly logs: readonly SearchableLog[] } | undefined;
  /** As of the list: sessions with hits mostly have some of the next search, too. */
  readonly #sessions = new Map<number, SearchedSession>();
  /** A search asks about one filter again and again. */
  readonly #scoped = new WeakMap<Filter, ScopedCalls>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** The same list again until something changes: people search for one thing after the other. */
  newestFirst(places: readonly string[]): readonly SearchableLog[] {
    const version = `${dataVersion(this.#database)} ${JSON.stringify(places)}`;
    if (this.#listed?.version !== version) {
      this.#listed = { version, logs: this.#list(places) };
      this.#sessions.clear();
    }
    return this.#listed.logs;
  }

  #list(places: readonly string[]): SearchableLog[] {
    const { sql, values } = boundTo(atOrBelow(SQLITE_DIALECT, places));
    const listed = this.#database
      .query(
        `SELECT json_group_array(${LISTED}) AS logs
         FROM sources f JOIN sessions s ON s.pk = f.session_pk LEFT JOIN texts t ON t.source_pk = f.pk
           LEFT JOIN (${PLACES}) k ON k.source_pk = f.pk
         WHERE f.ledger IS NOT NULL AND ${sql}`,
        (row) => text(row, 'logs'),
      )
      .get(...values);
    // Our own words: the schema's version vouches for their shape.
    const logs: readonly Listed[] = JSON.parse(listed ?? '[]');
    return logs.map(logOf).sort(newerFirst);
  }

  session(key: number): SearchedSession | undefined {
    const known = this.#sessions.get(key);
    if (known !== undefined) return known;
    const session = takeSteps(this.#database, searchedSession(key));
    if (session === undefined) return undefined;
    if (this.#sessions.size >= KEPT_SESSIONS) this.#sessions.clear();
    this.#sessions.set(key, session);
    return session;
  }

  /** How to ask about calls that fit, as far as the database can tell. */
  callsThatFit(filter: Filter, families: Families): ScopedCalls {
    const known = this.#scoped.get(filter);
    if (known !== undefined) return known;
    const { sql, values } = filterCondition(filter, families);
    const from = `FROM calls c JOIN sessions s ON s.pk = c.session_pk WHERE c.session_pk = ? AND ${sql}`;
    const has = this.#database.query(`SELECT 1 ${from} LIMIT 1`, () => true);
    const ids = this.#database.query(`SELECT c.call_id ${from}`, (row) => text(row, 'call_id'));
    const scoped: ScopedCalls = {
      has: (session) => has.get(session, ...values) === true,
      ids: (session) => new Set(ids.all(session, ...values)),
    };
    this.#scoped.set(filter, scoped);
    return scoped;
  }

  calls(session: number, callId: string): readonly ToolCall[] {
    return takeSteps(this.#database, callsOfId(SQLITE_DIALECT, wordsOf(this.#database), session, callId));
  }
}
