// Tests a table of callbacks, good and bad, against a running server: status, what the model gets, what is logged.
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { type Answer, post, register, rejections, resultFor, results, send, startServer } from './harness.ts';

test('a result is taken once, in full, and answered with 200', async () => {
  const server = await startServer();
  const call = await register(server, 'thread_xyz', { id: 'call_abc123', call_id: 'second', operation: 'deploy' });
  const answer = await post(call.callback_url, {
    ...resultFor(call, { text: 'Deployment completed. Instance i-0abc123 is running.' }),
    call_id: 'second',
    display_as: [{ type: 'text', content: 'Deployed instance i-0abc123' }],
  });
  expect([answer.status, answer.json]).toEqual([200, { ok: true, code: 'accepted' }]);
  expect(await results(server, 'thread_xyz')).toEqual([
    {
      seq: expect.any(Number),
      at: expect.any(Number),
      type: 'tool_result',
      group_id: 'thread_xyz',
      id: 'call_abc123',
      call_id: 'second',
      operation: 'deploy',
      text: 'Deployment completed. Instance i-0abc123 is running.',
      subscription: false,
    },
  ]);
  expect((await results(server, 'thread_xyz', 'display')).at(-1)).toMatchObject({
    type: 'tool_result',
    display: { type: 'text', content: 'Deployed instance i-0abc123' },
  });
  expect(await rejections(server)).toEqual([]);
});

