// Runs the steps of a shared query (store/sql) in SQLite: one after the other, without a pause.

import type { Database } from '../../../sqlite/database.ts';
import type { SqlValue } from '../../../sqlite/driver.ts';
import type { Steps, Value } from '../../sql/steps.ts';

/** A value the driver can bind. */
export type Bound = Exclude<SqlValue, bigint>;

function isList(value: Value): value is Extract<Value, readonly unknown[]> {
  return Array.isArray(value);
}

/** Lists are JSON texts, which the database expands. */
export function toSqlite(value: Value): Bound {
  if (typeof value === 'boolean') return Number(value);
  return isList(value) ? JSON.stringify(value) : value;
}

export function takeSteps<Answer>(database: Pick<Database, 'ask'>, steps: Steps<Answer>): Answer {
  let step = steps.next();
  while (step.done !== true) step = steps.next(database.ask(step.value.sql, step.value.values.map(toSqlite)));
  return step.value;
}
