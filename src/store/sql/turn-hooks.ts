// Hooks that ran for a session or a turn: they have no call to show.

import { text } from '../../base/row.ts';
import type { HookRun } from '../../model/tool-call.ts';
import { type HookName, hookRunOf, type StoredHook } from '../rows/stored-hook.ts';
import type { Dialect } from './engine.ts';
import type { InternedWords } from './interned-words.ts';
import { ask, type Steps } from './steps.ts';

/** Those of one session, in file order. */
export function* turnHooksOf(
  dialect: Dialect,
  words: InternedWords<HookName>,
  session: number,
): Steps<readonly HookRun[]> {
  const rows = yield* ask(
    'SELECT said FROM session_hooks WHERE session_pk = ? ORDER BY source, "offset", num',
    session,
  );
  const runs = rows.map((row): StoredHook => JSON.parse(text(row, 'said')));
  yield* words.learn(
    dialect,
    runs.map(([hook]) => hook),
  );
  return runs.map((run) => hookRunOf(run, words.of(run[0])));
}
