// Tests the tool author's side: a server, its handlers, and what reaches the runtime.
import { describe, expect, test } from 'vitest';
import {
  createToolServer,
  type Handler,
  sendEvent,
  sendToolResult,
  ToolError,
  type ToolServerOptions,
} from '../../src/rap/public-api.ts';
import {
  afterwards,
  type Item,
  post,
  register,
  results,
  send,
  startPeer,
  startServer,
  type TestServer,
  until,
} from './harness.ts';

const PATCH = '--- a.ts\n+++ a.ts\n@@ -1 +1 @@\n-a\n+b';
const SCHEMA = { type: 'object', properties: { n: { type: 'number' } }, additionalProperties: false };

async function startTools(handlers: Record<string, Handler>, options: Partial<ToolServerOptions> = {}) {
  const tools = Object.keys(handlers).map((name) => ({ name, description: `Does ${name}.`, inputSchema: SCHEMA }));
  const server = createToolServer({
    manifest: { name: 'test', tools },
    handlers,
    sender: { allow: ['loopback'], backoffMs: 5 },
    ...options,
  });
  const url = await server.listen();
  afterwards(() => server.close(0));
  return { server, url };
}

/** A thread that knows the tools, one call, and its first result. */
async function call(runtime: TestServer, base: string, operation: string, args: object = {}): Promise<Item> {
  const group_id = `g-${operation}-${Math.random()}`;
  await post(`${runtime.url}/rap/v1/threads`, { group_id, toolsets: [base] });
  const answer = await post(`${runtime.url}/rap/v1/threads/${group_id}/invocations`, { operation, arguments: args });
  if (answer.status !== 201) throw new Error(answer.text);
  const page = await send(`${runtime.url}/rap/v1/threads/${group_id}/results?wait=10`);
  const { items }: { items: Item[] } = JSON.parse(page.text);
  const [item] = items;
  if (item === undefined) throw new Error('no result');
  return item;
}

test('a tool from manifest to result', async () => {
  const runtime = await startServer();
  const { url } = await startTools({ double: ({ n }) => `${Number(n) * 2}` });
  const manifest = await send(`${url}/.well-known/rap-toolset`);
  expect(manifest.json).toEqual({
    name: 'test',
    tools: [{ name: 'double', description: 'Does double.', inputSchema: SCHEMA }],
    endpoint: `${url}/invoke`,
  });
  expect(await call(runtime, url, 'double', { n: 21 })).toMatchObject({
    type: 'tool_result',
    operation: 'double',
    text: '42',
  });
});

