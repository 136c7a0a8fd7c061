// Answers everything that is asked of the index from SQLite: one wait for each question or batch.

import type { Database } from '../../sqlite/database.ts';
import type { ChangeFeed, ChangeQuestions } from '../questions/changes.ts';
import type { SqlAnswer, SqlRequest } from '../questions/sql.ts';
import type { FilterValues, Questions } from '../questions.ts';
import { ChangeLog } from './index/change-log.ts';
import { filterValues } from './queries/filter-values.ts';
import { runSql } from './queries/run-sql.ts';
import { SqliteCalls } from './questions/calls.ts';
import { SqliteFiles } from './questions/files.ts';
import { SqliteHealth } from './questions/health.ts';
import { SqliteSearch } from './questions/search.ts';
import { SqliteSessionContent } from './questions/session-content.ts';
import { SessionKeys } from './questions/session-keys.ts';
import { SqliteSessions } from './questions/sessions.ts';
import { SqliteStats } from './questions/stats.ts';

class SqliteChanges implements ChangeQuestions {
  readonly #log: ChangeLog;

  constructor(database: Database) {
    this.#log = new ChangeLog(database);
  }

  async last(): Promise<number> {
    return this.#log.last();
  }

  async since(seq: number, limit?: number): Promise<ChangeFeed> {
    return this.#log.since(seq, limit);
  }
}

/** `path` is that of the index; the query runs in a process of its own. */
export function askInSql(path: string, { timeoutMs, signal, ...request }: SqlRequest): AsyncIterable<SqlAnswer> {
  return runSql({ path, ...request }, signal === undefined ? { timeoutMs } : { timeoutMs, signal });
}

export class SqliteQuestions implements Questions {
  readonly sessions: SqliteSessions;
  readonly content: SqliteSessionContent;
  readonly calls: SqliteCalls;
  readonly stats: SqliteStats;
  readonly files: SqliteFiles;
  readonly health: SqliteHealth;
  readonly search: SqliteSearch;
  readonly changes: ChangeQuestions;
  readonly database: Database;

  constructor(database: Database) {
    const keys = new SessionKeys(database);
    this.database = database;
    this.sessions = new SqliteSessions(database, keys);
    this.content = new SqliteSessionContent(database, keys);
    this.calls = new SqliteCalls(database, keys);
    this.stats = new SqliteStats(database);
    this.files = new SqliteFiles(database);
    this.health = new SqliteHealth(database);
    this.search = new SqliteSearch(database);
    this.changes = new SqliteChanges(database);
  }

  async filterValues(places: readonly string[]): Promise<FilterValues> {
    return filterValues(this.database, places);
  }

  sql(request: SqlRequest): AsyncIterable<SqlAnswer> {
    return askInSql(this.database.path, request);
  }
}
