// Tests that a database of the older program named OpenCode is recognised by its tables, and read.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { addsUp } from '../../src/model/ledger.ts';
import type { Session } from '../../src/model/session.ts';
import { readSessions } from '../../src/reading/many-sessions/read-library.ts';
import { discover } from '../../src/sources/discover.ts';
import { loadDriver } from '../../src/sqlite/driver.ts';
import { LONG_AFTER, newFolder } from '../index/support.ts';

const AT = 1_751_990_000;

function part(type: string, data: object): object {
  return { type, data };
}

const MESSAGES: readonly (readonly [role: string, parts: readonly object[]])[] = [
  ['user', [part('text', { text: 'Water the plums' }), part('finish', { reason: 'stop' })]],
  [
    'assistant',
    [
      part('reasoning', { thinking: 'Where are they?' }),
      part('tool_call', { id: 'c1', name: 'grep', input: '{"pattern":"plum"}', finished: true }),
      part('tool_call', { id: 'c2', name: 'bash', input: '{"command":"water"}', finished: true }),
      part('tool_call', { id: 'c3', name: 'edit', input: '{"file_path":"/a"', finished: false }),
    ],
  ],
  [
    'tool',
    [
      part('tool_result', { tool_call_id: 'c1', content: 'one', metadata: '{"number_of_matches":1}', is_error: false }),
      part('tool_result', { tool_call_id: 'c2', content: 'Permission denied', is_error: true }),
    ],
  ],
];

function writeDatabase(project: string): void {
  mkdirSync(join(project, '.opencode'), { recursive: true });
  const database = new (loadDriver().DatabaseSync)(join(project, '.opencode', 'opencode.db'), { readOnly: false });
  database.exec(`CREATE TABLE sessions (id TEXT PRIMARY KEY, parent_session_id TEXT, title TEXT, cost REAL, updated_at INTEGER, created_at INTEGER);
    CREATE TABLE messages (id TEXT PRIMARY KEY, session_id TEXT, role TEXT, parts TEXT, model TEXT, created_at INTEGER, updated_at INTEGER)`);
  database.prepare('INSERT INTO sessions VALUES (?, NULL, ?, ?, ?, ?)').run('s1', 'Plums', 0.5, AT, AT);
  for (const [i, [role, parts]] of MESSAGES.entries()) {
    const values = [`m${i}`, 's1', role, JSON.stringify(parts), 'plum-1', AT + i, AT + i];
    database.prepare('INSERT INTO messages VALUES (?, ?, ?, ?, ?, ?, ?)').run(...values);
  }
  database.close();
}

it('is another agent, without durations', async () => {
  const project = newFolder();
  writeDatabase(project);
  const sessions: Session[] = [];
  for await (const session of readSessions(await discover([project]), { now: LONG_AFTER })) sessions.push(session);
  const [session] = sessions;
  expect(sessions.map(({ agent, id }) => `${agent} ${id}`)).toEqual(['opencode-go s1']);
  expect(session?.fields).toMatchObject({ title: 'Plums', cwd: project, costUsd: 0.5 });
  expect(session?.calls.map(({ callId, status, duration }) => `${callId} ${status} ${duration}`)).toEqual([
    'c1 ok null',
    'c2 rejected null',
    'c3 lost null',
  ]);
  expect(session?.calls[0]?.requestedAt).toBe((AT + 1) * 1000);
  expect(session?.sources.every(({ ledger }) => addsUp(ledger))).toBe(true);
});
