// Tests that a RAP thread is a session like any other: from callbacks to calls with status and duration.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { observeThread } from '../../src/formats/rap/format.ts';
import { rapRecord } from '../../src/model/rap-event.ts';
import { readSessions } from '../../src/reading/many-sessions/read-library.ts';
import { discover } from '../../src/sources/discover.ts';
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

test('a call with a live subscription is finished, and says so; its events may be in a thread of their own', async () => {
  const server = await startServer({ eventThreads: true });
  const [live, over] = [await register(server, 'g', { id: 'live' }), await register(server, 'g', { id: 'over' })];
  for (const call of [live, over]) await post(call.callback_url, resultFor(call, { text: 'on', subscription: true }));
  const event = { type: 'subscription_event', group_id: 'g', text: 'news' };
  await post(live.callback_url, { ...event, tool_call_id: 'live' });
  await post(over.callback_url, { ...event, tool_call_id: 'over', final: true });

  const folder = tempFolder();
  for (const { groupId, thread } of server.runtime.threads()) {
    const lines = [...server.runtime.store.journal.after(thread, 0)].map((row) => JSON.stringify(rapRecord(row)));
    writeFileSync(join(folder, `${groupId}.jsonl`), `${lines.join('\n')}\n`);
  }
  const calls: unknown[] = [];
  const parents = new Set<string | undefined>();
  for await (const session of readSessions(await discover([folder]), { now: Date.now() })) {
    expect(session.problems).toEqual([]);
    parents.add(session.fields.parentSession);
    calls.push(
      ...session.calls.map(({ callId, status, background }) => [
        callId,
        status,
        background?.kind,
        background?.endedVia,
      ]),
    );
  }
  expect(calls).toEqual([
    ['live', 'ok', 'subscription', null],
    ['over', 'ok', 'subscription', 'notification'],
  ]);
  // Two threads were opened below it.
  expect([parents, server.runtime.threads().length]).toEqual([new Set([undefined, 'g']), 3]);
});
