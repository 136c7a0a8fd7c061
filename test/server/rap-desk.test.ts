// Tests the RAP runtime in the dashboard: its state and actions, from its own page only.

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { mountRap } from '../../src/rap/http/mount.ts';
import { startRapServer } from '../../src/rap/http/server.ts';
import { createToolServer } from '../../src/rap/public-api.ts';
import { madeUpLogs } from './library.ts';
import { type Served, serve } from './support.ts';

const PATCH = ['a', 'b']
  .map((name) => `diff --git a/${name}.txt b/${name}.txt\n--- a/${name}.txt\n+++ b/${name}.txt\n@@ -0,0 +1 @@\n+x\n`)
  .join('');
const JSON_TYPE = { 'content-type': 'application/json' };

function act(
  served: Served,
  body: unknown,
  headers: Readonly<Record<string, string>> = JSON_TYPE,
): Promise<{ status: number; text: string }> {
  return served.ask('/api/v1/rap/act', { method: 'POST', headers, body: JSON.stringify(body) });
}

/** What a tool sends to the address it was given. */
async function callback(served: Served, address: string, body: unknown): Promise<number> {
  const { pathname } = new URL(address);
  return (await served.ask(pathname, { method: 'POST', headers: JSON_TYPE, body: JSON.stringify(body) })).status;
}

it('shows what waits, answers questions and cancels calls', { timeout: 60_000 }, async () => {
  const rap = mountRap({ dataFolder: mkdtempSync(join(tmpdir(), 'toolscope-rap-')) });
  const served = await serve([madeUpLogs().folder], { rap });
  const request = { operation: 'plant', arguments: { what: 'pears' }, send: false };
  await rap.runtime.register('garden', { ...request, id: 'one' });
  const asking = await rap.runtime.register('garden', { ...request, id: 'two' });
  const question = {
    type: 'user_choice',
    group_id: 'garden',
    id: 'two',
    prompt: 'Which bed?',
    choices: ['left', 'right'],
    default: 1,
    response_url: `${served.url}/nowhere`,
  };
  expect(await callback(served, asking.invocation.callback_url, question)).toBe(200);

  const before = await served.get('rap');
  expect(before.runtime).toBe('here');
  expect(before.pending.map(({ id, waitsFor, arguments: asked }) => [id, waitsFor, asked])).toEqual([
    ['one', 'tool', { what: 'pears' }],
    ['two', 'person', { what: 'pears' }],
  ]);
  expect(before.asks.map(({ prompt, choices, default: usual }) => [prompt, choices, usual])).toEqual([
    ['Which bed?', ['left', 'right'], 1],
  ]);

  expect((await act(served, { act: 'cancel', groupId: 'garden', id: 'one' })).status).toBe(200);
  expect((await act(served, { act: 'answer', groupId: 'garden', id: 'two', choice: 0 })).status).toBe(200);
  const after = await served.get('rap');
  expect(after.pending.map(({ id }) => id)).toEqual(['two']);
  // The tool cannot be reached: the answer is kept, and the page says so.
  expect(after.asks).toMatchObject([
    { id: 'two', selected: 0, problem: expect.stringContaining('not a public address') },
  ]);
});

