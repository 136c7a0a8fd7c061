// Answers all questions from SQLite: one wait for each question or batch.

import type { Database } from '../../sqlite/database.ts';
import type { ChangeFeed, ChangeQuestions } from '../questions/changes.ts';
import type { SqlAnswer, SqlRequest } from '../questions/sql.ts';
import type { FilterValues, Questions } from '../questions.ts';
import { SqlCalls } from '../sql/calls.ts';
import { SqlHealth } from '../sql/health.ts';
import { SqlSessionContent } from '../sql/session-content.ts';
import { SqlSessions } from '../sql/sessions.ts';
import { ChangeLog } from './index/change-log.ts';
import { takeSteps } from './index/take-steps.ts';
import { callParts } from './queries/call-parts.ts';
import { sqliteEngine, wordsOf } from './queries/engine.ts';
import { ENTRY_CALLS } from './queries/entry-calls.ts';
import { filterValues } from './queries/filter-values.ts';
import { fittingCalls, newFitting } from './queries/fitting-sessions.ts';
import { healthParts } from './queries/health-parts.ts';
import { runSql } from './queries/run-sql.ts';
import { SqliteFiles } from './questions/files.ts';
import { SqliteSearch } from './questions/search.ts';
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

/** `path` is that of the index; the query runs in a separate process. */
export function askInSql(path: string, { timeoutMs, signal, ...request }: SqlRequest): AsyncIterable<SqlAnswer> {
  return runSql({ path, ...request }, signal === undefined ? { timeoutMs } : { timeoutMs, signal });
}

export class SqliteQuestions implements Questions {
  readonly sessions: SqlSessions;
  readonly content: SqlSessionContent;
  readonly calls: SqlCalls;
  readonly stats: SqliteStats;
  readonly files: SqliteFiles;
  readonly health: SqlHealth;
  readonly search: SqliteSearch;
  readonly changes: ChangeQuestions;
  readonly database: Database;

  constructor(database: Database) {
    const engine = sqliteEngine(database);
    this.database = database;
    this.sessions = new SqlSessions(engine, async (question, known, work) =>
      database.atOneMoment(() => takeSteps(database, work(newFitting(database, question, known)))),
    );
    this.content = new SqlSessionContent(engine, {
      words: wordsOf(database),
      entryCalls: ENTRY_CALLS,
      fittingCalls: async (question, { pk }) => fittingCalls(database, question, pk),
    });
    this.calls = new SqlCalls(engine, callParts(database));
    this.stats = new SqliteStats(database);
    this.files = new SqliteFiles(database);
    this.health = new SqlHealth(engine, healthParts(database));
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
