// Answers everything that is asked of the index from PostgreSQL. Statements that belong together are of one moment.

import type { WholeSession } from '../questions/session-content.ts';
import type { SqlAnswer, SqlRequest } from '../questions/sql.ts';
import type { FilterValues, Questions } from '../questions.ts';
import { CallWords } from '../sql/call-reader.ts';
import { sqlCalls } from '../sql/calls.ts';
import { sqlHealth } from '../sql/health.ts';
import { sqlSessionContent } from '../sql/session-content.ts';
import { sqlSessions } from '../sql/sessions.ts';
import { wholeSession } from '../sql/whole-session.ts';
import { ChangeFeedReader } from './change-feed.ts';
import type { Connection } from './database/connection.ts';
import { takeSteps } from './database/take-steps.ts';
import { callParts } from './queries/call-parts.ts';
import { postgresEngine } from './queries/engine.ts';
import { ENTRY_CALLS } from './queries/entry-calls.ts';
import { fileSums } from './queries/file-sums.ts';
import { filesTouched } from './queries/files-touched.ts';
import { filterValues } from './queries/filter-values.ts';
import { factsOfSession } from './queries/fitting-facts.ts';
import { newFitting } from './queries/fitting-sessions.ts';
import { healthParts } from './queries/health-parts.ts';
import { runSql } from './queries/run-sql.ts';
import { PostgresSearch } from './questions/search.ts';
import { postgresStats } from './questions/stats.ts';

export class PostgresQuestions implements Questions {
  readonly sessions: Questions['sessions'];
  readonly content: Questions['content'];
  readonly calls: Questions['calls'];
  readonly stats: Questions['stats'];
  readonly files: Questions['files'];
  readonly health: Questions['health'];
  readonly search: Questions['search'];
  readonly changes: Questions['changes'];
  readonly #connection: Connection;
  readonly #words = new CallWords();

  constructor(connection: Connection) {
    this.#connection = connection;
    const words = this.#words;
    const engine = postgresEngine(connection);
    this.sessions = sqlSessions(engine, (question, known, work) =>
      connection.snapshot(async (on) => takeSteps(on, work(await newFitting(on, words, question, known)))),
    );
    this.content = sqlSessionContent(engine, {
      words,
      entryCalls: ENTRY_CALLS,
      fittingCalls: (question, session) => connection.snapshot((on) => factsOfSession(on, words, question, session)),
    });
    this.calls = sqlCalls(engine, callParts(connection, words));
    this.stats = postgresStats(connection, words);
    this.files = {
      touched: (question) => connection.snapshot((on) => filesTouched(on, words, question)),
      sums: (question) => connection.snapshot((on) => fileSums(on, words, question)),
    };
    this.health = sqlHealth(engine, healthParts(connection));
    this.search = new PostgresSearch(connection, words);
    this.changes = new ChangeFeedReader(connection);
  }

  async filterValues(places: readonly string[]): Promise<FilterValues> {
    return this.#connection.snapshot((on) => filterValues(on, places));
  }

  sql(request: SqlRequest): AsyncIterable<SqlAnswer> {
    return runSql(this.#connection, request);
  }

  /** All that is known of a session, by the key of its row. */
  async whole(session: number): Promise<WholeSession> {
    return wholeSession(postgresEngine(this.#connection), this.#words, session);
  }
}