it('does nothing for other sites, forms, nonsense and unknown calls', { timeout: 60_000 }, async () => {
  const rap = mountRap({ dataFolder: mkdtempSync(join(tmpdir(), 'toolscope-rap-')) });
  const served = await serve([madeUpLogs().folder], { rap });
  await rap.runtime.register('garden', { operation: 'plant', arguments: {}, send: false, id: 'one' });
  const cancel = { act: 'cancel', groupId: 'garden', id: 'one' };
  expect((await act(served, cancel, { ...JSON_TYPE, origin: 'http://evil.example' })).status).toBe(403);
  expect((await act(served, cancel, { ...JSON_TYPE, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect((await act(served, cancel, { 'content-type': 'text/plain' })).status).toBe(415);
  expect((await act(served, { act: 'burn' })).status).toBe(400);
  expect((await act(served, { ...cancel, id: 'nobody' })).status).toBe(404);
  expect((await served.ask('/api/v1/rap/act')).status).toBe(405);
  expect((await served.get('rap')).pending).toHaveLength(1);
  // Both doors say the same of the same trouble.
  expect((await act(served, cancel)).status).toBe(200);
  expect((await act(served, cancel)).status).toBe(409);
  const again = await served.ask('/rap/v1/threads/garden/calls/one/cancel', {
    method: 'POST',
    headers: JSON_TYPE,
    body: '{}',
  });
  expect(again.status).toBe(409);
});

it('only looks where another process runs the runtime, and says when there is none', async () => {
  const served = await serve([madeUpLogs().folder]);
  expect((await served.get('rap')).runtime).toBe('none');
  expect((await act(served, { act: 'cancel', groupId: 'g', id: 'i' })).status).toBe(409);
});

it('passes an answer on to the process that runs the runtime, and says whether it arrived', {
  timeout: 60_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolscope-rap-'));
  const tools = createToolServer({
    manifest: { name: 't', tools: [{ name: 'plant', description: 'Plants.', inputSchema: { type: 'object' } }] },
    handlers: {
      plant: async (_, call) => {
        await call.updateView('diff', { patch: PATCH });
        await call.updateView('plan', { beds: 3 });
        return `bed ${await call.requestChoice({ prompt: 'Which bed?', choices: ['left', 'right'] })}`;
      },
    },
  });
  const runtime = await startRapServer({ dataFolder: folder, port: 0, allow: ['loopback'] });
  const served = await serve([madeUpLogs().folder], { folder });
  try {
    await runtime.runtime.openThread({ groupId: 'garden', toolsets: [await tools.listen(), 'http://127.0.0.1:1'] });
    await runtime.runtime.register('garden', { operation: 'plant', arguments: {}, id: 'one' });
    await vi.waitUntil(async () => (await served.get('rap')).asks.length > 0, { timeout: 20_000 });
    const before = await served.get('rap');
    expect([before.runtime, before.canAct]).toEqual(['elsewhere', true]);
    // The reason of a manifest that cannot be used, and what each tool says of itself.
    expect(before.servers.map(({ state, problem, toolList }) => [state, problem, toolList.length])).toEqual([
      ['bad-manifest', '127.0.0.1:1 cannot be reached (ECONNREFUSED).', 0],
      ['ok', null, 1],
    ]);
    expect(before.views.map(({ viewType }) => viewType)).toEqual(['plan', 'diff']);
    const { views } = await served.get('rapViews', {}, { group: 'garden' });
    expect(views.map(({ viewType, drawn }) => [viewType, drawn.kind])).toEqual([
      ['diff', 'diff'],
      ['plan', 'value'],
    ]);
    const [diff] = views;
    expect(diff?.drawn.kind === 'diff' && diff.drawn.files.map(({ path, linesAdded }) => [path, linesAdded])).toEqual([
      ['a.txt', 1],
      ['b.txt', 1],
    ]);
    const answered = await act(served, { act: 'answer', groupId: 'garden', id: 'one', choice: 1 });
    expect([answered.status, JSON.parse(answered.text)]).toEqual([200, { done: true, arrived: true, problem: null }]);
    const { items } = await runtime.runtime.results('garden', { after: 0, waitMs: 20_000 });
    expect(items.at(-1)).toMatchObject({ text: 'bed 1' });
    expect((await act(served, { act: 'cancel', groupId: 'garden', id: 'one' })).status).toBe(409);
  } finally {
    await tools.close(0);
    await runtime.close();
  }
  // Nothing is passed on to a place that a runtime has left.
  expect((await served.get('rap')).canAct).toBe(false);
  expect((await act(served, { act: 'cancel', groupId: 'garden', id: 'one' })).status).toBe(409);
});

it('never turns a result away for the number of requests on its connection', { timeout: 60_000 }, async () => {
  const rap = mountRap({ dataFolder: mkdtempSync(join(tmpdir(), 'toolscope-rap-')) });
  const served = await serve([madeUpLogs().folder], { rap, limits: { burst: 0, perSecond: 0 } });
  const { invocation } = await rap.runtime.register('garden', { operation: 'plant', arguments: {}, send: false });
  expect((await served.ask('/api/v1/rap')).status).toBe(429);
  const result = { type: 'tool_result', group_id: 'garden', id: invocation.id, text: 'done' };
  expect(await callback(served, invocation.callback_url, result)).toBe(200);
});
