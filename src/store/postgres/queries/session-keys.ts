// From the name of a session to the key of its row.

import { AppError } from '../../../base/app-error.ts';
import { integer } from '../../../base/row.ts';
import type { SessionKey } from '../../session-batch.ts';
import type { Statements } from '../database/statement.ts';
import { askOne, atOrBelow } from './condition.ts';

/** Rows `s` of sessions by agent and id. */
export const IS_NAMED = 's.agent = ? AND md5(s.id) = md5(?) AND s.id = ?';

export async function sessionKey(on: Statements, { agent, id }: SessionKey): Promise<number | undefined> {
  const row = await askOne(on, `SELECT s.pk FROM sessions s WHERE ${IS_NAMED}`, agent, id, id);
  return row === undefined ? undefined : integer(row, 'pk');
}

/** Undefined also when it has no file at or below one of the places. */
export async function sessionBelow(
  on: Statements,
  { agent, id }: SessionKey,
  places: readonly string[],
): Promise<number | undefined> {
  const { sql, values } = atOrBelow(places);
  const row = await askOne(
    on,
    `SELECT s.pk FROM sessions s
     WHERE ${IS_NAMED} AND EXISTS (SELECT 1 FROM sources f WHERE f.session_pk = s.pk AND ${sql})`,
    agent,
    id,
    id,
    ...values,
  );
  return row === undefined ? undefined : integer(row, 'pk');
}

export function unknownSession(): AppError {
  return new AppError('not-found', 'The session is no longer in the index.');
}
