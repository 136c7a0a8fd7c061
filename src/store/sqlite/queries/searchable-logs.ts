// What a text search needs to know about logs, their sessions and their calls.

import { text } from '../../../base/row.ts';
import type { Filter } from '../../../model/filter/filter.ts';
import type { ToolCall } from '../../../model/tool-call.ts';
import type { Database } from '../../../sqlite/database.ts';
import type { ToolFamilies } from '../../questions/call-question.ts';
import type { LinePlace, SearchableLog, SearchedSession } from '../../questions/search.ts';
import { linesOfCalls } from '../../rows/call-lines.ts';
import { callsOfId, searchedSession } from '../../sql/searched-session.ts';
import { takeSteps } from '../index/take-steps.ts';
import { dataVersion, SQLITE_DIALECT, wordsOf } from './engine.ts';
import { filterCondition } from './filter-condition.ts';
import { LogList } from './log-list.ts';

const KEPT_SESSIONS = 512;

/** Questions about the calls of a session, for one filter. */
interface ScopedCalls {
  readonly has: (session: number) => boolean;
  readonly ids: (session: number) => ReadonlySet<string>;
  readonly lines: (session: number) => ReadonlyMap<string, readonly LinePlace[]>;
}

export class SearchableLogs {
  readonly #database: Database;
  readonly #list: LogList;
  #listed: { readonly version: string; readonly logs: readonly SearchableLog[] } | undefined;
  /** Valid for the current list: sessions with hits mostly have some in the next search, too. */
  readonly #sessions = new Map<number, SearchedSession>();
  /** A search uses one filter again and again. */
  readonly #scoped = new WeakMap<Filter, ScopedCalls>();

  constructor(database: Database) {
    this.#database = database;
    this.#list = new LogList(database);
  }

  /** The same list until something changes: people search for one thing after the other. */
  newestFirst(places: readonly string[]): readonly SearchableLog[] {
    const version = `${dataVersion(this.#database)} ${JSON.stringify(places)}`;
    if (this.#listed?.version !== version) {
      this.#listed = { version, logs: this.#list.newestFirst(places) };
      this.#sessions.clear();
    }
    return this.#listed.logs;
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

  /** Queries for matching calls, as far as the database can decide. */
  callsThatFit(filter: Filter, families: ToolFamilies): ScopedCalls {
    const known = this.#scoped.get(filter);
    if (known !== undefined) return known;
    const { sql, values } = filterCondition(filter, families);
    const from = `FROM calls c JOIN sessions s ON s.pk = c.session_pk WHERE c.session_pk = ? AND ${sql}`;
    const has = this.#database.query(`SELECT 1 ${from} LIMIT 1`, () => true);
    const ids = this.#database.query(`SELECT c.call_id ${from}`, (row) => text(row, 'call_id'));
    const lines = this.#database.query(`SELECT c.call_id, c.detail ${from}`, (row) => row);
    const scoped: ScopedCalls = {
      has: (session) => has.get(session, ...values) === true,
      ids: (session) => new Set(ids.all(session, ...values)),
      lines: (session) => linesOfCalls(lines.all(session, ...values)),
    };
    this.#scoped.set(filter, scoped);
    return scoped;
  }

  calls(session: number, callId: string): readonly ToolCall[] {
    return takeSteps(this.#database, callsOfId(SQLITE_DIALECT, wordsOf(this.#database), session, callId));
  }
}
