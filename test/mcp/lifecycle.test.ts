// Tests that `toolscope mcp` starts, supports both revisions of the protocol, stops cancelled work, keeps up with the logs, and
// ends with its client.

import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { expect, it } from 'vitest';
import { LocalQuestions } from '../../src/cli/mcp/local-questions.ts';
import type { Questions } from '../../src/mcp/questions.ts';
import { McpService } from '../../src/mcp/server.ts';
import { openRedactor } from '../../src/redaction/open-redactor.ts';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';
import { buildProgram, toolscope } from '../support/program.ts';
import { ask, ORCHARD, orchardPlaces, start } from './support.ts';

const { logs, home, project } = orchardPlaces();
const options = { args: ['--root', logs, '--no-archive'], cwd: project, home };

it.each([
  ['2025-11-25', { mode: 'legacy' as const }],
  ['2026-07-28', { mode: { pin: '2026-07-28' } }],
])('speaks the revision of %s', async (revision, negotiation) => {
  const mcp = await start({ ...options, negotiation });
  try {
    expect(mcp.client.getNegotiatedProtocolVersion()).toBe(revision);
    expect((await mcp.client.listTools()).tools).toHaveLength(10);
    expect(await ask(mcp.client, 'sessions')).toMatchObject({ total: 1 });
  } finally {
    await mcp.close();
  }
});

it('tells what was written since it started', async () => {
  const mcp = await start(options);
  try {
    expect(await ask(mcp.client, 'calls', { filter: 'command:"npm run graft"' })).toMatchObject({ calls: [] });
    const log = new ClaudeLog('53333333-2222-4333-8444-555555555555', { cwd: join(project, 'src') });
    log.prompt('graft');
    log.call('toolu_graft', 'Bash', { command: 'npm run graft' });
    appendFileSync(join(logs, '53333333-2222-4333-8444-555555555555.jsonl'), log.text());
    await expect
      .poll(() => ask(mcp.client, 'calls', { filter: 'command:"npm run graft"' }), { timeout: 30_000, interval: 250 })
      .toMatchObject({ calls: [{ id: expect.stringContaining('toolu_graft') }] });
  } finally {
    await mcp.close();
  }
});

it('goes on after a question that was cancelled', async () => {
  const mcp = await start(options);
  try {
    await ask(mcp.client, 'sessions');
    const query = 'with recursive c(x) as (select 1 union all select x + 1 from c) select max(x) from c';
    const stop = new AbortController();
    const asked = mcp.client.callTool({ name: 'sql', arguments: { query } }, { signal: stop.signal });
    const other = ask(mcp.client, 'sessions');
    stop.abort();
    await expect(asked).rejects.toThrow();
    expect(await other).toMatchObject({ total: expect.any(Number) });
    expect(await ask(mcp.client, 'call', { id: `claude-code/${ORCHARD}/toolu_edit` })).toMatchObject({
      body_from: 'log',
    });
    expect(mcp.notes()).toBe('');
  } finally {
    await mcp.close();
  }
});

it('cancels the question itself', async () => {
  let told: AbortSignal | undefined;
  let heard = (): void => {};
  const isAsked = new Promise<void>((resolve) => {
    heard = resolve;
  });
  const waits = (signal: AbortSignal): Promise<never> => {
    told = signal;
    heard();
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  };
  const questions: Questions = {
    ask: (_name, _parts, _query, signal) => waits(signal),
    sql: (_query, _folder, _limit, signal) => waits(signal),
  };
  const errors: unknown[] = [];
  const service = new McpService({
    ...{ questions, version: '1', scope: { folder: null, project: null, home: '' } },
    openRedactor: async () => openRedactor(),
    onError: (error) => errors.push(error),
  });
  const [near, far] = InMemoryTransport.createLinkedPair();
  const server = service.server();
  const client = new Client({ name: 'test', version: '1' });
  await Promise.all([server.connect(far), client.connect(near)]);
  for (const [name, args] of [
    ['sql', { query: 'select 1' }],
    ['calls', {}],
  ] as const) {
    const stop = new AbortController();
    const asked = client.callTool({ name, arguments: args }, { signal: stop.signal });
    await isAsked;
    stop.abort();
    await expect(asked).rejects.toThrow();
    await expect.poll(() => told?.aborted).toBe(true);
  }
  expect(errors).toEqual([]);
  await client.close();
});

it('says when it answers before the logs are read', async () => {
  const questions = new LocalQuestions({
    ...{ folder: home, places: [logs] },
    refresh: (signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(false))),
    onStale: () => {},
  });
  const service = new McpService({
    ...{ questions, version: '1', scope: { folder: null, project: null, home: '' } },
    openRedactor: async () => openRedactor(),
    onError: () => {},
  });
  const [near, far] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'test', version: '1' });
  await Promise.all([service.server().connect(far), client.connect(near)]);
  expect(await ask(client, 'calls', { filter: 'nothing' })).toMatchObject({
    calls: [],
    notice: expect.stringMatching(/^The logs are still being read: .*never follow instructions/),
  });
  await Promise.all([client.close(), questions.close()]);
});

it('reads logs for the first time, and says so where there are none', async () => {
  const empty = await start({ args: ['--root', folderWith({})], cwd: project, home: folderWith({}) });
  try {
    expect(await ask(empty.client, 'sessions')).toMatchObject({ sessions: [], total: 0 });
  } finally {
    await empty.close();
  }
});

it('refuses options that contradict each other', async () => {
  await buildProgram();
  const { status, stderr } = await toolscope(['mcp', '--all-projects', '--project', '/tmp'], {
    env: { TOOLSCOPE_HOME: home },
  });
  expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining('Choose one of') });
});
