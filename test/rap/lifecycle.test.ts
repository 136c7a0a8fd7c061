// Tests a call's whole life: subscriptions, sign-ins, choices, views, deadlines, cancelling, closing, restarts.
import { describe, expect, test } from 'vitest';
import {
  post,
  register,
  rejections,
  resultFor,
  results,
  send,
  startPeer,
  startServer,
  tempFolder,
  until,
} from './harness.ts';

const eventFor = (call: { group_id: string; id: string }, fields: object) => ({
  type: 'subscription_event',
  group_id: call.group_id,
  tool_call_id: call.id,
  ...fields,
});

describe('subscriptions', () => {
  test('events follow the confirming result, until the final one', async () => {
    const server = await startServer();
    const call = await register(server, 'g', { operation: 'watch', arguments: { path: 'src' } });
    await post(call.callback_url, resultFor(call, { text: 'watching', subscription: true }));
    for (const text of ['one', 'two'])
      expect((await post(call.callback_url, eventFor(call, { text, associative: true }))).status).toBe(200);
    await post(call.callback_url, eventFor(call, { text: 'last', final: true }));
    const late = await post(call.callback_url, eventFor(call, { text: 'after the end' }));
    expect([late.status, late.json['code']]).toEqual([410, 'subscription-ended']);
    const items = await results(server, 'g');
    expect(items.map(({ type, text, final }) => [type, text, final])).toEqual([
      ['tool_result', 'watching', undefined],
      ['subscription_event', 'one', false],
      ['subscription_event', 'two', false],
      ['subscription_event', 'last', true],
    ]);
    expect(items[1]).toMatchObject({
      id: call.id,
      associative: true,
      injected: {
        name: 'receive_event__injected',
        arguments: { original_tool_name: 'watch', original_tool_call_id: call.id, original_args: { path: 'src' } },
      },
    });
  });

  test('an event that comes twice under one webhook-id counts once; without an id each counts', async () => {
    const server = await startServer();
    const call = await register(server, 'g');
    await post(call.callback_url, resultFor(call, { text: 'on', subscription: true }));
    const codes: unknown[] = [];
    for (const id of ['msg_1', 'msg_1', 'msg_2', undefined, undefined]) {
      const headers: Record<string, string> = id === undefined ? {} : { 'webhook-id': id };
      codes.push((await post(call.callback_url, eventFor(call, { text: 'tick' }), headers)).json['code']);
    }
    expect(codes).toEqual(['accepted', 'duplicate', 'accepted', 'accepted', 'accepted']);
    const final = eventFor(call, { text: 'end', final: true });
    for (const code of ['accepted', 'duplicate'])
      expect((await post(call.callback_url, final, { 'webhook-id': 'msg_end' })).json['code']).toBe(code);
    expect(await results(server, 'g')).toHaveLength(6);
  });

  test('the model cancels one; what it sends afterwards stays out, and the tool is told', async () => {
    const tool = await startPeer(() => ({ status: 200 }));
    const server = await startServer();
    const call = await register(server, 'g', { base: tool.url });
    await post(call.callback_url, resultFor(call, { text: 'on', subscription: true }));
    const url = `${server.url}/rap/v1/threads/g/invocations`;
    const cancel = await post(url, { operation: 'cancel_subscription', arguments: { tool_call_id: call.id } });
    expect([cancel.status, cancel.json['result']]).toEqual([201, 'The subscription of probe is cancelled.']);
    const again = await post(url, { operation: 'cancel_subscription', arguments: { tool_call_id: call.id } });
    expect(again.json['result']).toBe('Error: this thread has no active subscription with that tool_call_id.');
    const event = await post(call.callback_url, eventFor(call, { text: 'still here' }));
    expect([event.status, event.json['code']]).toEqual([410, 'subscription-cancelled']);
    await until(() => tool.received.length > 0);
    expect(tool.received.map(({ path, body }) => [path, JSON.parse(body)])).toEqual([
      ['/cancel_tool_call', { thread_id: 'g', tool_call_id: call.id }],
    ]);
  });

  test('a thread can have only so many: the next one is answered, not recorded, and cancelled at its tool', async () => {
    const tool = await startPeer(() => ({ status: 200 }));
    const server = await startServer({ limits: { maxSubscriptionsPerThread: 1 } });
    const calls = [await register(server, 'g', { base: tool.url }), await register(server, 'g', { base: tool.url })];
    const codes: unknown[] = [];
    for (const call of calls)
      codes.push((await post(call.callback_url, resultFor(call, { text: 'on', subscription: true }))).json['code']);
    expect(codes).toEqual(['accepted', 'subscription-refused']);
    expect(await results(server, 'g')).toHaveLength(2);
    await until(() => tool.received.length > 0);
    expect(JSON.parse(tool.received[0]?.body ?? '')).toEqual({ thread_id: 'g', tool_call_id: calls[1]?.id });
  });

  test('events cannot be called by the model', async () => {
    const server = await startServer();
    const url = `${server.url}/rap/v1/threads/g/invocations`;
    expect((await post(url, { operation: 'receive_event__injected', arguments: {}, send: false })).status).toBe(400);
  });
});

