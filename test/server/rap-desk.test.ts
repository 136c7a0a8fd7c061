// Tests what the dashboard sees of the RAP runtime, and what can be done there: by its own page only.

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { mountRap } from '../../src/rap/http/mount.ts';
import { madeUpLogs } from './library.ts';
import { type Served, serve } from './support.ts';

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
  expect(after.asks).toEqual([]);
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
