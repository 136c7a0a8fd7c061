// What an engine brings to the questions that are written once: how it takes their steps, and the words in which its tables differ.

import type { SessionKey } from '../session-batch.ts';
import type { Condition } from './condition.ts';
import type { Steps } from './steps.ts';

/** A session's row: its key, and the week in whose partition its calls lie, where an engine has partitions. */
export interface SessionRef {
  readonly pk: number;
  readonly week: number;
}

/** Aliases are the same everywhere: `s` sessions, `f` sources, `c` calls. */
export interface Dialect {
  /** Of rows `s`: the week that `inSession` wants. */
  readonly week: string;
  /** Of rows `s`: only its outline is known. */
  readonly isUnread: string;
  /** Of rows `s`: the name of the machine that has its logs, where that is worth telling. */
  readonly machine: string;
  /** Of rows `f`: the path as it is told. */
  readonly logPath: string;
  /** Of rows `f`: told by this path. */
  isToldAs(path: string): Condition;
  /** Of rows `s`: has problems to tell of. */
  readonly hasProblems: string;
  /** Rows `s` in their own order, where most of them are looked at. */
  readonly allSessions: string;
  /** Rows `f` with their sessions `s`, the largest first. */
  readonly logsBySize: string;
  /** How many rows `f` fit, by the `agent` of their sessions. */
  filesByAgent(where: string): string;
  /** How much room the index takes. */
  readonly indexBytes: string;
  /** Rows `c` with their sessions `s`, where ids of calls are looked for. */
  readonly callsById: string;
  /** Of rows `s`. */
  isNamed(key: SessionKey): Condition;
  /** Of rows `c`. */
  inSession(session: SessionRef): Condition;
  /** Texts of any length, found by an index on the column: equal ones, those that begin so, those from one up to another. */
  isText(column: string, text: string): Condition;
  beginsWith(column: string, prefix: string): Condition;
  isBetween(column: string, from: string, to: string): Condition;
  isFrom(column: string, from: string): Condition;
  /** Where an index on the column finds neighbours: the next text before or after this one, as `id`. */
  neighbour(table: 'calls' | 'sessions', side: 'before' | 'after', text: string): Condition;
  isAmong(column: string, numbers: readonly number[]): Condition;
  isOneOf(column: string, texts: readonly string[]): Condition;
}

export interface SqlEngine {
  readonly dialect: Dialect;
  /** Takes the steps of a question. All its statements see one moment. */
  take<Answer>(steps: Steps<Answer>): Promise<Answer>;
}
