// Tests the user's answers: it is shown whether they arrived, they are kept until they did, and destructive calls wait for one.
import { describe, expect, test } from 'vitest';
import {
  type Pending,
  post,
  register,
  results,
  send,
  startPeer,
  startServer,
  type TestServer,
  until,
} from './harness.ts';

async function asking(server: TestServer, responseUrl: string): Promise<Pending> {
  const call = await register(server, 'g');
  await post(call.callback_url, {
    ...{ type: 'user_choice', group_id: 'g', id: call.id, prompt: 'Go on?', choices: ['yes', 'no'], default: 1 },
    response_url: responseUrl,
  });
  return call;
}

const choose = (server: TestServer, call: Pending, selected = 0) =>
  post(`${server.url}/rap/v1/threads/g/calls/${call.id}/choice`, { selected });

describe('an answer', () => {
  test('is kept and tried again until it has arrived, whatever stood in its way', async () => {
    const statuses = [503, 404, 500, 200];
    const tool = await startPeer((_, n) => ({ status: statuses[n - 1] ?? 200 }));
    const server = await startServer({ limits: { backoffMs: 5 } });
    const call = await asking(server, `${tool.url}/answer`);
    expect((await choose(server, call)).json).toMatchObject({ arrived: false, problem: 'it answered with status 503' });
    await until(async () => (await results(server, 'g', 'display')).some(({ type }) => type === 'choice-delivered'));
    expect(tool.received).toHaveLength(4);
    expect(server.runtime.overview.asks()).toEqual([]);
  });

  test('that may not be sent is kept, and arrives once the runtime is allowed to send it', async () => {
    const tool = await startPeer(() => ({ status: 200 }));
    const first = await startServer({ allow: [] });
    const call = await asking(first, `${tool.url}/answer`);
    const answered = await choose(first, call);
    expect(answered.json).toMatchObject({ arrived: false, problem: expect.stringContaining('not a public address') });
    expect(first.runtime.overview.asks()).toMatchObject([{ selected: 0, problem: answered.json['problem'] }]);
    await first.close();
    expect(tool.received).toEqual([]);
    const second = await startServer({ dataFolder: first.folder });
    await until(() => tool.received.length > 0);
    await until(() => second.runtime.overview.asks().length === 0);
    expect(tool.received.map(({ body }) => JSON.parse(body))).toEqual([{ id: call.id, selected: 0 }]);
  });
});

test('a question that is repeated before its answer has arrived is not asked twice', async () => {
  const tool = await startPeer(() => ({ status: 503 }));
  const server = await startServer();
  const call = await asking(server, `${tool.url}/answer`);
  expect((await choose(server, call)).json).toMatchObject({ arrived: false });
  const question = { prompt: 'Go on?', choices: ['yes', 'no'], default: 1, response_url: `${tool.url}/answer` };
  const again = { type: 'user_choice', group_id: 'g', id: call.id, ...question };
  expect((await post(call.callback_url, again)).json['code']).toBe('duplicate');
  expect(server.runtime.overview.asks()).toMatchObject([{ selected: 0 }]);
  const other = { ...again, prompt: 'Really?' };
  expect((await post(call.callback_url, other)).json['code']).toBe('accepted');
});

test('an answer that a stopping runtime could not send is not said to be in vain', async () => {
  const tool = await startPeer(() => 'silence');
  const server = await startServer();
  const call = await asking(server, `${tool.url}/answer`);
  const answered = server.runtime.answerChoice('g', call.id, 0);
  await until(() => tool.received.length > 0);
  await server.close();
  expect(await answered).toMatchObject({ arrived: false, problem: expect.stringContaining('tries again') });
});

describe('a call that destroys something', () => {
  const tools = [{ name: 'wipe', description: 'Wipes.', inputSchema: {}, annotations: { destructive: true } }];
  async function wiping(confirmDestructive: boolean) {
    const tool = await startPeer(({ path, headers }) =>
      path.endsWith('rap-toolset')
        ? { status: 200, body: JSON.stringify({ name: 't', endpoint: `http://${headers.host}/invoke`, tools }) }
        : { status: 200 },
    );
    const server = await startServer({ confirmDestructive });
    await post(`${server.url}/rap/v1/threads`, { group_id: 'g', toolsets: [tool.url] });
    const call = await register(server, 'g', { operation: 'wipe', arguments: { disk: 1 }, send: true });
    return { server, call, invoked: () => tool.received.filter(({ path }) => path === '/invoke') };
  }

  test('is sent when a person has confirmed it, with an address that works', async () => {
    const { server, call, invoked } = await wiping(true);
    expect(await results(server, 'g')).toMatchObject([
      { type: 'status', text: expect.stringContaining('to confirm it') },
    ]);
    expect(server.runtime.overview.asks()).toMatchObject([
      { kind: 'confirm', default: 1, prompt: expect.stringContaining('Run wipe with {"disk":1}?') },
    ]);
    // Starting again does not send it either.
    await server.runtime.start();
    expect(invoked()).toEqual([]);
    expect((await choose(server, call)).json).toMatchObject({ selected: 0, arrived: true });
    await until(() => invoked().length === 1);
    const invocation = JSON.parse(invoked()[0]?.body ?? '{}');
    expect(invocation).toMatchObject({ operation: 'wipe', arguments: { disk: 1 }, id: call.id });
    const result = { type: 'tool_result', group_id: 'g', id: call.id, text: 'wiped' };
    expect((await post(invocation.callback_url, result)).json['code']).toBe('accepted');
  });

  test('is not run when the person declines, or dismisses the question', async () => {
    const { server, call, invoked } = await wiping(true);
    await post(`${server.url}/rap/v1/threads/g/calls/${call.id}/choice`, { dismissed: true });
    expect((await results(server, 'g')).at(-1)).toMatchObject({
      synthetic: 'declined',
      text: expect.stringContaining('declined to run wipe'),
    });
    expect((await send(`${server.url}/rap/v1/threads/g/calls/${call.id}`)).json['state']).toBe('cancelled');
    expect(invoked()).toEqual([]);
  });

  test('is sent at once where there is no person', async () => {
    const { invoked } = await wiping(false);
    await until(() => invoked().length === 1);
  });
});
