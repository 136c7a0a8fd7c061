// Owns the check that a RAP thread is a session like any other: from callbacks to calls with status and duration.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { observeThread } from '../../src/formats/rap/format.ts';
import { discover } from '../../src/ingest/discover.ts';
import { readSessions } from '../../src/ingest/library.ts';
import { rapRecord } from '../../src/model/rap-event.ts';
import { post, register, resultFor, startServer, tempFolder } from './harness.ts';

test('a thread becomes a session', async () => {
  const server = await startServer();
  await post(`${server.url}/rap/v1/threads`, { group_id: 'thread_1', title: 'Release' });
  const [ok, bad, sub, open, late] = [
    await register(server, 'thread_1', { id: 'ok', operation: 'deploy', arguments: { app: 'shop' } }),
    await register(server, 'thread_1', { id: 'bad', operation: 'rollback' }),
    await register(server, 'thread_1', { id: 'sub', operation: 'watch' }),
    await register(server, 'thread_1', { id: 'open', operation: 'wait' }),
    await register(server, 'thread_1', { id: 'late', operation: 'slow' }),
  ];
  await post(ok.callback_url, resultFor(ok, { text: 'Deployed.' }));
  await post(bad.callback_url, resultFor(bad, { text: 'Error: nothing to go back to. Deploy first.' }));
  await post(sub.callback_url, resultFor(sub, { text: 'on', subscription: true }));
  await post(sub.callback_url, {
    ...{ type: 'subscription_event', group_id: 'thread_1', tool_call_id: 'sub', text: 'healthy', final: true },
  });
  await post(`${server.url}/rap/v1/threads/thread_1/calls/${late.id}/cancel`, {});
  expect(open.id).toBe('open');

  const { thread } = server.runtime.thread('thread_1');
  const rows = [...server.runtime.store.journal.after(thread, 0)];
  expect(observeThread(rows).filter(({ kind }) => kind === 'call-requested')).toHaveLength(5);

  const file = join(tempFolder(), 'thread.jsonl');
  writeFileSync(file, rows.map((row) => `${JSON.stringify(rapRecord(row))}\n`).join(''));
  const sessions = [];
  for await (const session of readSessions(await discover([file]), { now: Date.now() })) sessions.push(session);
  const [session] = sessions;
  expect([sessions.length, session?.agent, session?.id, session?.fields.title]).toEqual([
    1,
    'rap',
    'thread_1',
    'Release',
  ]);
  expect(session?.calls.map(({ callId, tool, status, failure }) => [callId, tool, status, failure?.code])).toEqual([
    ['ok', 'deploy', 'ok', undefined],
    ['bad', 'rollback', 'error', 'tool-error'],
    ['sub', 'watch', 'ok', undefined],
    ['open', 'wait', 'background', undefined],
    ['late', 'slow', 'interrupted', 'cancelled'],
  ]);
  expect(session?.problems).toEqual([]);
});
