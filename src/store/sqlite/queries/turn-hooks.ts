// Hooks that ran for a session or a turn: no call can be shown for those.

import { integer, text } from '../../../base/row.ts';
import type { HookRun } from '../../../model/tool-call.ts';
import type { Database } from '../../../sqlite/database.ts';
import { hookRunOf, type StoredHook } from '../../rows/stored-hook.ts';
import { InternedReader } from '../index/interned-reader.ts';
import { wordList } from './interned-lists.ts';

/** Event, name and command of each, as one word. Runs name it by number: no other part of them is looked at. */
export function turnHooks(database: Database): ReadonlySet<string> {
  const words = wordList(database, 'hook');
  const numbers = database
    .query('SELECT DISTINCT said ->> 0 AS hook FROM session_hooks', (row) => integer(row, 'hook'))
    .all();
  return new Set(numbers.map((number) => words[number] ?? ''));
}

/** Those of one session, in the order of its files. */
export function turnHooksOf(database: Database, session: number): HookRun[] {
  const words = new InternedReader(database, 'hook');
  const runs = database.query(
    'SELECT said FROM session_hooks WHERE session_pk = ? ORDER BY source, offset, num',
    (row): StoredHook => JSON.parse(text(row, 'said')),
  );
  return runs.all(session).map((run) => hookRunOf(run, (number) => words.of(number)));
}
