// A question as steps: each one is a statement, and its rows come back before the next. An engine takes them its own way, SQLite
// one after the other without a pause, PostgreSQL waiting for the server, so that a question is written once for both.

import type { Row } from '../../base/row.ts';

/** What a statement is given. Engines differ in how they take a list, so only a dialect's conditions have one. */
export type Value = null | number | boolean | string | Uint8Array | readonly (null | number | string)[];

/** The place of a value is a question mark. No value has to be cast: it has the type that it has in JavaScript. */
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
