// A query as steps: each is a statement, and its rows come back before the next. An engine runs them its own way, SQLite one after
// the other without a pause, PostgreSQL waiting for the server, so that a query is written once for both.

import type { Row } from '../../base/row.ts';

/** A bound value. Engines bind lists differently, so only a dialect's conditions use one. */
export type Value = null | number | boolean | string | Uint8Array | readonly (null | number | string)[];

/** A question mark is the place of a value. No casts are needed: a value has its JavaScript type. */
export interface Statement {
  readonly sql: string;
  readonly values: readonly Value[];
}

export type Steps<Answer> = Generator<Statement, Answer, readonly Row[]>;

export function* ask(sql: string, ...values: readonly Value[]): Steps<readonly Row[]> {
  return yield { sql, values };
}

/** The first row. */
export function* askOne(sql: string, ...values: readonly Value[]): Steps<Row | undefined> {
  const [first] = yield { sql, values };
  return first;
}
