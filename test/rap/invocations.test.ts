// Tests outgoing invocations: discovery, argument checks, sending, retrying, and where requests must not go.
import { describe, expect, test } from 'vitest';
import { AddressPolicy } from '../../src/rap/outbound/address-policy.ts';
import { Outbound } from '../../src/rap/outbound/request.ts';
import {
  afterwards,
  post,
  register,
  resultFor,
  results,
  send,
  startPeer,
  startServer,
  tempFolder,
  until,
} from './harness.ts';

const TOOL = {
  name: 'deploy',
  description: 'Deploys an app.',
  inputSchema: { type: 'object', required: ['app'], properties: { app: { type: 'string' } } },
};

/** A tool server that only takes notes. */
function startTool(tools: object[] = [TOOL], status = (_: number): number => 200) {
  const peer: ReturnType<typeof startPeer> = startPeer(({ path, headers }, n) =>
    path.endsWith('/.well-known/rap-toolset')
      ? { status: 200, body: JSON.stringify({ name: 'ops', endpoint: `http://${headers.host}/invoke`, tools }) }
      : { status: status(n) },
  );
  return peer;
}

const invoked = (peer: { received: { path: string; body: string }[] }) =>
  peer.received.filter(({ path }) => path === '/invoke').map(({ body }) => JSON.parse(body));

describe('discovery', () => {
  test('a thread finds its tools, checks arguments and sends the invocation', async () => {
    const tool = await startTool();
    const server = await startServer();
    const opened = await post(`${server.url}/rap/v1/threads`, {
      ...{ group_id: 'g', title: 'Release', user_id: 'kim', thread_ancestors: ['root'], toolsets: [`${tool.url}/`] },
    });
    expect([opened.status, opened.json['problems']]).toEqual([201, []]);
    expect(opened.json['tools']).toMatchObject([
      { name: 'deploy', base: tool.url },
      { name: 'cancel_subscription', base: null },
    ]);
    const url = `${server.url}/rap/v1/threads/g/invocations`;
    const wrong = await post(url, { operation: 'deploy', arguments: { app: 7 } });
    expect([wrong.status, wrong.json['error']]).toEqual([
      400,
      'The arguments of deploy do not match its schema: app must be string.',
    ]);
    expect((await post(url, { operation: 'destroy', arguments: {} })).status).toBe(404);
    const call = await post(url, { operation: 'deploy', arguments: { app: 'shop' }, id: 'c1', call_id: 'x' });
    expect([call.status, call.json['delivery']]).toEqual([201, 'queued']);
    await until(() => invoked(tool).length > 0);
    expect(invoked(tool)).toEqual([
      {
        operation: 'deploy',
        arguments: { app: 'shop' },
        id: 'c1',
        call_id: 'x',
        callback_url: call.json['callback_url'],
        group_id: 'g',
        thread_ancestors: ['root'],
        user_id: 'kim',
      },
    ]);
    await until(async () => (await send(`${server.url}/rap/v1/threads/g/calls/c1`)).json['delivery'] === 'accepted');
  });

  test('a tool name that two toolsets claim belongs to neither', async () => {
    const tools = [await startTool([TOOL, { ...TOOL, name: 'status' }]), await startTool()];
    const server = await startServer();
    const toolsets = tools.map(({ url }) => url);
    const opened = await post(`${server.url}/rap/v1/threads`, { group_id: 'g', toolsets });
    expect(opened.json['tools']).toMatchObject([{ name: 'status' }, { name: 'cancel_subscription' }]);
    expect(opened.json['clashes']).toEqual([{ name: 'deploy', bases: [...toolsets].sort() }]);
    const answer = await post(`${server.url}/rap/v1/threads/g/invocations`, {
      operation: 'deploy',
      arguments: { app: 'a' },
    });
    expect(answer.status).toBe(409);
  });

  test('a bad manifest loads none of its tools, and says why; the others work', async () => {
    const good = await startTool();
    const bad = await startTool([{ ...TOOL, name: 'fine' }, { name: 'no description' }]);
    const html = await startPeer(() => ({ status: 200, body: '<html>', headers: { 'content-type': 'text/html' } }));
    const moved = await startPeer(() => ({
      status: 302,
      headers: { location: `${good.url}/.well-known/rap-toolset` },
    }));
    const server = await startServer();
    const toolsets = [good, bad, html, moved].map(({ url }) => url);
    const opened = await post(`${server.url}/rap/v1/threads`, { group_id: 'g', toolsets });
    expect(opened.json['tools']).toMatchObject([{ name: 'deploy' }, { name: 'cancel_subscription' }]);
    const problems = new Map(
      (opened.json['problems'] as { base: string; problem: string }[]).map(({ base, problem }) => [base, problem]),
    );
    expect(problems.get(bad.url)).toContain('Tool 1 needs a name');
    expect(problems.get(html.url)).toBe('The body is not JSON.');
    expect(problems.get(moved.url)).toBe('The manifest was answered with status 302.');
  });

  test('every new thread fetches the manifest anew, and then keeps it', async () => {
    const tool = await startTool();
    const server = await startServer();
    for (const group_id of ['a', 'b']) await post(`${server.url}/rap/v1/threads`, { group_id, toolsets: [tool.url] });
    for (let i = 0; i < 3; i++) await send(`${server.url}/rap/v1/threads/a/tools`);
    expect(tool.received.filter(({ method }) => method === 'GET')).toHaveLength(2);
  });
});

