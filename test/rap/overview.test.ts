// Tests what a dashboard can see and do: threads, open calls, questions, views, servers, rejections.
import { expect, test } from 'vitest';
import { openRapOverview } from '../../src/rap/runtime/overview.ts';
import { afterwards, post, register, resultFor, startPeer, startServer, tempFolder, until } from './harness.ts';

const TOOL = { name: 'deploy', description: 'Deploys.', inputSchema: { type: 'object' } };

test('everything that is open, of one thread and of all, also from another process', async () => {
  const answers: string[] = [];
  const peer = await startPeer(({ path, body }) => {
    if (path === '/answer') answers.push(body);
    return { status: 200 };
  });
  const server = await startServer();
  const { runtime } = server;
  await post(`${server.url}/rap/v1/threads`, { group_id: 'a', title: 'A' });
  const [done, asks, signs, sub] = [
    await register(server, 'a', { id: 'done' }),
    await register(server, 'a', { id: 'asks', operation: 'remove', arguments: { what: 'old' } }),
    await register(server, 'b', { id: 'signs', operation: 'mail' }),
    await register(server, 'b', { id: 'sub', operation: 'watch', arguments: { repo: 'shop' } }),
  ];
  await register(server, 'b', { id: 'works' });
  await post(done.callback_url, resultFor(done));
  await post(sub.callback_url, resultFor(sub, { text: 'on', subscription: true }));
  await post(asks.callback_url, {
    ...{ type: 'user_choice', group_id: 'a', id: 'asks', prompt: 'Remove it?', choices: ['yes', 'no'], default: 1 },
    response_url: `${peer.url}/answer`,
  });
  const auth_url = 'https://login.example/authorize?state=1';
  await post(signs.callback_url, { type: 'oauth', group_id: 'b', id: 'signs', auth_url });
  await post(sub.callback_url, { type: 'view_update', group_id: 'b', view_type: 'board', content: { left: 2 } });
  await post(sub.callback_url, { type: 'view_update', group_id: 'b', view_type: 'board', content: { left: 1 } });
  await post(done.callback_url, { type: 'nonsense' });

  const beside = openRapOverview(server.folder);
  afterwards(() => beside.close());
  for (const overview of [runtime.overview, beside.overview]) {
    expect(overview.totals()).toEqual({ threads: 2, pending: 3, subscriptions: 1, asks: 2 });
    expect(
      overview
        .threads()
        .map(({ groupId, pending }) => [groupId, pending])
        .toSorted(),
    ).toEqual([
      ['a', 1],
      ['b', 2],
    ]);
    expect(overview.pending().map(({ id, waitsFor, arguments: args }) => [id, waitsFor, args])).toEqual([
      ['asks', 'person', { what: 'old' }],
      ['signs', 'person', {}],
      ['works', 'tool', {}],
    ]);
    expect(overview.pending({ groupId: 'b', limit: 1 }).map(({ id }) => id)).toEqual(['signs']);
    expect(overview.subscriptions().map(({ id, arguments: args }) => [id, args])).toEqual([['sub', { repo: 'shop' }]]);
    expect(overview.subscriptions({ groupId: 'a' })).toEqual([]);
    expect(overview.asks()).toMatchObject([
      { kind: 'user_choice', groupId: 'a', id: 'asks', prompt: 'Remove it?', choices: ['yes', 'no'], default: 1 },
      { kind: 'oauth', groupId: 'b', id: 'signs', operation: 'mail', authUrl: auth_url },
    ]);
    expect(JSON.stringify(overview.asks())).not.toContain('/answer');
    expect(overview.asks('b')).toHaveLength(1);
    expect(overview.views('b')).toMatchObject([{ viewType: 'board', content: { left: 1 } }]);
    expect(overview.rejections(10, 'a')).toMatchObject([{ reason: 'unknown-type', status: 400 }]);
    expect(overview.calls('a').map(({ id, state }) => [id, state])).toEqual([
      ['done', 'completed'],
      ['asks', 'pending'],
    ]);
  }

  await runtime.answerChoice('a', 'asks', 0);
  await until(() => answers.length === 1);
  expect(answers).toEqual(['{"id":"asks","selected":0}']);
  await runtime.cancel('b', 'sub');
  await runtime.cancel('b', 'works');
  expect(beside.overview.totals()).toEqual({ threads: 2, pending: 2, subscriptions: 0, asks: 1 });
  await post(signs.callback_url, resultFor(signs));
  expect(beside.overview.asks()).toEqual([]);
});

test('servers with their tools, and how they do', async () => {
  const manifest = (url: string): string => JSON.stringify({ name: 'ops', endpoint: `${url}/invoke`, tools: [TOOL] });
  const well = await startPeer(({ path }) => ({
    status: 200,
    body: path.startsWith('/.well') ? manifest(well.url) : '{}',
  }));
  const refuses = await startPeer(({ path }) => {
    if (!path.startsWith('/.well')) return { status: 403 };
    return {
      status: 200,
      body: JSON.stringify({ ...JSON.parse(manifest(refuses.url)), tools: [{ ...TOOL, name: 'x' }] }),
    };
  });
  const broken = await startPeer(() => ({ status: 200, body: '{"name": 1}' }));
  const server = await startServer();
  const { runtime } = server;
  const bases = [well.url, refuses.url, broken.url];
  for (const groupId of ['a', 'b']) await runtime.openThread({ groupId, toolsets: bases });
  await runtime.register('a', { operation: 'deploy', arguments: {} });
  const refused = await runtime.register('a', { operation: 'x', arguments: {} });
  await until(() => runtime.call('a', refused.id).state === 'failed');
  const found = new Map(runtime.overview.servers().map((one) => [one.base, one]));
  expect(found.get(well.url)).toMatchObject({
    ...{ name: 'ops', endpoint: `${well.url}/invoke`, state: 'ok', threads: 2, calls: 1, pending: 1, problem: null },
    tools: [{ name: 'deploy', description: 'Deploys.' }],
  });
  expect(found.get(refuses.url)).toMatchObject({ state: 'troubled', refused: 1 });
  expect(found.get(broken.url)).toMatchObject({ state: 'bad-manifest', tools: [], name: null });
  expect(found.get(broken.url)?.problem).toContain('name');
});

test('where there is no data, that is said', () => {
  expect(() => openRapOverview(tempFolder())).toThrow('There is no RAP data');
});
