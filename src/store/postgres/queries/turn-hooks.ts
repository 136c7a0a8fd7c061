// Hooks that ran for a session or a turn: no call can be shown for those.

import { integer, text } from '../../../base/row.ts';
import type { HookRun } from '../../../model/tool-call.ts';
import { hookRunOf, type StoredHook } from '../../rows/stored-hook.ts';
import type { Statements } from '../database/statement.ts';
import { ask } from './condition.ts';
import type { KnownWords } from './words.ts';
import { wordList } from './words.ts';

/** Event, name and command of each, as one word. Runs begin with its number: no other part of them is looked at. */
export async function turnHooks(on: Statements): Promise<ReadonlySet<string>> {
  const rows = await ask(on, `SELECT DISTINCT split_part(substr(said, 2), ',', 1)::int4 AS hook FROM session_hooks`);
  const words = await wordList(on, 'hook');
  return new Set(rows.map((row) => words.get(integer(row, 'hook')) ?? ''));
}

/** Those of one session, in the order of its files. */
export async function turnHooksOf(on: Statements, words: KnownWords, session: number): Promise<HookRun[]> {
  const rows = await ask(
    on,
    'SELECT said FROM session_hooks WHERE session_pk = ?::int8 ORDER BY source, "offset", num',
    session,
  );
  const runs = rows.map((row): StoredHook => JSON.parse(text(row, 'said')));
  await words.learn(
    on,
    runs.map(([hook]) => hook),
  );
  return runs.map((run) => hookRunOf(run, (number) => words.of(number)));
}
