// Brings over what an older index holds one row each: its messages into pages, its hooks beside their calls.

import type { Message } from '../../../model/session.ts';
import type { HookRun } from '../../../model/tool-call.ts';
import type { Database } from '../../../sqlite/database.ts';
import { integer, integerOrNull, type Row, text, textOrNull } from '../../../sqlite/row.ts';
import { fillColumns } from './column-chunks.ts';
import { InternedStrings } from './interned-strings.ts';
import { SPOKEN } from './message-page.ts';
import { MessageTable } from './message-table.ts';
import { oneOf } from './one-of.ts';
import { hookNumber, OUTCOMES, storedHook } from './stored-hook.ts';

/** Out of the way of what takes their names. */
export const OLD_ROWS = `
DROP INDEX hooks_call;
ALTER TABLE hooks RENAME TO old_hooks;
ALTER TABLE messages RENAME TO old_messages;
`;

function refOf(row: Row): Message['ref'] {
  return {
    source: integer(row, 'source'),
    line: integer(row, 'line'),
    offset: integer(row, 'offset'),
    length: integer(row, 'length'),
  };
}

function messageOf(row: Row): Message {
  return {
    what: oneOf(SPOKEN, text(row, 'what')),
    thread: text(row, 'thread'),
    at: integerOrNull(row, 'at'),
    preview: text(row, 'preview'),
    size: integer(row, 'size'),
    model: textOrNull(row, 'model'),
    callId: textOrNull(row, 'call_id'),
    ref: refOf(row),
    pointer: text(row, 'pointer'),
  };
}

function hookOf(row: Row): HookRun {
  return {
    event: text(row, 'event'),
    name: text(row, 'name'),
    command: textOrNull(row, 'command'),
    outcome: oneOf(OUTCOMES, text(row, 'outcome')),
    exitCode: integerOrNull(row, 'exit_code'),
    durationMs: integerOrNull(row, 'duration_ms'),
    decision: textOrNull(row, 'decision'),
    message: textOrNull(row, 'message'),
    at: integerOrNull(row, 'at'),
    ref: refOf(row),
  };
}

function bringMessages(database: Database, sessions: readonly number[]): void {
  const table = new MessageTable(database);
  const old = database.query(
    'SELECT * FROM old_messages WHERE session_pk = ? ORDER BY source, offset, pointer',
    messageOf,
  );
  for (const session of sessions) table.insertAll(session, old.all(session));
}

function bringHooks(database: Database, sessions: readonly number[]): void {
  const words = new InternedStrings(database);
  const beside = database.command('UPDATE calls SET hooks = ? WHERE call_id = ? AND session_pk = ?');
  const alone = database.command('INSERT INTO session_hooks VALUES (?, ?, ?, ?, ?)');
  const old = database.query(
    'SELECT * FROM old_hooks WHERE session_pk = ? ORDER BY call_id, source, offset, num',
    (row) => ({ callId: text(row, 'call_id'), num: integer(row, 'num'), hook: hookOf(row) }),
  );
  const stored = (hook: HookRun) => storedHook(hook, hookNumber(hook, words));
  for (const session of sessions) {
    const byCall = new Map<string, ReturnType<typeof stored>[]>();
    for (const { callId, num, hook } of old.all(session)) {
      const { source, offset } = hook.ref;
      if (callId === '') alone.run(session, source, offset, num, JSON.stringify(stored(hook)));
      else byCall.set(callId, [...(byCall.get(callId) ?? []), stored(hook)]);
    }
    for (const [callId, hooks] of byCall) beside.run(JSON.stringify(hooks), callId, session);
  }
}

export function migrateRows(database: Database): void {
  const sessions = database.query('SELECT pk FROM sessions ORDER BY pk', (row) => integer(row, 'pk')).all();
  bringMessages(database, sessions);
  bringHooks(database, sessions);
  database.exec('DROP TABLE old_messages; DROP TABLE old_hooks');
  fillColumns(database);
}