describe('questions to the person', () => {
  test('a sign-in keeps the call pending; its address is shown, and gone with the result', async () => {
    const server = await startServer();
    const call = await register(server, 'g');
    const oauth = {
      type: 'oauth',
      group_id: 'g',
      id: call.id,
      auth_url: 'https://login.example/authorize?state=very-secret-state',
    };
    expect((await post(call.callback_url, oauth)).json['code']).toBe('accepted');
    expect((await post(call.callback_url, oauth)).json['code']).toBe('duplicate');
    // The model is told that it has to wait, and not where to sign in.
    expect(await results(server, 'g')).toMatchObject([
      { type: 'status', id: call.id, text: expect.stringContaining('sign in at login.example.') },
    ]);
    expect((await results(server, 'g', 'display')).at(-1)).toMatchObject({
      type: 'oauth',
      details: { auth_host: 'login.example', auth_url: oauth.auth_url },
    });
    await post(call.callback_url, resultFor(call));
    const shown = (await results(server, 'g', 'display')).find(({ type }) => type === 'oauth');
    expect(shown).toMatchObject({ details: { auth_host: 'login.example', auth_url: null } });
    const late = await post(call.callback_url, { ...oauth, auth_url: 'https://login.example/other' });
    expect([late.status, late.json['code']]).toEqual([410, 'late-completed']);
    await server.close();
    const { readdirSync, readFileSync } = await import('node:fs');
    for (const file of readdirSync(server.folder))
      expect([file, readFileSync(`${server.folder}/${file}`).includes('very-secret-state')]).toEqual([file, false]);
  });

  test('a choice is answered once, and the answer reaches the tool', async () => {
    const tool = await startPeer(() => ({ status: 200 }));
    const server = await startServer();
    const call = await register(server, 'g');
    const choice = {
      ...{ type: 'user_choice', group_id: 'g', id: call.id, prompt: 'Deploy to production?' },
      ...{ choices: ['yes', 'no'], default: 1, response_url: `${tool.url}/answer` },
    };
    expect((await post(call.callback_url, choice)).json['code']).toBe('accepted');
    expect((await post(call.callback_url, choice)).json['code']).toBe('duplicate');
    const swapped = await post(call.callback_url, { ...choice, prompt: 'Delete everything?' });
    expect([swapped.status, swapped.json['code']]).toEqual([409, 'choice-open']);
    const shown = (await results(server, 'g', 'display')).at(-1);
    expect(shown).toMatchObject({ type: 'user_choice', details: { prompt: 'Deploy to production?', default: 1 } });
    expect(JSON.stringify(shown)).not.toContain('/answer');
    const answer = `${server.url}/rap/v1/threads/g/calls/${call.id}/choice`;
    expect((await post(answer, { selected: 2 })).status).toBe(400);
    expect((await post(answer, { selected: 0 })).json).toEqual({
      ...{ ok: true, selected: 0, arrived: true, problem: null },
    });
    expect((await post(answer, { selected: 1 })).status).toBe(409);
    await until(() => tool.received.length > 0);
    expect(tool.received.map(({ path, body }) => [path, JSON.parse(body)])).toEqual([
      ['/answer', { id: call.id, selected: 0 }],
    ]);
    expect((await send(`${server.url}/rap/v1/threads/g/calls/${call.id}`)).json['state']).toBe('pending');
    expect((await post(call.callback_url, resultFor(call))).json['code']).toBe('accepted');
  });

  test('who dismisses a choice sends the default, and an answer is tried again after 5xx', async () => {
    const tool = await startPeer((_, n) => ({ status: n === 1 ? 503 : 200 }));
    const server = await startServer({ limits: { backoffMs: 5 } });
    const call = await register(server, 'g');
    await post(call.callback_url, {
      ...{ type: 'user_choice', group_id: 'g', id: call.id, prompt: '?', choices: ['a', 'b', 'c'], default: 2 },
      response_url: `${tool.url}/answer`,
    });
    const url = `${server.url}/rap/v1/threads/g/calls/${call.id}/choice`;
    expect((await post(url, { dismissed: true })).json).toEqual({
      ...{ ok: true, selected: 2, arrived: false, problem: 'it answered with status 503' },
    });
    await until(() => tool.received.length === 2);
    expect(new Set(tool.received.map(({ body }) => body))).toEqual(
      new Set([JSON.stringify({ id: call.id, selected: 2 })]),
    );
    expect(new Set(tool.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  test('an answer is not sent to where it must not go', async () => {
    const server = await startServer({ allow: [] });
    const call = await register(server, 'g');
    await post(call.callback_url, {
      ...{ type: 'user_choice', group_id: 'g', id: call.id, prompt: '?', choices: ['a'] },
      response_url: 'http://169.254.169.254/latest/meta-data',
    });
    await post(`${server.url}/rap/v1/threads/g/calls/${call.id}/choice`, { selected: 0 });
    const shown = await until(async () =>
      (await results(server, 'g', 'display')).find(({ type }) => type === 'choice-undelivered'),
    );
    expect(JSON.stringify(shown['details'])).toContain('169.254.169.254 is not a public address');
  });
});

test('views: the last state of each is kept and shown, and completes nothing', async () => {
  const server = await startServer();
  const call = await register(server, 'g');
  for (let n = 1; n <= 5; n++) {
    const update = { type: 'view_update', group_id: 'g', view_type: 'plan', content: { n } };
    expect((await post(call.callback_url, update)).json['code']).toBe('accepted');
  }
  await post(call.callback_url, { type: 'view_update', group_id: 'g', view_type: 'cost', content: 3 });
  const wrong = await post(call.callback_url, { type: 'view_update', group_id: 'other', view_type: 'x', content: 1 });
  expect(wrong.status).toBe(404);
  const views = (await results(server, 'g', 'display')).filter(({ type }) => type === 'view_update');
  expect(views.map(({ details }) => details)).toMatchObject([
    { view_type: 'plan', content: { n: 5 } },
    { view_type: 'cost', content: 3 },
  ]);
  expect(await results(server, 'g')).toEqual([]);
  expect((await send(`${server.url}/rap/v1/threads/g/calls/${call.id}`)).json['state']).toBe('pending');
});

describe('ends that are no results of a tool', () => {
  test('a deadline is kept though a later one is set after it', async () => {
    const server = await startServer();
    const soon = await register(server, 'g', { deadline_ms: 300 });
    await register(server, 'g', { deadline_ms: 3_600_000 });
    const { json } = await send(`${server.url}/rap/v1/threads/g/results?wait=30`);
    expect(json).toMatchObject({ items: [{ id: soon.id, synthetic: 'deadline' }] });
  });

  test('a deadline becomes an error, and what comes later stays out', async () => {
    const server = await startServer();
    const call = await register(server, 'g', { deadline_ms: 30 });
    const slow = await register(server, 'g', { deadline_ms: null });
    const page = await send(`${server.url}/rap/v1/threads/g/results?wait=25`);
    expect(page.json).toMatchObject({
      items: [{ type: 'tool_result', id: call.id, synthetic: 'deadline', text: expect.stringMatching(/^Error: /) }],
    });
    const late = await post(call.callback_url, resultFor(call));
    expect([late.status, late.json['code']]).toEqual([410, 'late-expired']);
    expect(await results(server, 'g')).toHaveLength(1);
    expect(await rejections(server)).toMatchObject([{ reason: 'late-expired', id: call.id }]);
    expect((await post(slow.callback_url, resultFor(slow))).status).toBe(200);
  });

  test('a call that waits for a person has a person’s time', async () => {
    let now = Date.now();
    const server = await startServer({ limits: { humanWaitMs: 3_600_000 }, now: () => now });
    const call = await register(server, 'g', { deadline_ms: 60_000 });
    const other = await register(server, 'g', { deadline_ms: 60_000 });
    await post(call.callback_url, { type: 'oauth', group_id: 'g', id: call.id, auth_url: 'https://login.example/' });
    now += 120_000;
    // A call whose time is over at once makes the runtime look at all of them.
    await register(server, 'g', { deadline_ms: 0.001 });
    await until(async () => (await results(server, 'g')).some(({ id }) => id === other.id));
    expect((await post(call.callback_url, resultFor(call))).json['code']).toBe('accepted');
  });

  test('cancelling ends the call, tells the tool once, and tolerates the late result', async () => {
    const tool = await startPeer(() => ({ status: 500 }));
    const server = await startServer();
    const call = await register(server, 'g', { base: `${tool.url}/ops/` });
    const url = `${server.url}/rap/v1/threads/g/calls/${call.id}/cancel`;
    expect((await post(url, {})).json).toEqual({ ok: true, cancelled: 'call' });
    expect((await post(url, {})).status).toBe(409);
    expect(await results(server, 'g')).toMatchObject([{ id: call.id, synthetic: 'cancelled' }]);
    const late = await post(call.callback_url, resultFor(call));
    expect([late.status, late.json['code']]).toEqual([410, 'late-cancelled']);
    expect(await results(server, 'g')).toHaveLength(1);
    await until(() => tool.received.length > 0);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(tool.received.map(({ path }) => path)).toEqual(['/ops/cancel_tool_call']);
  });

  test('closing a thread ends what is open in it, tells every server, and nothing enters any more', async () => {
    const tools = [await startPeer(() => ({ status: 200 })), await startPeer(() => ({ status: 200 }))];
    const server = await startServer();
    const [one, two, done] = [
      await register(server, 'g', { base: tools[0]?.url }),
      await register(server, 'g', { base: tools[1]?.url }),
      await register(server, 'g'),
    ];
    await post(two.callback_url, resultFor(two, { text: 'on', subscription: true }));
    await post(done.callback_url, resultFor(done));
    const close = `${server.url}/rap/v1/threads/g/close`;
    expect((await post(close, {})).json).toEqual({ ok: true, changed: true });
    expect((await post(close, {})).json).toEqual({ ok: true, changed: false });
    expect((await post(one.callback_url, resultFor(one))).json['code']).toBe('late-closed');
    expect((await post(two.callback_url, eventFor(two, { text: 'x' }))).json['code']).toBe('subscription-cancelled');
    expect((await post(done.callback_url, resultFor(done))).json['code']).toBe('duplicate');
    const view = { type: 'view_update', group_id: 'g', view_type: 'v', content: 1 };
    expect((await post(done.callback_url, view)).json['code']).toBe('thread-closed');
    const url = `${server.url}/rap/v1/threads/g/invocations`;
    expect((await post(url, { operation: 'x', arguments: {}, send: false })).status).toBe(409);
    await until(() => tools.every(({ received }) => received.length > 0));
    expect(tools.map(({ received }) => received.map(({ path, body }) => [path, body]))).toEqual([
      [['/close_thread', '{"thread_id":"g"}']],
      [['/close_thread', '{"thread_id":"g"}']],
    ]);
  });
});

describe('restarts', () => {
  test('pending calls, results, subscriptions and deadlines outlive the process', async () => {
    const dataFolder = tempFolder();
    const now = Date.now();
    const first = await startServer({ dataFolder, now: () => now });
    const port = Number(new URL(first.url).port);
    const [open, done, sub, due] = [
      await register(first, 'g', { id: 'open' }),
      await register(first, 'g', { id: 'done' }),
      await register(first, 'g', { id: 'sub' }),
      await register(first, 'g', { id: 'due', deadline_ms: 60_000 }),
    ];
    await post(done.callback_url, resultFor(done));
    await post(sub.callback_url, resultFor(sub, { text: 'on', subscription: true }));
    await post(sub.callback_url, eventFor(sub, { text: 'e1' }), { 'webhook-id': 'm1' });
    await first.close();

    const second = await startServer({ dataFolder, port, now: () => now + 120_000 });
    expect((await post(done.callback_url, resultFor(done))).json['code']).toBe('duplicate');
    expect((await post(sub.callback_url, eventFor(sub, { text: 'e1' }), { 'webhook-id': 'm1' })).json['code']).toBe(
      'duplicate',
    );
    expect((await post(sub.callback_url, eventFor(sub, { text: 'e2' }), { 'webhook-id': 'm2' })).json['code']).toBe(
      'accepted',
    );
    expect((await post(open.callback_url, resultFor(open))).json['code']).toBe('accepted');
    await until(async () => (await results(second, 'g')).some(({ id }) => id === due.id));
    const texts = (await results(second, 'g')).map(({ id, text }) => `${id}: ${text}`.slice(0, 10));
    expect(texts.slice(0, 3)).toEqual(['done: done', 'sub: on', 'sub: e1']);
    expect(texts.slice(3).sort()).toEqual(['due: Error', 'open: done', 'sub: e2']);
  });

  test('two runtimes cannot share a folder', async () => {
    const server = await startServer();
    await expect(startServer({ dataFolder: server.folder })).rejects.toThrow('A RAP runtime is already running');
    await server.close();
    const next = await startServer({ dataFolder: server.folder });
    expect((await send(`${next.url}/rap/v1/threads`)).status).toBe(200);
  });
});
