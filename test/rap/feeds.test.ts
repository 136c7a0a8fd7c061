// Tests the feeds: long polls, streams that resume, and what people are shown.
import { get } from 'node:http';
import { describe, expect, test } from 'vitest';
import { afterwards, post, register, resultFor, results, send, startServer, until } from './harness.ts';

interface Stream {
  readonly events: { id: string; event: string; data: Record<string, unknown> }[];
  readonly headers: () => Record<string, unknown>;
  readonly ended: () => boolean;
  close(): void;
}

function openStream(url: string, headers: Record<string, string> = {}): Stream {
  const events: Stream['events'] = [];
  let buffer = '';
  let ended = false;
  let seen: Record<string, unknown> = {};
  const request = get(url, { headers: { accept: 'text/event-stream', ...headers } }, (response) => {
    seen = { status: response.statusCode, type: response.headers['content-type'] };
    response.setEncoding('utf8');
    response.on('data', (chunk: string) => {
      buffer += chunk;
      for (let end = buffer.indexOf('\n\n'); end !== -1; end = buffer.indexOf('\n\n')) {
        const fields = new Map(
          buffer
            .slice(0, end)
            .split('\n')
            .map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
        );
        buffer = buffer.slice(end + 2);
        const data = fields.get('data');
        if (data !== undefined)
          events.push({ id: fields.get('id') ?? '', event: fields.get('event') ?? '', data: JSON.parse(data) });
      }
    });
    response.on('close', () => {
      ended = true;
    });
  });
  request.on('error', () => {
    ended = true;
  });
  const close = (): void => {
    request.destroy();
  };
  afterwards(close);
  return { events, headers: () => seen, ended: () => ended, close };
}

