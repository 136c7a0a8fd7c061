// What an engine provides for the shared queries: how it runs their steps, and the SQL in which its tables differ.

import type { SessionKey } from '../session-batch.ts';
import type { Condition } from './condition.ts';
import type { Steps } from './steps.ts';

/** A session's row: its key, and the week whose partition holds its calls, if the engine has partitions. */
export interface SessionRef {
  readonly pk: number;
  readonly week: number;
}

/** Aliases are the same everywhere: `s` sessions, `f` sources, `c` calls. */
export interface Dialect {
  /** For rows `s`: the week that `inSession` needs. */
  readonly week: string;
  /** For rows `s`: only its outline is known. */
  readonly isUnread: string;
  /** For rows `s`: the name of the machine that has its logs, if that is worth showing. */
  readonly machine: string;
  /** For rows `f`: the path as shown. */
  readonly logPath: string;
  /** For rows `f`: shown by this path. */
  isToldAs(path: string): Condition;
  /** For rows `s`: has problems to show. */
  readonly hasProblems: string;
  /** Rows `s` in their own order, for queries that read most of them. */
  readonly allSessions: string;
  /** Rows `f` with their sessions `s`, the largest first. */
  readonly logsBySize: string;
  /** How many rows `f` match, by the `agent` of their sessions. */
  filesByAgent(where: string): string;
  /** The size of the index. */
  readonly indexBytes: string;
  /** Rows `c` with their sessions `s`, for lookups by call id. */
  readonly callsById: string;
  /** For rows `s`. */
  isNamed(key: SessionKey): Condition;
  /** For rows `c`. */
  inSession(session: SessionRef): Condition;
  /** Texts of any length, found by an index on the column: equal ones, those with a prefix, those in a range. */
  isText(column: string, text: string): Condition;
  beginsWith(column: string, prefix: string): Condition;
  isBetween(column: string, from: string, to: string): Condition;
  isFrom(column: string, from: string): Condition;
  /** For an indexed column: the next text before or after this one, as `id`. */
  neighbour(table: 'calls' | 'sessions', side: 'before' | 'after', text: string): Condition;
  isAmong(column: string, numbers: readonly number[]): Condition;
  isOneOf(column: string, texts: readonly string[]): Condition;
}

export interface SqlEngine {
  readonly dialect: Dialect;
  /** Runs the steps of a query. All its statements see one snapshot. */
  take<Answer>(steps: Steps<Answer>): Promise<Answer>;
}
