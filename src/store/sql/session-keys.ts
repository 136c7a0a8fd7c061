// From the name of a session to the key of its row.

import { AppError } from '../../base/app-error.ts';
import { integer, type Row } from '../../base/row.ts';
import type { SessionKey } from '../session-batch.ts';
import { askMany } from './ask-many.ts';
import type { Dialect, SessionRef } from './engine.ts';
import { atOrBelow } from './places.ts';
import { askOne, type Steps } from './steps.ts';

function refOf(row: Row | undefined): SessionRef | undefined {
  return row === undefined ? undefined : { pk: integer(row, 'pk'), week: integer(row, 'week') };
}

export function* sessionKey(dialect: Dialect, key: SessionKey): Steps<SessionRef | undefined> {
  const { sql, values } = dialect.isNamed(key);
  return refOf(yield* askOne(`SELECT s.pk, ${dialect.week} AS week FROM sessions s WHERE ${sql}`, ...values));
}

/** The known ones, each with the key it was asked by. */
export function* sessionKeys<Key extends SessionKey>(
  dialect: Dialect,
  keys: readonly Key[],
): Steps<ReadonlyMap<Key, SessionRef>> {
  const found = yield* askMany(keys, (key) => {
    const { sql, values } = dialect.isNamed(key);
    return { sql: `SELECT s.pk, ${dialect.week} AS week FROM sessions s WHERE ${sql}`, values };
  });
  return new Map(found.map(([key, row]) => [key, { pk: integer(row, 'pk'), week: integer(row, 'week') }]));
}

/** By the key of its row. */
export function* sessionRef(dialect: Dialect, session: number): Steps<SessionRef | undefined> {
  return refOf(yield* askOne(`SELECT s.pk, ${dialect.week} AS week FROM sessions s WHERE s.pk = ?`, session));
}

/** Undefined also when it has no file at or below one of the places. */
export function* sessionBelow(
  dialect: Dialect,
  key: SessionKey,
  places: readonly string[],
): Steps<SessionRef | undefined> {
  const named = dialect.isNamed(key);
  const below = atOrBelow(dialect, places);
  const row = yield* askOne(
    `SELECT s.pk, ${dialect.week} AS week FROM sessions s
     WHERE ${named.sql} AND EXISTS (SELECT 1 FROM sources f WHERE f.session_pk = s.pk AND ${below.sql})`,
    ...named.values,
    ...below.values,
  );
  return refOf(row);
}

export function unknownSession(): AppError {
  return new AppError('not-found', 'The session is no longer in the index.');
}

/** Runs a query about one session by its name; a default answer if it is not known. */
export function* ofSession<Answer>(
  dialect: Dialect,
  key: SessionKey,
  unknown: Answer,
  work: (session: SessionRef) => Steps<Answer>,
): Steps<Answer> {
  const session = yield* sessionKey(dialect, key);
  return session === undefined ? unknown : yield* work(session);
}