describe('the model', () => {
  test('a long poll waits for the first result, and goes on from a number', async () => {
    const server = await startServer();
    const [one, two] = [await register(server, 'g'), await register(server, 'g')];
    const url = `${server.url}/rap/v1/threads/g/results`;
    const empty = await send(url);
    expect(empty.json).toMatchObject({ items: [], more: false, closed: false });
    const waiting = send(`${url}?wait=10&after=${Number(empty.json['next'])}`);
    await new Promise((resolve) => setTimeout(resolve, 30));
    await post(one.callback_url, resultFor(one, { text: 'first' }));
    const page = (await waiting).json as { items: { text: string }[]; next: number };
    expect(page.items.map(({ text }) => text)).toEqual(['first']);
    await post(two.callback_url, resultFor(two, { text: 'second' }));
    expect((await send(`${url}?wait=10&after=${page.next}`)).json).toMatchObject({ items: [{ text: 'second' }] });
    const started = performance.now();
    expect((await send(`${url}?wait=0.1&after=999999`)).json).toMatchObject({ items: [], next: 999999 });
    expect(performance.now() - started).toBeGreaterThan(90);
  });

  test('a stream goes on where it stopped, without a gap and without a repetition', async () => {
    const server = await startServer();
    const calls = [];
    for (let i = 0; i < 20; i++) calls.push(await register(server, 'g', { id: `c${i}` }));
    const url = `${server.url}/rap/v1/threads/g/results`;
    const first = openStream(url);
    for (const call of calls.slice(0, 10)) await post(call.callback_url, resultFor(call, { text: call.id }));
    await until(() => first.events.length === 10);
    expect(first.headers()).toEqual({ status: 200, type: 'text/event-stream' });
    const cut = first.events[6]?.id ?? '';
    first.close();
    for (const call of calls.slice(10, 15)) await post(call.callback_url, resultFor(call, { text: call.id }));
    const second = openStream(url, { 'last-event-id': cut });
    for (const call of calls.slice(15)) await post(call.callback_url, resultFor(call, { text: call.id }));
    await until(() => second.events.length === 13);
    const texts = [...first.events.slice(0, 7), ...second.events].map(({ event, data }) => [event, data['text']]);
    expect(texts).toEqual(calls.map(({ id }) => ['tool_result', id]));
    await post(`${server.url}/rap/v1/threads/g/close`, {});
    await until(() => second.ended());
  });

  test('an unknown thread is a 404, also for a stream', async () => {
    const server = await startServer();
    const url = `${server.url}/rap/v1/threads/nobody/results`;
    expect((await send(url)).status).toBe(404);
    expect((await send(url, { headers: { accept: 'text/event-stream' } })).status).toBe(404);
  });

  test('many results come in pages', async () => {
    const server = await startServer();
    for (let i = 0; i < 130; i++) {
      const call = await register(server, 'g', { id: `c${i}` });
      await post(call.callback_url, resultFor(call, { text: `${i}` }));
    }
    expect((await results(server, 'g')).map(({ text }) => text)).toEqual(Array.from({ length: 130 }, (_, i) => `${i}`));
    const page = await send(`${server.url}/rap/v1/threads/g/results?limit=3`);
    expect(page.json).toMatchObject({ more: true });
  });

  test('text is passed on as it is; what nobody sees in it is named', async () => {
    const server = await startServer();
    const call = await register(server, 'g');
    const text = 'ok \u202eevil\u0007 \u{e0041}';
    await post(call.callback_url, resultFor(call, { text }));
    expect(await results(server, 'g')).toMatchObject([
      { text, notes: ['control-characters', 'direction-marks', 'invisible-text'] },
    ]);
  });

  test('content arrives whole, whatever display_as says', async () => {
    const server = await startServer();
    const call = await register(server, 'g');
    const content = [
      { type: 'text', text: 'A' },
      { type: 'image', data: 'iVBORw0KGgo=', mediaType: 'image/png' },
      { type: 'later', x: 1 },
      { type: 'text', text: 'B' },
    ];
    const display_as = [{ type: 'text', content: 'short' }];
    await post(call.callback_url, resultFor(call, { text: 'superseded', content, display_as }));
    expect(await results(server, 'g')).toMatchObject([{ text: 'A\n[image: image/png]\n[later]\nB', content }]);
  });

  test('an image alone leaves a placeholder, and an empty list leaves the text', async () => {
    const server = await startServer();
    const image = { type: 'image', data: 'iVBORw0KGgo=', mediaType: 'image/png' };
    for (const fields of [{ content: [image] }, { text: 'kept', content: [] }, { content: [] }]) {
      const call = await register(server, 'g');
      await post(call.callback_url, resultFor(call, fields));
    }
    expect((await results(server, 'g')).map(({ text }) => text)).toEqual(['[image: image/png]', 'kept', '']);
    expect((await results(server, 'g', 'display')).flatMap(({ display }) => display ?? [])).toEqual(
      ['[image: image/png]', 'kept', ''].map((content) => ({ type: 'text', content })),
    );
  });
});

describe('people', () => {
  const patch = '--- src/main.rs\n+++ src/main.rs\n@@ -1,3 +1,4 @@\n fn main() {\n+ println!("hello");\n }';
  const diff = { type: 'diff', content: { path: 'src/main.rs', patch } };
  const image = { type: 'image', content: { data: 'iVBORw0KGgo=', mediaType: 'image/png' } };
  const short = { type: 'text', content: 'edit_file src/main.rs — 1 insertion' };
  const raw = { type: 'text', content: 'Replaced text in src/main.rs' };

  test.each([
    ['the first that is supported', [diff, short], '', diff],
    ['in the order of the tool', [short, diff], '', short],
    ['unknown ones are skipped', [{ type: 'hologram', content: 1 }, image, short], '', image],
    ['what this client cannot draw is skipped', [diff, image, short], '?supports=text', short],
    ['the raw text when nothing fits', [diff, image], '?supports=text', raw],
    ['the raw text when there is nothing', undefined, '', raw],
  ])('%s', async (_, display_as, query, expected) => {
    const server = await startServer();
    const call = await register(server, 'g');
    await post(call.callback_url, resultFor(call, { text: raw.content, display_as }));
    const page = await send(`${server.url}/rap/v1/threads/g/display${query}`);
    const { items } = page.json as { items: Record<string, unknown>[] };
    expect(items.at(-1)).toMatchObject({ type: 'tool_result', display: expected });
    expect(await results(server, 'g')).toMatchObject([{ text: raw.content }]);
  });
});

