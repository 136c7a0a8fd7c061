// Answers all questions from SQLite: one wait for each question or batch.

import type { Database } from '../../sqlite/database.ts';
import type { SqlAnswer, SqlRequest } from '../questions/sql.ts';
import type { FilterValues, Questions } from '../questions.ts';
import { sqlCalls } from '../sql/calls.ts';
import { sqlHealth } from '../sql/health.ts';
import { sqlSessionContent } from '../sql/session-content.ts';
import { sqlSessions } from '../sql/sessions.ts';
import { ChangeLog } from './index/change-log.ts';
import { takeSteps } from './index/take-steps.ts';
import { callParts } from './queries/call-parts.ts';
import { sqliteEngine, wordsOf } from './queries/engine.ts';
import { ENTRY_CALLS } from './queries/entry-calls.ts';
import { fileSums } from './queries/file-sums.ts';
import { filesTouched } from './queries/files-touched.ts';
import { filterValues } from './queries/filter-values.ts';
import { fittingCalls, newFitting } from './queries/fitting-sessions.ts';
import { healthParts } from './queries/health-parts.ts';
import { runSql } from './queries/run-sql.ts';
import { sqliteSearch } from './questions/search.ts';
import { sqliteStats } from './questions/stats.ts';

/** `path` is that of the index; the query runs in a separate process. */
export function askInSql(path: string, { timeoutMs, signal, ...request }: SqlRequest): AsyncIterable<SqlAnswer> {
  return runSql({ path, ...request }, signal === undefined ? { timeoutMs } : { timeoutMs, signal });
}

export class SqliteQuestions implements Questions {
  readonly sessions: Questions['sessions'];
  readonly content: Questions['content'];
  readonly calls: Questions['calls'];
  readonly stats: Questions['stats'];
  readonly files: Questions['files'];
  readonly health: Questions['health'];
  readonly search: Questions['search'];
  readonly changes: Questions['changes'];
  readonly database: Database;

  constructor(database: Database) {
    const engine = sqliteEngine(database);
    const log = new ChangeLog(database);
    this.database = database;
    this.sessions = sqlSessions(engine, async (question, known, work) =>
      database.atOneMoment(() => takeSteps(database, work(newFitting(database, question, known)))),
    );
    this.content = sqlSessionContent(engine, {
      words: wordsOf(database),
      entryCalls: ENTRY_CALLS,
      fittingCalls: async (question, { pk }) => fittingCalls(database, question, pk),
    });
    this.calls = sqlCalls(engine, callParts(database));
    this.stats = sqliteStats(database);
    this.files = {
      touched: async (question) => filesTouched(database, question),
      sums: async (question) => fileSums(database, question),
    };
    this.health = sqlHealth(engine, healthParts(database));
    this.search = sqliteSearch(database);
    this.changes = { last: async () => log.last(), since: async (seq, limit) => log.since(seq, limit) };
  }

  async filterValues(places: readonly string[]): Promise<FilterValues> {
    return filterValues(this.database, places);
  }

  sql(request: SqlRequest): AsyncIterable<SqlAnswer> {
    return askInSql(this.database.path, request);
  }
}
