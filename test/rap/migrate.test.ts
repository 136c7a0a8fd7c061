// Tests moving a session between tool servers: state first, then the thread, and all or nothing.
import { expect, test } from 'vitest';
import { ToolError } from '../../src/rap/client/tool-outcome.ts';
import { createToolServer, type Migrate, type ToolServer } from '../../src/rap/client/tool-server.ts';
import { afterwards, post, send, startPeer, startServer, type TestServer, until } from './harness.ts';

/** A server that counts for each session, and hands its counts over to another one of its kind. */
async function startCounter(peers: Map<string, Map<string, number>>, refuse?: Error): Promise<ToolServer> {
  const counts = new Map<string, number>();
  const migrate: Migrate = (sessionId, destinationUrl) => {
    if (refuse !== undefined) throw refuse;
    const there = peers.get(destinationUrl);
    if (there === undefined) throw new ToolError('the destination does not answer.');
    there.set(sessionId, counts.get(sessionId) ?? 0);
  };
  const server = createToolServer({
    manifest: { name: 'counter', tools: [{ name: 'count', description: 'Counts.', inputSchema: { type: 'object' } }] },
    migrate,
    handlers: {
      count: (_, { invocation: { groupId, ancestors } }) => {
        const session = ancestors[0] ?? groupId;
        counts.set(session, (counts.get(session) ?? 0) + 1);
        return String(counts.get(session));
      },
    },
  });
  afterwards(() => server.close(0));
  peers.set(await server.listen(), counts);
  return server;
}

async function count(server: TestServer, groupId: string): Promise<string> {
  const { id } = await server.runtime.register(groupId, { operation: 'count', arguments: {} });
  const item = await until(async () => {
    const page = await server.runtime.results(groupId, { after: 0 });
    return page.items.find((one) => one.id === id);
  });
  return item.text;
}

function move(server: TestServer, groupId: string, moves: unknown): ReturnType<typeof post> {
  return post(`${server.url}/rap/v1/threads/${groupId}/migrate`, { moves });
}

test('the state goes first, then the session and its threads below use the new server', async () => {
  const peers = new Map<string, Map<string, number>>();
  const [old, fresh] = [await startCounter(peers), await startCounter(peers)];
  expect((await send(`${old.url}/.well-known/rap-toolset`)).json['needsMigration']).toBe(true);
  const server = await startServer();
  await server.runtime.openThread({ groupId: 'root', toolsets: [old.url] });
  await server.runtime.openThread({ groupId: 'child', ancestors: ['root'], toolsets: [old.url] });
  expect([await count(server, 'root'), await count(server, 'child')]).toEqual(['1', '2']);
  const moved = await move(server, 'root', [{ from: `${old.url}/`, to: fresh.url }]);
  expect([moved.status, moved.json]).toEqual([
    200,
    { ok: true, moved: [{ from: old.url, to: fresh.url, handed_over: true }] },
  ]);
  expect([await count(server, 'child'), await count(server, 'root')]).toEqual(['3', '4']);
  expect([peers.get(old.url)?.get('root'), peers.get(fresh.url)?.get('root')]).toEqual([2, 4]);
  expect(server.runtime.tools('root').tools.get('count')?.base).toBe(fresh.url);
});

test('a server without state is not asked; it is told that the thread is over', async () => {
  const tools = [{ name: 'x', description: 'x', inputSchema: {} }];
  const body = JSON.stringify({ name: 'plain', endpoint: 'https://plain.example/invoke', tools });
  const [old, fresh] = [await startPeer(() => ({ status: 200, body })), await startPeer(() => ({ status: 200, body }))];
  const server = await startServer();
  await server.runtime.openThread({ groupId: 't', toolsets: [old.url] });
  const moved = await move(server, 't', [{ from: old.url, to: fresh.url }]);
  expect(moved.json['moved']).toEqual([{ from: old.url, to: fresh.url, handed_over: false }]);
  await until(() => old.received.length === 2);
  expect(old.received.map(({ path }) => path)).toEqual(['/.well-known/rap-toolset', '/close_thread']);
});

test('when one fails, nothing changes and its reason is told', async () => {
  const peers = new Map<string, Map<string, number>>();
  const [old, fresh] = [await startCounter(peers, new ToolError('the disk is full.')), await startCounter(peers)];
  const server = await startServer();
  await server.runtime.openThread({ groupId: 't', toolsets: [old.url] });
  const refused = await move(server, 't', [{ from: old.url, to: fresh.url }]);
  expect([refused.status, refused.json['error']]).toEqual([
    409,
    `The session was not moved. ${old.url} answered with status 500. It says: the disk is full.`,
  ]);
  expect(server.runtime.tools('t').tools.get('count')?.base).toBe(old.url);
});

test('what a mistake inside says stays inside', async () => {
  const peers = new Map<string, Map<string, number>>();
  const old = await startCounter(peers, new Error('password=hunter2'));
  const answer = await post(`${old.url}/migrate`, { session_id: 's', destination_url: 'http://127.0.0.1:9' });
  expect([answer.status, answer.text.includes('hunter2')]).toEqual([500, false]);
});

test('not while a call is at work there, not to a server that is none, not for a part of a session', async () => {
  const peers = new Map<string, Map<string, number>>();
  const [old, fresh] = [await startCounter(peers), await startCounter(peers)];
  const server = await startServer();
  const { runtime } = server;
  await runtime.openThread({ groupId: 'root', toolsets: [old.url] });
  await runtime.openThread({ groupId: 'child', ancestors: ['root'], toolsets: [old.url] });
  const moves = [{ from: old.url, to: fresh.url }];
  const waiting = await runtime.register('child', { operation: 'count', arguments: {}, send: false });
  const codeOf = async (group: string, wanted: unknown): Promise<unknown> =>
    (await move(server, group, wanted)).json['code'];
  expect(await codeOf('root', moves)).toBe('refused');
  await runtime.cancel('child', waiting.id);
  expect(await codeOf('child', moves)).toBe('bad-usage');
  expect(await codeOf('root', [])).toBe('bad-usage');
  expect(await codeOf('root', [{ from: fresh.url, to: old.url }])).toBe('not-found');
  expect(await codeOf('root', [{ from: old.url, to: 'http://127.0.0.1:9' }])).toBe('refused');
  expect(await codeOf('root', [{ from: old.url, to: old.url }])).toBe('bad-usage');
  expect(await codeOf('nobody', moves)).toBe('not-found');
  expect((await move(server, 'root', moves)).status).toBe(200);
});

test('bad requests are refused, and a server without state has no such address', async () => {
  const peers = new Map<string, Map<string, number>>();
  const old = await startCounter(peers);
  for (const body of [{}, { session_id: 's' }, { session_id: 's', destination_url: 'file:///etc' }])
    expect((await post(`${old.url}/migrate`, body)).status).toBe(400);
  const plain = createToolServer({
    manifest: { name: 'plain', tools: [{ name: 'x', description: 'x', inputSchema: { type: 'object' } }] },
    handlers: { x: () => 'x' },
  });
  afterwards(() => plain.close(0));
  const url = await plain.listen();
  expect((await post(`${url}/migrate`, { session_id: 's', destination_url: url })).status).toBe(404);
});