describe('the agent’s door', () => {
  test('is closed to web pages and to borrowed names', async () => {
    const server = await startServer();
    const url = `${server.url}/rap/v1/threads`;
    const host = new URL(server.url).host;
    for (const name of ['evil.example', 'user@localhost', 'localhost/x', 'localhost?x', '127.1', 'localhost.'])
      expect([name, (await send(url, { headers: { host: name } })).status]).toEqual([name, 403]);
    expect((await send(url, { headers: { origin: 'https://evil.example' } })).status).toBe(403);
    for (const site of ['cross-site', 'same-site'])
      expect((await send(url, { headers: { 'sec-fetch-site': site } })).status).toBe(403);
    for (const origin of ['null', `http://${host}/x`, `http://user@${host}`])
      expect([origin, (await send(url, { headers: { origin } })).status]).toEqual([origin, 403]);
    expect((await send(url, { headers: { origin: `http://${host}` } })).status).toBe(200);
    const plain = await send(url, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{}' });
    expect(plain.status).toBe(400);
  });

  test('asks for the token when there is one, and callbacks need only their address', async () => {
    const server = await startServer({ agentToken: 'the-agent-token' });
    const url = `${server.url}/rap/v1/threads/g/invocations`;
    expect((await post(url, { operation: 'x', send: false })).status).toBe(401);
    expect((await post(url, { operation: 'x', send: false }, { authorization: 'Bearer wrong' })).status).toBe(401);
    const call = await post(url, { operation: 'x', send: false }, { authorization: 'Bearer the-agent-token' });
    expect(call.status).toBe(201);
    const { group_id, id, callback_url } = call.json;
    expect((await post(String(callback_url), { type: 'tool_result', group_id, id, text: 'x' })).status).toBe(200);
  });

  test('a server for the network needs a token', async () => {
    await expect(startServer({ host: '0.0.0.0' })).rejects.toThrow('opens the server to the network');
  });

  test('schemas are served', async () => {
    const server = await startServer();
    const list = await send(`${server.url}/rap/v1/schemas`);
    expect(list.json['schemas']).toContain('tool-result');
    const one = await send(`${server.url}/rap/v1/schemas/tool-result.schema.json`);
    expect([one.status, one.json['$id']]).toEqual([200, 'urn:toolscope:rap:1:tool-result']);
    for (const name of ['nothing', '__proto__', 'constructor'])
      expect((await send(`${server.url}/rap/v1/schemas/${name}`)).status).toBe(404);
  });

  test.each([
    ['GET', 'threads/g/invocations'],
    ['POST', 'threads/g/results'],
    ['DELETE', 'threads/g'],
    ['GET', 'nothing'],
    ['GET', 'threads/g/calls/c/x/y'],
    ['POST', 'threads/g/calls/c/unknown'],
  ])('%s %s is nothing', async (method, path) => {
    const server = await startServer();
    await register(server, 'g', { id: 'c' });
    expect((await send(`${server.url}/rap/v1/${path}`, { method })).status).toBe(404);
  });

  test('odd ids are ids', async () => {
    const server = await startServer();
    for (const id of ['a/b', 'ü €', '../..', '%2f', "'; DROP TABLE call; --"]) {
      const call = await register(server, id, { id });
      expect((await post(call.callback_url, resultFor(call))).status).toBe(200);
      const url = `${server.url}/rap/v1/threads/${encodeURIComponent(id)}/calls/${encodeURIComponent(id)}`;
      expect((await send(url)).json).toMatchObject({ group_id: id, id, state: 'completed' });
    }
    expect((await send(`${server.url}/rap/v1/threads/%zz`)).status).toBe(400);
  });
});
