// Which sessions made calls that fit: from sums of weeks where these tell, from facts else.

import { blob, integer } from '../../../base/row.ts';
import type { Statements } from '../database/statement.ts';
import { ask, factsWhere } from './condition.ts';
import type { FittingCalls } from './fitting-facts.ts';
import { summed } from './summed-weeks.ts';

const KEY_BYTES = 8;

/** Keys of their rows. */
export async function sessionsWith(on: Statements, fitting: FittingCalls): Promise<Set<number>> {
  const { sums, rest } = await summed(on, fitting, ['tool', 'model', 'outcome', 'masked']);
  const found = new Set<number>();
  const packed = await ask(on, `SELECT f.sessions FROM session_sums f WHERE ${sums.sql}`, ...sums.values);
  for (const row of packed) {
    const bytes = blob(row, 'sessions');
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    for (let at = 0; at < bytes.length; at += KEY_BYTES) found.add(view.getFloat64(at));
  }
  const facts = factsWhere(rest);
  const rows = await ask(on, `SELECT DISTINCT f.session_pk FROM ${facts.sql}`, ...facts.values);
  for (const row of rows) found.add(integer(row, 'session_pk'));
  return found;
}