describe('sending', () => {
  const endpoint = (peer: { url: string }) => ({ endpoint: `${peer.url}/invoke`, send: true });

  test('5xx is tried again with the same id, then accepted', async () => {
    const tool = await startPeer((_, n) => ({ status: n < 3 ? 503 : 200 }));
    const server = await startServer({ limits: { backoffMs: 5 } });
    const call = await register(server, 'g', endpoint(tool));
    await until(
      async () => (await send(`${server.url}/rap/v1/threads/g/calls/${call.id}`)).json['delivery'] === 'accepted',
    );
    expect(new Set(tool.received.map(({ body }) => body)).size).toBe(1);
    expect(new Set(tool.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(tool.received).toHaveLength(3);
    expect(await results(server, 'g')).toEqual([]);
  });

  test.each([400, 404, 429, 302])('%d is not tried again, and becomes the result', async (status) => {
    const tool = await startPeer(() => ({ status }));
    const server = await startServer({ limits: { backoffMs: 5 } });
    const call = await register(server, 'g', endpoint(tool));
    const items = await until(async () => {
      const found = await results(server, 'g');
      return found.length > 0 && found;
    });
    expect(items).toMatchObject([
      {
        id: call.id,
        synthetic: 'refused',
        text: `Error: the tool server refused the call with HTTP status ${status}. It was not run.`,
      },
    ]);
    expect(tool.received).toHaveLength(1);
    expect((await post(call.callback_url, resultFor(call))).json['code']).toBe('late-failed');
  });

  test('a server that stays away becomes the result, after as many attempts as are allowed', async () => {
    const tool = await startPeer(() => ({ status: 503 }));
    const server = await startServer({ limits: { backoffMs: 2, attempts: 3 } });
    await register(server, 'g', endpoint(tool));
    await until(async () => (await results(server, 'g')).length > 0);
    expect(await results(server, 'g')).toMatchObject([
      {
        synthetic: 'unreachable',
        text: 'Error: the tool server could not be reached after 3 attempts: it answered with status 503. Try again later.',
      },
    ]);
    expect(tool.received).toHaveLength(3);
  });

  test.each([201, 202, 204])('%d does not accept a call: only 200 does', async (status) => {
    const tool = await startPeer(() => ({ status }));
    const server = await startServer({ limits: { backoffMs: 5 } });
    await register(server, 'g', endpoint(tool));
    await until(async () => (await results(server, 'g')).length > 0);
    expect(await results(server, 'g')).toMatchObject([
      { synthetic: 'refused', text: expect.stringContaining(`HTTP status ${status} instead of 200`) },
    ]);
    expect(tool.received).toHaveLength(1);
  });

  test('a host that does not exist is named once, and the sentence ends once', async () => {
    const server = await startServer({ limits: { backoffMs: 2, attempts: 1 } });
    await register(server, 'g', { endpoint: 'http://nowhere.invalid/invoke', send: true });
    await until(async () => (await results(server, 'g')).length > 0);
    const [item] = await results(server, 'g');
    expect(item?.['text']).toBe(
      'Error: the tool server could not be reached after one attempt: There is no host called nowhere.invalid. Try again later.',
    );
  });

  test('silence counts as failure, and a result that comes meanwhile ends the trying', async () => {
    const manifest = { name: 't', tools: [{ ...TOOL, annotations: { idempotent: true } }] };
    const tool = await startPeer(({ path, headers }) =>
      path.endsWith('rap-toolset')
        ? { status: 200, body: JSON.stringify({ ...manifest, endpoint: `http://${headers.host}/invoke` }) }
        : 'silence',
    );
    const server = await startServer({ limits: { attemptTimeoutMs: 500, backoffMs: 20, attempts: 50 } });
    await post(`${server.url}/rap/v1/threads`, { group_id: 'g', toolsets: [tool.url] });
    const call = await register(server, 'g', { operation: TOOL.name, arguments: { app: 'shop' }, send: true });
    await until(() => tool.received.length > 2);
    expect((await post(call.callback_url, resultFor(call))).json['code']).toBe('accepted');
    const before = tool.received.length;
    await new Promise((resolve) => setTimeout(resolve, 1200));
    // One may have been on its way.
    expect(tool.received.length).toBeLessThanOrEqual(before + 1);
    expect(await results(server, 'g')).toHaveLength(1);
  });

  test('credentials go to the server they are for, and to no other', async () => {
    const [ours, other] = [await startPeer(() => ({ status: 200 })), await startPeer(() => ({ status: 200 }))];
    const server = await startServer({ credentials: [{ base: `${ours.url}/`, bearer: 'tool-token-of-ours' }] });
    await register(server, 'g', endpoint(ours));
    await register(server, 'g', endpoint(other));
    await until(() => ours.received.length > 0 && other.received.length > 0);
    expect(ours.received[0]?.headers.authorization).toBe('Bearer tool-token-of-ours');
    expect(other.received[0]?.headers.authorization).toBeUndefined();
  });

  test('an invocation on its way when the process ends: sent again only if that does no harm', async () => {
    const dataFolder = tempFolder();
    let isUp = false;
    const look = { ...TOOL, name: 'look', annotations: { readOnly: true } };
    const put = { ...TOOL, name: 'put', annotations: { idempotent: true } };
    const tool = await startPeer(({ path, headers }) =>
      path.endsWith('rap-toolset')
        ? {
            status: 200,
            body: JSON.stringify({ name: 'o', endpoint: `http://${headers.host}/i`, tools: [TOOL, look, put] }),
          }
        : { status: isUp ? 200 : 500 },
    );
    const first = await startServer({ dataFolder, limits: { backoffMs: 10_000 } });
    const port = Number(new URL(first.url).port);
    await post(`${first.url}/rap/v1/threads`, { group_id: 'g', toolsets: [tool.url] });
    const url = `${first.url}/rap/v1/threads/g/invocations`;
    const addresses: string[] = [];
    for (const operation of ['deploy', 'look', 'put']) {
      const call = await post(url, { operation, arguments: { app: 'a' }, id: operation });
      addresses.push(String(call.json['callback_url']));
    }
    await until(() => tool.received.length === 4);
    await first.close();
    isUp = true;
    tool.received.length = 0;

    const second = await startServer({ dataFolder, port });
    await until(() => tool.received.length > 1);
    await new Promise((resolve) => setTimeout(resolve, 50));
    const sent: { id: string; callback_url: string; arguments: unknown }[] = tool.received
      .map(({ body }) => JSON.parse(body))
      .sort((a, b) => (a.id < b.id ? -1 : 1));
    expect(sent.map(({ id, arguments: args }) => [id, args])).toEqual([
      ['look', { app: 'a' }],
      ['put', { app: 'a' }],
    ]);
    expect((await send(`${second.url}/rap/v1/threads/g/calls/deploy`)).json).toMatchObject({ state: 'pending' });
    // Both addresses of the call that was sent twice are good, for one result together.
    const result = { type: 'tool_result', group_id: 'g', id: 'look', text: 'seen' };
    expect((await post(addresses[1] ?? '', result)).json['code']).toBe('accepted');
    expect((await post(sent[0]?.callback_url ?? '', result)).json['code']).toBe('duplicate');
    expect((await post(addresses[0] ?? '', { ...result, id: 'deploy' })).json['code']).toBe('accepted');
  });
});

describe('where requests must not go', () => {
  test('addresses that are not public are refused unless they are allowed', () => {
    const refused = [
      ...[
        '127.0.0.1',
        '127.8.9.1',
        '0.0.0.0',
        '10.1.2.3',
        '172.16.0.1',
        '172.31.255.255',
        '192.168.1.1',
        '169.254.169.254',
      ],
      ...[
        '100.64.0.1',
        '198.18.0.1',
        '224.0.0.1',
        '255.255.255.255',
        '::',
        '::1',
        'fe80::1',
        'fc00::1',
        'fd12::1',
        'ff02::1',
      ],
      ...['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1', '64:ff9b::7f00:1', '2002:7f00:1::', 'not an address'],
    ];
    const open = [
      '93.184.216.34',
      '172.32.0.1',
      '172.15.0.1',
      '100.128.0.1',
      '2606:2800:220:1::1',
      '::ffff:93.184.216.34',
    ];
    const policy = new AddressPolicy();
    expect(refused.filter((address) => policy.allows(address))).toEqual([]);
    expect(open.filter((address) => !policy.allows(address))).toEqual([]);
    const local = new AddressPolicy(['loopback', '10.1.0.0/16']);
    expect(['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.1.2.3'].filter((address) => !local.allows(address))).toEqual(
      [],
    );
    expect(['10.2.0.1', '192.168.1.1', 'fe80::1'].filter((address) => local.allows(address))).toEqual([]);
    expect(() => new AddressPolicy(['everything'])).toThrow('not a range');
  });

  test.each([
    ['http://127.0.0.1:1/', 'blocked'],
    ['http://localhost:1/', 'blocked'],
    ['http://[::1]:1/', 'blocked'],
    ['http://[::ffff:127.0.0.1]:1/', 'blocked'],
    ['http://0x7f000001/', 'blocked'],
    ['http://2130706433/', 'blocked'],
    ['http://127.1/', 'blocked'],
    ['http://user:pass@example.com/', 'bad-url'],
    ['file:///etc/passwd', 'bad-url'],
    ['ftp://example.com/', 'bad-url'],
    ['no-such-host.invalid', 'bad-url'],
  ])('%s', async (url, trouble) => {
    const outbound = new Outbound(new AddressPolicy());
    afterwards(() => outbound.close());
    const request = { method: 'GET', url, timeoutMs: 20_000, maxBytes: 10 } as const;
    await expect(outbound.send(request)).rejects.toMatchObject({ trouble });
  });

  test('redirects are not followed, long answers cut off, slow ones given up', async () => {
    const peer = await startPeer(({ path }) => {
      if (path === '/moved') return { status: 307, headers: { location: '/other' } };
      if (path === '/slow') return 'silence';
      return { status: 200, body: 'x'.repeat(100_000) };
    });
    const outbound = new Outbound(new AddressPolicy(['loopback']));
    afterwards(() => outbound.close());
    const get = (path: string, maxBytes = 1_000_000, timeoutMs = 20_000) =>
      outbound.send({ method: 'GET', url: `${peer.url}${path}`, timeoutMs, maxBytes });
    expect((await get('/moved')).status).toBe(307);
    await expect(get('/long', 1000)).rejects.toMatchObject({ trouble: 'too-large' });
    await expect(get('/slow', 10, 300)).rejects.toMatchObject({ trouble: 'timeout' });
    expect((await get('/long')).body).toHaveLength(100_000);
    expect(peer.received.map(({ path }) => path).filter((path) => path !== '/slow')).toEqual([
      '/moved',
      '/long',
      '/long',
    ]);
  });

  test('a thread may not use a tool server inside the network', async () => {
    const tool = await startTool();
    const server = await startServer({ allow: [] });
    const opened = await post(`${server.url}/rap/v1/threads`, { group_id: 'g', toolsets: [tool.url] });
    expect(opened.json['problems']).toMatchObject([{ problem: expect.stringContaining('is not a public address') }]);
    expect(tool.received).toEqual([]);
  });
});