describe('every invocation ends with a result', () => {
  const failing: Record<string, Handler> = {
    throws: () => {
      throw new Error('connect ECONNREFUSED 10.0.0.5:5432\n    at Socket.<anonymous> (/srv/app/db.js:10:5)');
    },
    says: () => {
      throw new ToolError('API rate limit exceeded. Retry after 60 seconds.');
    },
    rejects: async () => Promise.reject(new Error('internal detail')),
    hangs: () => new Promise<string>(() => undefined),
    leaks: () => `The key is AKIA${'ABCDEFGH12345678'}.`,
    shows: () => ({ text: 'fine', displayAs: [{ type: 'text', content: `ghp_${'a'.repeat(36)}` }] }),
  };

  test.each([
    ['throws', /^Error: throws failed inside the tool\. Try again; if it fails again, report reference [0-9a-f]{8}\.$/],
    ['rejects', /^Error: rejects failed inside the tool\./],
    ['says', /^Error: API rate limit exceeded\. Retry after 60 seconds\.$/],
    ['hangs', /^Error: it took longer than 50 ms\. Try again with less to do\.$/],
    ['leaks', /^Error: the result was withheld because it seems to contain a credential \(AWS access key\)\./],
    ['shows', /^Error: the result was withheld because it seems to contain a credential \(GitHub token\)\./],
  ])('%s', async (operation, text) => {
    const runtime = await startServer();
    const errors: unknown[] = [];
    const { url } = await startTools(failing, { timeoutMs: 50, onError: (error) => errors.push(error) });
    const item = await call(runtime, url, operation);
    expect(item['text']).toMatch(text);
    expect(errors).toHaveLength(operation === 'throws' || operation === 'rejects' ? 1 : 0);
  });

  test('an unknown tool and bad arguments are answered with 200 and an error', async () => {
    const runtime = await startServer();
    const { url } = await startTools({ double: () => 'x' });
    for (const [operation, args, text] of [
      ['triple', {}, 'Error: there is no tool called triple. Use one of: double.'],
      ['double', { n: 'x' }, 'Error: the arguments do not fit: n must be number. See the input schema of double.'],
    ] as const) {
      const pending = await register(runtime, 'g', { operation, arguments: args });
      const answer = await post(`${url}/invoke`, { operation, arguments: args, ...pending });
      expect(answer.status).toBe(200);
      await until(async () => (await results(runtime, 'g')).some((item) => item['text'] === text));
    }
  });

  test('what is no invocation is a 400', async () => {
    const { url } = await startTools({ double: () => 'x' });
    for (const body of [
      '[]',
      '{}',
      '{"operation":"double"}',
      '{"operation":"a","id":"b","group_id":"c","callback_url":"file:///x"}',
    ])
      expect((await post(`${url}/invoke`, body)).status).toBe(400);
    expect((await post(`${url}/invoke`, '{')).status).toBe(400);
    expect((await send(`${url}/invoke`)).status).toBe(405);
    const invocation = { operation: 'double', id: 'i', group_id: 'g', callback_url: 'http://127.0.0.1:1/' };
    expect((await post(`${url}/invoke`, invocation, { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await post(`${url}/invoke`, invocation, { origin: 'https://evil.example' })).status).toBe(403);
  });

  test('a server that stops answers for its calls', async () => {
    const runtime = await startServer();
    let hasBegun = false;
    const hangs = (): Promise<string> => {
      hasBegun = true;
      return new Promise(() => undefined);
    };
    const { server, url } = await startTools({ hangs });
    const item = call(runtime, url, 'hangs');
    await until(() => hasBegun);
    await server.close(10);
    expect((await item)['text']).toBe('Error: the tool server was stopped before the call was done. Try again later.');
  });
});

describe('messages keep the advice', () => {
  test('structured data travels inside the text', async () => {
    const runtime = await startServer();
    const data = { instances: [{ id: 'i-0abc123', state: 'running' }], count: 1 };
    const { url } = await startTools({ list: () => ({ data }) });
    expect(JSON.parse(String((await call(runtime, url, 'list'))['text']))).toEqual(data);
  });

  test.each([
    [
      'a text is added last',
      { text: 'Replaced text\nin a file', displayAs: [{ type: 'diff', content: { path: 'a.ts', patch: PATCH } }] },
      ['diff', 'Replaced text'],
    ],
    [
      'long texts become one line',
      { text: 'x', displayAs: [{ type: 'text', content: 'long\nline '.repeat(100) }] },
      [expect.stringMatching(/^long line .{100,150}…$/)],
    ],
    ['a copy of the text is left out', { text: 'done', displayAs: [{ type: 'text', content: 'done' }] }, undefined],
  ] as const)('display_as: %s', async (_, outcome, expected) => {
    const peer = await startPeer(() => ({ status: 200 }));
    await sendToolResult({ groupId: 'g', id: 'i', callId: null, callbackUrl: peer.url }, outcome, {
      allow: ['loopback'],
    });
    const message = JSON.parse(peer.received[0]?.body ?? '');
    const segments: { type: string; content: unknown }[] | undefined = message.display_as;
    expect(segments?.map(({ type, content }) => (type === 'text' ? content : type))).toEqual(expected);
    expect(message.text).toBe(outcome.text);
  });

  test('retries use one id, stop at 4xx, and follow Retry-After', async () => {
    const peer = await startPeer((_, n) =>
      n === 1 ? { status: 503 } : n === 2 ? { status: 429, headers: { 'retry-after': '1' } } : { status: 200 },
    );
    const to = { groupId: 'g', id: 'i', callId: 'c', callbackUrl: `${peer.url}/cb` };
    const end = await sendToolResult(to, 'done', { allow: ['loopback'], backoffMs: 5 });
    expect(end).toEqual({ kind: 'delivered', status: 200, attempts: 3 });
    expect(new Set(peer.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(peer.received.map(({ body }) => body))).toEqual(
      new Set([JSON.stringify({ type: 'tool_result', group_id: 'g', id: 'i', call_id: 'c', text: 'done' })]),
    );
    const [, second, third] = peer.received;
    expect((third?.at ?? 0) - (second?.at ?? 0)).toBeGreaterThan(950);

    const stubborn = await startPeer(() => ({ status: 410 }));
    const refused = await sendToolResult({ ...to, callbackUrl: stubborn.url }, 'x', {
      allow: ['loopback'],
      backoffMs: 1,
    });
    expect([refused, stubborn.received.length]).toEqual([{ kind: 'refused', status: 410, attempts: 1 }, 1]);
  });

  test('a callback address inside the network is not posted to unless it is allowed', async () => {
    const peer = await startPeer(() => ({ status: 200 }));
    const end = await sendToolResult({ groupId: 'g', id: 'i', callId: null, callbackUrl: peer.url }, 'x');
    expect([end.kind, peer.received]).toEqual(['failed', []]);
  });

  test('an event with a credential is not sent', async () => {
    const to = { groupId: 'g', id: 'i', callId: null, callbackUrl: 'http://127.0.0.1:1/' };
    expect(() => sendEvent(to, `token ghp_${'a'.repeat(36)}`)).toThrow('seems to contain a credential');
  });
});

test('a subscription reports in order, and stops when it is cancelled', async () => {
  const runtime = await startServer();
  let stopped = 0;
  const { server, url } = await startTools({
    watch: (_, call) => {
      call.signal.addEventListener('abort', () => {
        stopped++;
      });
      for (const text of ['one', 'two', 'three']) void call.sendEvent(text, { associative: true });
      return { text: 'watching', subscription: true };
    },
  });
  const item = await call(runtime, url, 'watch');
  const group = String(item['group_id']);
  await until(async () => (await results(runtime, group)).length === 4);
  expect((await results(runtime, group)).map(({ text }) => text)).toEqual(['watching', 'one', 'two', 'three']);
  expect(server.subscriptions()).toHaveLength(1);
  const [subscribed] = server.subscriptions();
  await post(`${runtime.url}/rap/v1/threads/${group}/calls/${item['id']}/cancel`, {});
  await until(() => stopped === 1);
  expect(server.subscriptions()).toEqual([]);
  expect(await subscribed?.sendEvent('after')).toEqual({ kind: 'stopped', attempts: 0 });
});

test('a choice comes back to the handler', async () => {
  const runtime = await startServer();
  const { url } = await startTools({
    ask: async (_, call) => `chose ${await call.requestChoice({ prompt: 'Which?', choices: ['a', 'b'], default: 1 })}`,
  });
  const item = call(runtime, url, 'ask');
  const asked = await until(async () => {
    for (const { groupId } of runtime.runtime.threads()) {
      const found = (await results(runtime, groupId, 'display')).find(({ type }) => type === 'user_choice');
      if (found !== undefined) return found;
    }
    return undefined;
  });
  await post(`${runtime.url}/rap/v1/threads/${asked['group_id']}/calls/${asked['id']}/choice`, { selected: 0 });
  expect((await item)['text']).toBe('chose 0');
});

test('an invocation that is sent twice runs once', async () => {
  const runtime = await startServer();
  let runs = 0;
  const { url } = await startTools({
    count: () => {
      runs++;
      return `run ${runs}`;
    },
  });
  const pending = await register(runtime, 'g');
  const invocation = { operation: 'count', arguments: {}, ...pending };
  for (let i = 0; i < 3; i++) expect((await post(`${url}/invoke`, invocation)).status).toBe(200);
  await until(async () => (await results(runtime, 'g')).length > 0);
  expect(runs).toBe(1);
});

describe('who may call', () => {
  test('a locked server wants its token or a signature', async () => {
    const key = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
    const { url } = await startTools({ double: () => '4' }, { auth: { bearer: 'tool-token', webhookKeys: [key] } });
    for (const path of ['invoke', 'cancel_tool_call', 'close_thread'])
      expect((await post(`${url}/${path}`, {})).status).toBe(401);
    const withToken = await startServer({ credentials: [{ base: url, bearer: 'tool-token' }] });
    expect((await call(withToken, url, 'double'))['text']).toBe('4');
    const withKey = await startServer({ credentials: [{ base: url, webhookKeys: [key] }] });
    expect((await call(withKey, url, 'double'))['text']).toBe('4');
    const without = await startServer();
    expect((await call(without, url, 'double'))['synthetic']).toBe('refused');
  });

  test('an open server may only listen on this machine', async () => {
    const server = createToolServer({
      manifest: { name: 't', tools: [{ name: 'a', description: 'A.', inputSchema: {} }] },
      handlers: { a: () => '' },
    });
    await expect(server.listen(0, '0.0.0.0')).rejects.toThrow('lets anyone call the tools');
  });

  test('manifest and handlers have to fit each other', () => {
    const manifest = { name: 't', tools: [{ name: 'a', description: 'A.', inputSchema: {} }] };
    expect(() => createToolServer({ manifest, handlers: {} })).toThrow('The tool a has no handler.');
    expect(() => createToolServer({ manifest, handlers: { a: () => '', b: () => '' } })).toThrow('belongs to no tool');
    expect(() => createToolServer({ manifest: { name: '', tools: [] }, handlers: {} })).toThrow(
      'The manifest needs a name',
    );
  });

  test('cancel and close are always answered with 200', async () => {
    const { url } = await startTools({ double: () => '4' });
    expect((await post(`${url}/cancel_tool_call`, { thread_id: 'no', tool_call_id: 'no' })).status).toBe(200);
    expect((await post(`${url}/close_thread`, { thread_id: 'no' })).status).toBe(200);
  });
});
