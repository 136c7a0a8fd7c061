// Tests the other endpoints on the same port: agents' hooks, and the RAP runtime.

import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { mountRap } from '../../src/rap/http/mount.ts';
import { madeUpLogs, SESSION } from './library.ts';
import { serve } from './support.ts';

const HOOK = JSON.stringify({
  session_id: SESSION,
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_use_id: 'toolu_ls',
  tool_input: { command: 'ls' },
});

function linesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl'))
    .flatMap((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8').trimEnd().split('\n'));
}

it('files what hooks tell, and answers nothing an agent could act on', async () => {
  const inbox = mkdtempSync(join(tmpdir(), 'toolscope-inbox-'));
  const served = await serve([madeUpLogs().folder], { inbox });
  const { status, text } = await served.ask('/hooks/v1/claude-code', { method: 'POST', body: HOOK });
  expect([status, text]).toEqual([204, '']);
  expect((await served.ask('/hooks/v1', { method: 'POST', body: HOOK })).status).toBe(204);
  const lines = linesIn(inbox).map((line) => JSON.parse(line));
  expect(lines).toHaveLength(2);
  expect(lines.map(({ via, agent }) => [via, agent])).toEqual([
    ['http', 'claude-code'],
    ['http', 'claude-code'],
  ]);
});

it('does not take hooks from pages, nonsense, or where none are wanted', async () => {
  const inbox = mkdtempSync(join(tmpdir(), 'toolscope-inbox-'));
  const served = await serve([madeUpLogs().folder], { inbox });
  const post = { method: 'POST', body: HOOK };
  const page = { ...post, headers: { origin: 'http://evil.example' } };
  expect(await served.trouble('/hooks/v1/claude-code', page)).toMatchObject({ status: 403 });
  expect(await served.trouble('/hooks/v1/..%2f..%2fetc', post)).toMatchObject({ status: 404 });
  expect(await served.trouble('/hooks/v1', { method: 'POST', body: 'not json' })).toMatchObject({ status: 400 });
  expect(await served.trouble('/hooks/v1')).toMatchObject({ status: 405 });
  // The nonsense is noted, and nothing else was filed.
  expect(linesIn(inbox).map((line) => JSON.parse(line).code)).toEqual(['not-json']);
  const without = await serve([madeUpLogs().folder]);
  expect(await without.trouble('/hooks/v1', post)).toMatchObject({ status: 404 });
});

it('is a RAP runtime as well, and shows its threads as sessions', { timeout: 60_000 }, async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'toolscope-rap-'));
  const rap = mountRap({ dataFolder });
  const served = await serve([madeUpLogs().folder], { rap });
  const about = await served.ask('/rap/v1');
  expect([about.status, JSON.parse(about.text).protocol]).toEqual([200, 'rap']);
  expect((await served.ask('/rap/v1/threads', { headers: { host: 'evil.example' } })).status).toBe(403);
  expect((await served.ask('/rap/v1/callback/unknown', { method: 'POST', body: '{}' })).status).not.toBe(200);
  expect((await served.get('status')).sessions).toBe(2);
});
