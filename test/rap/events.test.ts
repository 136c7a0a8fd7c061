// Tests where events go: those that come before their confirming result, and those that open a thread; and what threads
// of one session share.
import { describe, expect, test } from 'vitest';
import { RapEnded } from '../../src/rap/store/rap-ended.ts';
import {
  type Pending,
  post,
  register,
  rejections,
  resultFor,
  results,
  startPeer,
  startServer,
  until,
} from './harness.ts';

const eventFor = (call: Pending, fields: object) => ({
  ...{ type: 'subscription_event', group_id: call.group_id, tool_call_id: call.id },
  ...fields,
});

describe('an event before its confirming result', () => {
  test('is held on the disk, and let in after the result, in order and once', async () => {
    const first = await startServer();
    const call = await register(first, 'g');
    for (const text of ['one', 'two', 'one'])
      expect((await post(call.callback_url, eventFor(call, { text }), { 'webhook-id': text })).status).toBe(200);
    expect(await results(first, 'g')).toEqual([]);
    const port = Number(new URL(first.url).port);
    await first.close();
    const server = await startServer({ dataFolder: first.folder, port });
    await post(call.callback_url, resultFor(call, { text: 'watching', subscription: true }));
    await post(call.callback_url, eventFor(call, { text: 'three' }));
    expect((await results(server, 'g')).map(({ text }) => text)).toEqual(['watching', 'one', 'two', 'three']);
  });

  test('is dropped where the result starts no subscription, or comes too late, or there are too many', async () => {
    let now = Date.now();
    const server = await startServer({ now: () => now, limits: { earlyEventMs: 1000, maxEarlyEvents: 2 } });
    const never = await register(server, 'never');
    await post(never.callback_url, eventFor(never, { text: 'early' }));
    await post(never.callback_url, resultFor(never));
    expect((await results(server, 'never')).map(({ type }) => type)).toEqual(['tool_result']);
    const late = await register(server, 'late');
    const codes = [];
    for (let i = 0; i < 3; i++)
      codes.push((await post(late.callback_url, eventFor(late, { text: `${i}` }))).json['code']);
    expect(codes).toEqual(['held', 'held', 'no-subscription']);
    now += 5000;
    await post(late.callback_url, resultFor(late, { subscription: true, text: 'x' }));
    expect((await results(server, 'late')).map(({ type }) => type)).toEqual(['tool_result']);
    expect((await rejections(server)).map(({ reason }) => reason)).toEqual([
      ...['held-too-long', 'held-too-long', 'no-subscription', 'no-subscription'],
    ]);
  });

  test('ends the subscription if it was the final one', async () => {
    const server = await startServer();
    const call = await register(server, 'g');
    await post(call.callback_url, eventFor(call, { text: 'only', final: true }));
    await post(call.callback_url, resultFor(call, { subscription: true, text: 'x' }));
    expect(server.runtime.call('g', call.id).subscription).toBe('ended');
  });
});

test('--event-threads: an event that is not associative opens a thread with the same tools', async () => {
  const tools = [{ name: 'watch', description: 'Watches.', inputSchema: {} }];
  const tool = await startPeer(({ headers }) => ({
    status: 200,
    body: JSON.stringify({ name: 't', endpoint: `http://${headers.host}/invoke`, tools }),
  }));
  const server = await startServer({ eventThreads: true });
  await post(`${server.url}/rap/v1/threads`, { group_id: 'g', toolsets: [tool.url] });
  const call = await register(server, 'g', { operation: 'watch', arguments: { path: 'src' } });
  await post(call.callback_url, resultFor(call, { subscription: true, text: 'watching' }));
  await post(call.callback_url, eventFor(call, { text: 'inline', associative: true }));
  await post(call.callback_url, eventFor(call, { text: 'apart', final: true }));
  const items = await results(server, 'g');
  expect(items.map(({ type, text }) => [type, text])).toEqual([
    ['tool_result', 'watching'],
    ['subscription_event', 'inline'],
    ['status', 'An event of watch is in a thread of its own.'],
  ]);
  const child = String(items.at(-1)?.['thread']);
  expect(await results(server, child)).toMatchObject([
    {
      ...{ type: 'subscription_event', text: 'apart', id: call.id, group_id: child },
      injected: { arguments: { original_tool_call_id: call.id, original_args: { path: 'src' } } },
    },
  ]);
  expect([...server.runtime.tools(child).tools.keys()]).toEqual(['watch']);
  expect(server.runtime.thread(child).ancestors).toBe('["g"]');
  expect(server.runtime.call('g', call.id).subscription).toBe('ended');
});

test('threads of one session use the manifests that its first thread found', async () => {
  let version = 0;
  const tool = await startPeer(({ headers }) => {
    const tools = [{ name: `v${++version}`, description: 'Is new every time.', inputSchema: {} }];
    return { status: 200, body: JSON.stringify({ name: 't', endpoint: `http://${headers.host}/invoke`, tools }) };
  });
  const server = await startServer();
  const open = (thread: object) => post(`${server.url}/rap/v1/threads`, thread);
  await open({ group_id: 'root', toolsets: [tool.url] });
  await open({ group_id: 'child', thread_ancestors: ['root'], toolsets: [tool.url] });
  await open({ group_id: 'grandchild', thread_ancestors: ['root', 'child'] });
  await open({ group_id: 'other', toolsets: [tool.url] });
  const names = ['root', 'child', 'grandchild', 'other'].map((group) => [...server.runtime.tools(group).tools.keys()]);
  expect(names).toEqual([['v1'], ['v1'], ['v1'], ['v2']]);
});

test('retention: threads that were closed long ago are deleted while the runtime runs, and no others', async () => {
  let now = Date.now();
  const server = await startServer({ now: () => now, retentionMs: 86_400_000 });
  for (const group of ['over', 'open', 'newest']) {
    const call = await register(server, group);
    await post(call.callback_url, resultFor(call));
  }
  await post(`${server.url}/rap/v1/threads/over/close`, {});
  await post(`${server.url}/rap/v1/threads/newest/close`, {});
  const last = await register(server, 'open');
  await server.runtime.start();
  expect(server.runtime.threads()).toHaveLength(3);
  now += 2 * 86_400_000;
  await server.runtime.start();
  expect(new Set(server.runtime.threads().map(({ groupId }) => groupId))).toEqual(new Set(['open', 'newest']));
  expect(new RapEnded(server.runtime.store.database).closedBefore(now)).toEqual([]);
  expect((await post(last.callback_url, resultFor(last))).status).toBeLessThan(500);
  await until(() => true);
});

test('retention: nothing that is over stays, however many threads there are', async () => {
  let now = Date.now();
  const server = await startServer({ now: () => now, retentionMs: 86_400_000 });
  for (let i = 0; i < 205; i++) {
    const { groupId } = await server.runtime.openThread({});
    await server.runtime.closeThread(groupId);
  }
  await register(server, 'newest');
  now += 2 * 86_400_000;
  await server.runtime.start();
  await until(() => server.runtime.threads().length === 1);
});
