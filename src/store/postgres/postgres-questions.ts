// Answers everything that is asked of the index from PostgreSQL. Statements that belong together are of one moment.

import type { ChangeQuestions } from '../questions/changes.ts';
import type { WholeSession } from '../questions/session-content.ts';
import type { SqlAnswer, SqlRequest } from '../questions/sql.ts';
import type { FilterValues, Questions } from '../questions.ts';
import { ChangeFeedReader } from './change-feed.ts';
import type { Connection } from './database/connection.ts';
import { CallWords } from './queries/call-reader.ts';
import { filterValues } from './queries/filter-values.ts';
import { runSql } from './queries/run-sql.ts';
import { wholeSession } from './queries/whole-session.ts';
import { PostgresCalls } from './questions/calls.ts';
import { PostgresFiles } from './questions/files.ts';
import { PostgresHealth } from './questions/health.ts';
import { PostgresSearch } from './questions/search.ts';
import { PostgresSessionContent } from './questions/session-content.ts';
import { PostgresSessions } from './questions/sessions.ts';
import { PostgresStats } from './questions/stats.ts';

export class PostgresQuestions implements Questions {
  readonly sessions: PostgresSessions;
  readonly content: PostgresSessionContent;
  readonly calls: PostgresCalls;
  readonly stats: PostgresStats;
  readonly files: PostgresFiles;
  readonly health: PostgresHealth;
  readonly search: PostgresSearch;
  readonly changes: ChangeQuestions;
  readonly #connection: Connection;
  readonly #words = new CallWords();

  constructor(connection: Connection) {
    this.#connection = connection;
    this.sessions = new PostgresSessions(connection, this.#words);
    this.content = new PostgresSessionContent(connection, this.#words);
    this.calls = new PostgresCalls(connection, this.#words);
    this.stats = new PostgresStats(connection, this.#words);
    this.files = new PostgresFiles(connection, this.#words);
    this.health = new PostgresHealth(connection);
    this.search = new PostgresSearch(connection, this.#words);
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
    return wholeSession(this.#connection, this.#words, session);
  }
}