describe('where the specification is silent', () => {
  test('right id in the wrong group', async () => {
    const server = await startServer();
    const call = await register(server, 'a', { id: 'one' });
    await register(server, 'b', { id: 'two' });
    const answer = await post(call.callback_url, { ...resultFor(call), group_id: 'b' });
    expect([answer.status, answer.json['code']]).toEqual([404, 'wrong-thread']);
    expect([await results(server, 'a'), await results(server, 'b')]).toEqual([[], []]);
    expect(await rejections(server)).toMatchObject([{ reason: 'wrong-thread', status: 404, group_id: 'b', id: 'one' }]);
  });

  test('the same id in two groups: each address answers its own', async () => {
    const server = await startServer();
    const [a, b] = [await register(server, 'a', { id: 'same' }), await register(server, 'b', { id: 'same' })];
    expect((await post(b.callback_url, resultFor(b, { text: 'for b' }))).status).toBe(200);
    expect(await results(server, 'a')).toEqual([]);
    expect((await post(a.callback_url, resultFor(a, { text: 'for a' }))).status).toBe(200);
    expect((await results(server, 'a')).map(({ text }) => text)).toEqual(['for a']);
    expect((await results(server, 'b')).map(({ text }) => text)).toEqual(['for b']);
  });

  test('the id of another call of the same thread', async () => {
    const server = await startServer();
    const [one, two] = [await register(server, 'g', { id: 'one' }), await register(server, 'g', { id: 'two' })];
    const answer = await post(one.callback_url, resultFor(two));
    expect([answer.status, answer.json['code']]).toEqual([404, 'wrong-call']);
    expect(await results(server, 'g')).toEqual([]);
  });

  test.each<[string, Record<string, unknown>]>([
    ['differs', { call_id: 'other' }],
    ['is null', { call_id: null }],
    ['is absent', {}],
  ])('a result whose call_id %s is refused where one was given, and the right one counts', async (_, fields) => {
    const server = await startServer();
    const call = await register(server, 'g', { call_id: 'original' });
    const wrong = await post(call.callback_url, resultFor(call, { text: 'x', ...fields }));
    expect([wrong.status, wrong.json['code']]).toEqual([400, 'wrong-call-id']);
    const oauth = { type: 'oauth', group_id: 'g', id: call.id, auth_url: 'https://login.example/', ...fields };
    expect((await post(call.callback_url, oauth)).json['code']).toBe('wrong-call-id');
    const right = await post(call.callback_url, resultFor(call, { text: 'y', call_id: 'original' }));
    expect(right.json['code']).toBe('accepted');
    expect(await results(server, 'g')).toMatchObject([{ text: 'y', call_id: 'original' }]);
  });

  test('a duplicate, and a duplicate with another text: the first wins', async () => {
    const server = await startServer();
    const call = await register(server, 'g');
    const first = await post(call.callback_url, resultFor(call, { text: 'first' }));
    const same = await post(call.callback_url, JSON.stringify(resultFor(call, { text: 'first' }), null, 2));
    const other = await post(call.callback_url, resultFor(call, { text: 'second' }));
    expect([first, same, other].map(({ status, json }) => [status, json['code']])).toEqual([
      [200, 'accepted'],
      [200, 'duplicate'],
      [200, 'conflict'],
    ]);
    expect((await results(server, 'g')).map(({ text }) => text)).toEqual(['first']);
    expect((await rejections(server)).map(({ reason }) => reason)).toEqual(['conflict', 'duplicate']);
  });

  test('duplicates racing on many connections', async () => {
    const server = await startServer();
    const call = await register(server, 'g');
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) => post(call.callback_url, resultFor(call, { text: `racer ${i}` }))),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(answers.filter(({ json }) => json['code'] === 'accepted')).toHaveLength(1);
    expect(await results(server, 'g')).toHaveLength(1);
  });

  test.each([
    ['empty text', { text: '' }],
    ['display_as null', { text: 'x', display_as: null }],
    ['display_as empty', { text: 'x', display_as: [] }],
    ['display_as is no array', { text: 'x', display_as: 'Deployed' }],
    ['display_as of an unknown type', { text: 'x', display_as: [{ type: 'chart', content: [1] }] }],
    ['display_as with malformed content', { text: 'x', display_as: [{ type: 'diff', content: 'no' }] }],
    ['extra fields', { text: 'x', priority: 9, nested: { a: [] } }],
    ['a field called __proto__', JSON.parse('{"text":"x","__proto__":{"id":"y"}}')],
    ['subscription null', { text: 'x', subscription: null }],
    ['content instead of text', { content: [{ type: 'text', text: 'x' }] }],
    ['a long text with everything in it', { text: `\u0000\ud800\u202e"\\\n${'ü€𝄞'.repeat(20_000)}` }],
  ])('accepted: %s', async (_, fields: Record<string, unknown>) => {
    const server = await startServer();
    const call = await register(server, 'g');
    const answer = await post(call.callback_url, resultFor(call, fields));
    expect([answer.status, answer.json['code']]).toEqual([200, 'accepted']);
    const [item] = await results(server, 'g');
    expect(item).toMatchObject({ id: call.id, call_id: null, text: fields['text'] ?? 'x', subscription: false });
    const shown = (await results(server, 'g', 'display')).at(-1);
    expect(shown?.['display']).toEqual({ type: 'text', content: fields['text'] ?? 'x' });
  });

  test.each([
    ['text is a number', { text: 7 }, 'invalid-field'],
    ['text is missing', { text: undefined }, 'missing-field'],
    ['text is null', { text: null }, 'missing-field'],
    ['unknown type', { type: 'tool_error' }, 'unknown-type'],
    ['no type', { type: undefined }, 'missing-field'],
    ['group_id is missing', { group_id: undefined }, 'missing-field'],
    ['id is a number', { id: 1 }, 'invalid-field'],
    ['subscription is a string', { subscription: 'yes' }, 'invalid-field'],
  ])('refused with 400, and the call stays pending: %s', async (_, fields, code) => {
    const server = await startServer();
    const call = await register(server, 'g');
    const answer = await post(call.callback_url, { ...resultFor(call), ...fields });
    expect([answer.status, answer.json['code']]).toEqual([400, code]);
    expect(await results(server, 'g')).toEqual([]);
    expect(await rejections(server)).toMatchObject([{ reason: code, status: 400 }]);
    expect((await post(call.callback_url, resultFor(call))).json).toEqual({ ok: true, code: 'accepted' });
  });

  test.each([
    ['not JSON', 'hello', 400, 'not-json'],
    ['empty', '', 400, 'empty-body'],
    ['an array', '[]', 400, 'not-an-object'],
    ['not UTF-8', Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x7d]), 400, 'not-utf8'],
    ['deeply nested', `${'['.repeat(50_000)}${']'.repeat(50_000)}`, 400, 'too-deep'],
  ])('the body is %s', async (_, body, status, code) => {
    const server = await startServer();
    const call = await register(server, 'g');
    const answer = await post(call.callback_url, body);
    expect([answer.status, answer.json['code']]).toEqual([status, code]);
  });

  test('wrong method', async () => {
    const server = await startServer();
    const call = await register(server, 'g');
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
      const answer = await send(call.callback_url, { method });
      expect([answer.status, answer.headers.allow]).toEqual([405, 'POST']);
    }
  });

  test.each([
    ['text/plain', 415],
    ['application/x-www-form-urlencoded', 415],
    ['', 415],
    ['application/json; charset=iso-8859-1', 415],
    ['application/json; charset=utf-8', 200],
    ['Application/JSON', 200],
  ])('content type %s', async (contentType, status) => {
    const server = await startServer();
    const call = await register(server, 'g');
    const answer = await post(call.callback_url, resultFor(call), { 'content-type': contentType });
    expect(answer.status).toBe(status);
  });

  test('a compressed body', async () => {
    const server = await startServer();
    const call = await register(server, 'g');
    const answer = await post(call.callback_url, resultFor(call), { 'content-encoding': 'gzip' });
    expect(answer.status).toBe(415);
  });

  test('oversize, announced and not', async () => {
    const server = await startServer({ limits: { maxBodyBytes: 1000 } });
    const call = await register(server, 'g');
    const announced = await post(call.callback_url, resultFor(call, { text: 'x'.repeat(1000) }));
    expect([announced.status, announced.json['code']]).toEqual([413, 'too-large']);
    const streamed = await post(call.callback_url, 'y'.repeat(3000), { 'transfer-encoding': 'chunked' });
    expect([streamed.status, streamed.json['code']]).toEqual([413, 'too-large']);
    expect((await post(call.callback_url, resultFor(call))).status).toBe(200);
  });

  test('who writes all of a body before reading is told as well that it was too much', async () => {
    const server = await startServer();
    const call = await register(server, 'g');
    const { port, pathname } = new URL(call.callback_url);
    // More than the buffers of a connection hold.
    const body = Buffer.alloc(32 * 1024 * 1024, 'x');
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), '127.0.0.1').pause();
      const head = `POST ${pathname} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
      socket.write(`${head}\r\n\r\n`);
      socket.write(body, () => socket.resume());
      let text = '';
      socket.on('data', (chunk: Buffer) => {
        text += chunk.toString('utf8');
      });
      socket.on('error', reject);
      socket.on('end', () => resolve(text));
    });
    expect(answer).toMatch(/^HTTP\/1\.1 413 .*"code":"too-large"\}$/s);
  });

  test('bodies share a budget: who comes when it is spent is asked to come again', async () => {
    const server = await startServer({ limits: { maxBytesInMemory: 5000 } });
    const [big, small] = [await register(server, 'g'), await register(server, 'g')];
    const answer = await post(big.callback_url, resultFor(big, { text: 'x'.repeat(6000) }));
    expect([answer.status, answer.json['code'], answer.headers['retry-after']]).toEqual([503, 'busy', '1']);
    for (let i = 0; i < 5; i++)
      expect((await post(small.callback_url, resultFor(small, { text: 'y'.repeat(3000) }))).status).toBe(200);
    const agent = (length: number): Promise<Answer> =>
      post(`${server.url}/rap/v1/threads`, { title: 'z'.repeat(length) });
    expect([(await agent(6000)).status, (await agent(3000)).status, (await agent(3000)).status]).toEqual([
      503, 201, 201,
    ]);
  });

  test('a body that breaks off leaves no trace', async () => {
    const server = await startServer();
    const call = await register(server, 'g');
    const { port, pathname } = new URL(call.callback_url);
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () => {
        const head = `POST ${pathname} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n`;
        socket.write(`${head}{"type":"tool_result"`);
        setTimeout(() => socket.destroy(), 20);
      });
      socket.on('close', () => resolve());
    });
    expect((await post(call.callback_url, resultFor(call))).json['code']).toBe('accepted');
  });

  test('a duplicate with subscription: true is recorded once', async () => {
    const server = await startServer();
    const call = await register(server, 'g');
    for (let i = 0; i < 3; i++) await post(call.callback_url, resultFor(call, { text: 'on', subscription: true }));
    const { json } = await send(`${server.url}/rap/v1/threads/g/subscriptions`);
    expect(json).toMatchObject({ calls: [{ id: call.id, state: 'completed', subscription: 'active' }] });
  });
});

describe('addresses', () => {
  test('one answer for every address that is not valid, whatever it asks about', async () => {
    const server = await startServer();
    const call = await register(server, 'g', { id: 'real' });
    const wrongSecret = `${call.callback_url.slice(0, -4)}AAAA`;
    const unknown = `${server.url}/rap/v1/callback/${'x'.repeat(44)}`;
    const malformed = `${server.url}/rap/v1/callback/short`;
    const answers = [
      await post(wrongSecret, resultFor(call)),
      await post(unknown, resultFor(call)),
      await post(unknown, 'not json', { 'content-type': 'text/plain' }),
    ];
    for (const { status, text } of answers) {
      expect([status, text]).toEqual([401, answers[0]?.text]);
    }
    expect((await send(malformed, { method: 'POST' })).status).toBe(401);
    expect(await results(server, 'g')).toEqual([]);
    const logged = await rejections(server);
    expect(logged.map(({ reason, body }) => [reason, body])).toEqual(logged.map(() => ['unauthenticated', null]));
  });

  test('no secret address is kept anywhere in the data', async () => {
    const server = await startServer();
    const call = await register(server, 'g');
    const token = call.callback_url.split('/').at(-1) ?? '';
    await post(call.callback_url, { ...resultFor(call), group_id: 'other', callback_url: call.callback_url });
    await post(call.callback_url, resultFor(call));
    await server.close();
    const { readdirSync, readFileSync } = await import('node:fs');
    for (const file of readdirSync(server.folder)) {
      const bytes = readFileSync(`${server.folder}/${file}`);
      expect([file, bytes.includes(token.slice(12))]).toEqual([file, false]);
    }
  });

  test('who guesses is slowed down, and other senders are not', async () => {
    const server = await startServer({ limits: { strangerRate: { burst: 3, perSecond: 1 } } });
    const call = await register(server, 'g');
    const guess = `${server.url}/rap/v1/callback/${'x'.repeat(44)}`;
    const statuses: number[] = [];
    for (let i = 0; i < 5; i++) statuses.push((await post(guess, {})).status);
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
    expect((await post(call.callback_url, resultFor(call))).status).toBe(200);
  });

  test('a tool that sends too often is told when to come again, but its result is never slowed down', async () => {
    const server = await startServer({ limits: { callbackRate: { burst: 2, perSecond: 0.01 } } });
    const call = await register(server, 'g');
    const view = { type: 'view_update', group_id: 'g', view_type: 'progress', content: { done: 1 } };
    for (let i = 0; i < 2; i++) expect((await post(call.callback_url, view)).status).toBe(200);
    const answer = await post(call.callback_url, view);
    expect([answer.status, answer.json['code']]).toEqual([503, 'too-many-callbacks']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect((await post(call.callback_url, resultFor(call))).json['code']).toBe('accepted');
    expect((await results(server, 'g')).map(({ type }) => type)).toEqual(['tool_result']);
  });

  test('150 quick updates of a view meet no limit by default', async () => {
    const server = await startServer();
    const call = await register(server, 'g');
    const view = { type: 'view_update', group_id: 'g', view_type: 'progress', content: { done: 1 } };
    const answers = await Promise.all(Array.from({ length: 150 }, () => post(call.callback_url, view)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });
});

test('--unmatched=200: what is not let in is answered with 200 all the same, and not let in', async () => {
  const server = await startServer({ unmatched: 'accept' });
  const call = await register(server, 'g');
  const answer = await post(call.callback_url, { ...resultFor(call), id: 'other' });
  expect([answer.status, answer.json['code']]).toEqual([200, 'wrong-call']);
  expect(await results(server, 'g')).toEqual([]);
  expect((await post(call.callback_url, '{')).status).toBe(400);
});

test('what cannot be stored is answered with 503, and taken when it comes again', async () => {
  const server = await startServer();
  const call = await register(server, 'g');
  const { database } = server.runtime.store;
  database.exec('PRAGMA max_page_count = 1');
  const answer = await post(call.callback_url, resultFor(call, { text: 'x'.repeat(200_000) }));
  expect([answer.status, answer.json['code'], answer.headers['retry-after']]).toEqual([503, 'not-stored', '5']);
  expect(await results(server, 'g')).toEqual([]);
  database.exec('PRAGMA max_page_count = 1000000');
  const again = await post(call.callback_url, resultFor(call, { text: 'x'.repeat(200_000) }));
  expect([again.status, again.json['code']]).toEqual([200, 'accepted']);
});

test('--unmatched=200 does not cover up a call_id that was not repeated: the tool has to know', async () => {
  const server = await startServer({ unmatched: 'accept' });
  const call = await register(server, 'g', { call_id: 'second' });
  expect((await post(call.callback_url, resultFor(call, { text: 'done', call_id: 'other' }))).status).toBe(400);
  expect((await post(call.callback_url, resultFor(call, { text: 'done', call_id: 'second' }))).status).toBe(200);
  expect(await results(server, 'g')).toMatchObject([{ text: 'done' }]);
});
