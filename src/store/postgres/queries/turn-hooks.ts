// Hooks that ran for a session or a turn: no call can be shown for those.

import { integer } from '../../../base/row.ts';
import type { Statements } from '../database/statement.ts';
import { ask } from './condition.ts';
import { wordList } from './words.ts';

/** Event, name and command of each, as one word. Runs begin with its number: no other part of them is looked at. */
export async function turnHooks(on: Statements): Promise<ReadonlySet<string>> {
  const rows = await ask(on, `SELECT DISTINCT split_part(substr(said, 2), ',', 1)::int4 AS hook FROM session_hooks`);
  const words = await wordList(on, 'hook');
  return new Set(rows.map((row) => words.get(integer(row, 'hook')) ?? ''));
}
