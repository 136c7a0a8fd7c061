// Hooks that ran for a session or a turn: they have no call to show.

import { integer } from '../../../base/row.ts';
import type { Database } from '../../../sqlite/database.ts';
import { wordList } from './interned-lists.ts';

/** Event, name and command of each, as one word. Runs name it by number: nothing else of them is read. */
export function turnHooks(database: Database): ReadonlySet<string> {
  const words = wordList(database, 'hook');
  const numbers = database
    .query('SELECT DISTINCT said ->> 0 AS hook FROM session_hooks', (row) => integer(row, 'hook'))
    .all();
  return new Set(numbers.map((number) => words[number] ?? ''));
}
