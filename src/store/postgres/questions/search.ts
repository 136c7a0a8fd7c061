// Answers the questions of the text search from PostgreSQL.

import { integer, type Row, text } from '../../../base/row.ts';
import type { Filter } from '../../../model/filter/filter.ts';
import type { ToolCall } from '../../../model/tool-call.ts';
import type { ToolFamilies } from '../../questions/call-question.ts';
import type {
  LinePlace,
  SearchableLog,
  SearchedSession,
  SearchQuestions,
  TextChunk,
  TextSlice,
} from '../../questions/search.ts';
import { linesOfCalls } from '../../rows/call-lines.ts';
import { filterTest } from '../../rows/fact-test.ts';
import type { CallWords } from '../../sql/call-reader.ts';
import { callsOfId, searchedSession } from '../../sql/searched-session.ts';
import { sessionRef } from '../../sql/session-keys.ts';
import type { Connection, Transaction } from '../database/connection.ts';
import { takeSteps } from '../database/take-steps.ts';
import { ask, type FactCondition } from '../queries/condition.ts';
import { dataVersion } from '../queries/data-version.ts';
import { POSTGRES_DIALECT } from '../queries/engine.ts';
import { factCondition } from '../queries/fact-condition.ts';
import { searchableLogs, textChunks, textSlices } from '../queries/searchable-logs.ts';
import { sessionsWith } from '../queries/sessions-with.ts';

const KEPT_SESSIONS = 512;

/** What a filter comes to, as far as facts tell. */
interface Scope {
  readonly condition: FactCondition;
  /** Sessions with a call that may fit. */
  readonly sessions: ReadonlySet<number>;
}

export class PostgresSearch implements SearchQuestions {
  readonly #connection: Connection;
  readonly #words: CallWords;
  #listed: { readonly version: string; readonly logs: readonly SearchableLog[] } | undefined;
  /** As of the list: sessions with hits mostly have some of the next search, too. */
  readonly #sessions = new Map<number, SearchedSession>();
  /** A search asks about one filter again and again. */
  readonly #scopes = new WeakMap<Filter, Promise<Scope>>();

  constructor(connection: Connection, words: CallWords) {
    this.#connection = connection;
    this.#words = words;
  }

  /** The same list again until something changes: people search for one thing after the other. */
  async logs(places: readonly string[]): Promise<readonly SearchableLog[]> {
    return this.#connection.snapshot(async (on) => {
      const version = `${await takeSteps(on, dataVersion())} ${JSON.stringify(places)}`;
      if (this.#listed?.version === version) return this.#listed.logs;
      const logs = await searchableLogs(on, places);
      this.#listed = { version, logs };
      this.#sessions.clear();
      return logs;
    });
  }

  async textChunks(logs: readonly number[]): Promise<ReadonlyMap<number, readonly TextChunk[]>> {
    return textChunks(this.#connection, logs);
  }

  async textSlices(groups: readonly number[], rows: readonly number[]): Promise<readonly TextSlice[]> {
    return textSlices(this.#connection, groups, rows);
  }

  async session(session: number): Promise<SearchedSession | undefined> {
    const known = this.#sessions.get(session);
    if (known !== undefined) return known;
    const found = await takeSteps(this.#connection, searchedSession(session));
    if (found === undefined) return undefined;
    if (this.#sessions.size >= KEPT_SESSIONS) this.#sessions.clear();
    this.#sessions.set(session, found);
    return found;
  }

  #scopeOf(filter: Filter, families: ToolFamilies): Promise<Scope> {
    const known = this.#scopes.get(filter);
    if (known !== undefined) return known;
    const scope = this.#connection.snapshot((on) => this.#scope(on, filter, families));
    this.#scopes.set(filter, scope);
    // One that failed is asked for again.
    scope.catch(() => this.#scopes.delete(filter));
    return scope;
  }

  /** Copies have no facts: any of them may fit. */
  async #scope(on: Transaction, filter: Filter, families: ToolFamilies): Promise<Scope> {
    const { test } = filterTest(filter, families);
    const condition = await factCondition(on, test);
    const sessions = await sessionsWith(on, { facts: condition, test });
    const copied = await on.all('SELECT DISTINCT session_pk FROM calls WHERE copy_of IS NOT NULL');
    for (const row of copied) sessions.add(integer(row, 'session_pk'));
    return { condition, sessions };
  }

  async hasCall(session: number, filter: Filter, families: ToolFamilies): Promise<boolean> {
    return (await this.#scopeOf(filter, families)).sessions.has(session);
  }

  async callIds(session: number, filter: Filter, families: ToolFamilies): Promise<ReadonlySet<string>> {
    const rows = await this.#ofCallsThatFit('DISTINCT c.call_id', session, filter, families);
    return new Set(rows.map((row) => text(row, 'call_id')));
  }

  async callLines(
    session: number,
    filter: Filter,
    families: ToolFamilies,
  ): Promise<ReadonlyMap<string, readonly LinePlace[]>> {
    return linesOfCalls(await this.#ofCallsThatFit('c.call_id, c.detail', session, filter, families));
  }

  async #ofCallsThatFit(
    columns: string,
    session: number,
    filter: Filter,
    families: ToolFamilies,
  ): Promise<readonly Row[]> {
    const { condition } = await this.#scopeOf(filter, families);
    const ref = await takeSteps(this.#connection, sessionRef(POSTGRES_DIALECT, session));
    if (ref === undefined) return [];
    const own = POSTGRES_DIALECT.inSession(ref);
    return ask(
      this.#connection,
      `SELECT ${columns} FROM calls c
       LEFT JOIN facts f ON f.week = c.week AND f.session_pk = c.session_pk AND f.pk = c.pk
       WHERE ${own.sql} AND (f.pk IS NULL OR ${condition.sql})`,
      ...own.values,
      ...condition.values,
    );
  }

  async calls(session: number, callId: string): Promise<readonly ToolCall[]> {
    return this.#connection.snapshot((on) => takeSteps(on, callsOfId(POSTGRES_DIALECT, this.#words, session, callId)));
  }
}
