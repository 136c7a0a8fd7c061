// Everything that can be asked of the index. Asynchronous and independent of any database: an engine answers it (`store/sqlite`),
// everyone else uses only this. `test/questions/contract.ts` holds engines to it.

import type { CallQuestions } from './questions/calls.ts';
import type { ChangeQuestions } from './questions/changes.ts';
import type { FileQuestions } from './questions/files.ts';
import type { HealthQuestions } from './questions/health.ts';
import type { SearchQuestions } from './questions/search.ts';
import type { SessionContent } from './questions/session-content.ts';
import type { SessionQuestions } from './questions/sessions.ts';
import type { SqlAnswer, SqlRequest } from './questions/sql.ts';
import type { StatsQuestions } from './questions/stats.ts';

/** Values for a filter: names in the index, the most useful first. */
export interface FilterValues {
  /** As the logs spell them, from the latest calls. */
  readonly tools: readonly string[];
  readonly codes: readonly string[];
  readonly models: readonly string[];
  readonly projects: readonly string[];
  readonly branches: readonly string[];
}

export interface Questions {
  readonly sessions: SessionQuestions;
  readonly content: SessionContent;
  readonly calls: CallQuestions;
  readonly stats: StatsQuestions;
  readonly files: FileQuestions;
  readonly health: HealthQuestions;
  readonly search: SearchQuestions;
  readonly changes: ChangeQuestions;
  filterValues(places: readonly string[]): Promise<FilterValues>;
  /** Throws when the query is refused, wrong, or takes too long. */
  sql(request: SqlRequest): AsyncIterable<SqlAnswer>;
}
