// From the name of a session to the key of its row.

import { AppError } from '../../../base/app-error.ts';
import { integer, type Row } from '../../../base/row.ts';
import type { SessionKey } from '../../session-batch.ts';
import type { Statements } from '../database/statement.ts';
import { askOne, atOrBelow, type Condition, condition } from './condition.ts';

/** A session's row: its key, and the week in whose partition its calls lie. */
export interface SessionRef {
  readonly pk: number;
  readonly week: number;
}

function refOf(row: Row | undefined): SessionRef | undefined {
  return row === undefined ? undefined : { pk: integer(row, 'pk'), week: integer(row, 'week') };
}

/** Rows `s` of sessions by agent and id. */
export const IS_NAMED = 's.agent = ? AND md5(s.id) = md5(?) AND s.id = ?';

export async function sessionKey(on: Statements, { agent, id }: SessionKey): Promise<SessionRef | undefined> {
  return refOf(await askOne(on, `SELECT s.pk, s.week FROM sessions s WHERE ${IS_NAMED}`, agent, id, id));
}

/** By the key of its row. */
export async function sessionRef(on: Statements, session: number): Promise<SessionRef | undefined> {
  return refOf(await askOne(on, 'SELECT pk, week FROM sessions WHERE pk = ?::int8', session));
}

/** Rows of calls or facts of a session, by their alias. */
export function inSession(alias: 'c' | 'f', { pk, week }: SessionRef): Condition {
  return condition(`${alias}.week = ?::int4 AND ${alias}.session_pk = ?::int8`, week, pk);
}

/** Undefined also when it has no file at or below one of the places. */
export async function sessionBelow(
  on: Statements,
  { agent, id }: SessionKey,
  places: readonly string[],
): Promise<SessionRef | undefined> {
  const { sql, values } = atOrBelow(places);
  const row = await askOne(
    on,
    `SELECT s.pk, s.week FROM sessions s
     WHERE ${IS_NAMED} AND EXISTS (SELECT 1 FROM sources f WHERE f.session_pk = s.pk AND ${sql})`,
    agent,
    id,
    id,
    ...values,
  );
  return refOf(row);
}

export function unknownSession(): AppError {
  return new AppError('not-found', 'The session is no longer in the index.');
}
