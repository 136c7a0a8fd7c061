// Tests the previews, Factory Droid and Cursor, on made-up logs: what is not logged is not lost, failed or measured.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cursor } from '../../src/formats/cursor/format.ts';
import { droid } from '../../src/formats/droid/format.ts';
import { formats } from '../../src/formats/registry.ts';
import { addsUp } from '../../src/model/ledger.ts';
import type { Session } from '../../src/model/session.ts';
import { stagesOf } from '../../src/reading/call-stages.ts';
import type { Json } from '../support/claude-log.ts';
import { growAndRead } from '../support/growth.ts';
import { callNamed, essence, readFiles, readOne } from '../support/read.ts';

const textOf = (records: readonly Json[]): string => linesOf(records).join('');
const linesOf = (records: readonly Json[]): string[] => records.map((record) => `${JSON.stringify(record)}\n`);

async function read(files: Readonly<Record<string, string>>): Promise<Session> {
  const session = await readOne(files);
  const ledgers = session.sources.map(({ ledger }) => ledger);
  expect(ledgers.every(addsUp)).toBe(true);
  expect(ledgers.flatMap(({ unknown, problems }) => [...unknown.keys(), ...problems.keys()])).toEqual([]);
  return session;
}

function rows(session: Session): (readonly unknown[])[] {
  return session.calls.map(({ callId, toolId, status, failure }) => [callId, toolId, status, failure?.code]);
}

function message(n: number, role: string, content: unknown[]): Json {
  const timestamp = new Date(Date.UTC(2026, 2, 1, 9, 0, n)).toISOString();
  return { type: 'message', id: `m${n}`, timestamp, message: { role, content } };
}

const use = (id: string, name: string, input: Json): Json => ({ type: 'tool_use', id, name, input });
const answer = (id: string, content: string, isError?: boolean): Json => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
  ...(isError === undefined ? {} : { is_error: isError }),
});

const DROID: readonly Json[] = [
  {
    type: 'session_start',
    id: 'd-1',
    title: 'weigh',
    sessionTitle: 'New Session',
    version: 2,
    cwd: '/home/dev/orchard',
  },
  message(1, 'user', [
    { type: 'text', text: '<system-reminder>be kind</system-reminder>' },
    { type: 'text', text: 'weigh the pears' },
  ]),
  message(2, 'assistant', [
    { type: 'thinking', thinking: 'with scales' },
    use('c1', 'Execute', { command: 'npm run weigh' }),
    use('c2', 'Execute', { command: 'npm test' }),
  ]),
  { type: 'todo_state', id: 't1', timestamp: '2026-03-01T09:00:02.500Z', todos: {}, messageIndex: 1 },
  message(4, 'user', [answer('c1', '12 pears'), answer('c2', 'Error: Command failed (exit code: 1)\n1 failing')]),
  message(5, 'assistant', [use('c3', 'Read', { file_path: 'pears.md' }), use('c4', 'Read', { file_path: 'plums.md' })]),
  message(6, 'user', [answer('c3', 'File not found', true)]),
  { type: 'compaction_state', id: 'k1', timestamp: '2026-03-01T09:00:07.000Z', summary: 'pears were weighed' },
  { type: 'session_event', data: 'session_ended' },
];

describe('Factory Droid', () => {
  const file = '.factory/sessions/-home-dev-orchard/d-1.jsonl';

  it('calls, outcomes and upper bounds', async () => {
    const session = await read({ [file]: textOf(DROID) });
    expect(session).toMatchObject({ agent: 'droid', id: 'd-1', fields: { cwd: '/home/dev/orchard', title: 'weigh' } });
    expect(rows(session)).toEqual([
      ['c1', 'shell', 'ok', undefined],
      ['c2', 'shell', 'error', 'tests-failed'],
      ['c3', 'read', 'error', expect.any(String)],
      ['c4', 'read', 'lost', 'no-result'],
    ]);
    expect(callNamed(session, 'c1').duration).toMatchObject({ ms: 2000, bound: 'at-most' });
    const stages = stagesOf(callNamed(session, 'c1')).map(({ name, state }) => [name, state]);
    expect(stages).toContainEqual(['permission', 'not-logged']);
  });

  it('tokens of the whole session, the model and the mode stand beside it', async () => {
    const settings = {
      model: 'm-1',
      autonomyMode: 'auto-low',
      tokenUsage: { inputTokens: 9, outputTokens: 5, cacheCreationTokens: 1, cacheReadTokens: 7, thinkingTokens: 2 },
    };
    const session = await read({
      [file]: textOf(DROID),
      [file.replace('.jsonl', '.settings.json')]: JSON.stringify(settings),
    });
    expect(session.fields.permissionMode).toBe('auto-low');
    expect(session.usage.map(({ model, usage }) => [model, usage])).toEqual([
      ['m-1', { input: 9, output: 5, cacheRead: 7, cacheWrite: 1, reasoning: 2 }],
    ]);
  });

  it('what `droid exec --output-format stream-json` prints', async () => {
    const at = Date.UTC(2026, 2, 1, 9);
    const in1 = { sessionId: 'd-2' };
    const records = [
      { type: 'system', subtype: 'init', ...in1, timestamp: at, cwd: '/home/dev/orchard', tools: [] },
      { type: 'message', ...in1, timestamp: at + 1, role: 'user', text: 'weigh', id: 'm1' },
      { type: 'tool_call', ...in1, timestamp: at + 2, id: 'c1', toolName: 'Execute', parameters: { command: 'ls' } },
      { type: 'tool_result', ...in1, timestamp: at + 502, id: 'c1', isError: true, value: 'no pears' },
      {
        type: 'tool_call',
        ...in1,
        timestamp: at + 600,
        toolCallId: 'c2',
        toolName: 'Execute',
        parameters: { command: 'x' },
      },
      { type: 'tool_result', ...in1, timestamp: at + 700, toolCallId: 'c2', value: { stdout: 'hi', exitCode: 3 } },
      {
        type: 'completion',
        ...in1,
        timestamp: at + 800,
        finalText: 'done',
        usage: { input_tokens: 10, output_tokens: 5 },
      },
    ];
    const session = await read({ 'run.jsonl': textOf(records) });
    expect(session).toMatchObject({ agent: 'droid', id: 'd-2' });
    expect(session.calls.map(({ callId, status }) => [callId, status])).toEqual([
      ['c1', 'error'],
      ['c2', 'error'],
    ]);
    expect(callNamed(session, 'c1').duration).toMatchObject({ ms: 500, bound: 'at-most' });
    expect(callNamed(session, 'c2').facts.exitCode).toBe(3);
  });
});

const CURSOR: readonly Json[] = [
  { role: 'user', message: { content: [{ type: 'text', text: '<user_query>\nweigh the pears\n</user_query>' }] } },
  {
    role: 'assistant',
    message: {
      content: [
        { type: 'text', text: '[REDACTED]' },
        { type: 'tool_use', name: 'Shell', input: { command: 'npm run weigh', description: 'Weigh' } },
        { type: 'tool_use', name: 'Shell', input: { command: 'npm run weigh', description: 'Weigh' } },
      ],
    },
  },
  { role: 'assistant', message: { content: [{ type: 'tool_use', name: 'Read', input: { path: 'pears.md' } }] } },
  { role: 'user', message: { content: [{ type: 'tool_result', tool_use_id: 't1', content: 'one pear' }] } },
  { role: 'assistant', message: { content: [{ type: 'text', text: '12 pears' }] } },
  { type: 'turn_ended', status: 'success' },
];

describe('Cursor', () => {
  const folder = '.cursor/projects/home-dev-orchard/agent-transcripts/c-1';

  it('calls without an id, a time or a result are unknown: not lost, not failed, not measured', async () => {
    const session = await read({ [`${folder}/c-1.jsonl`]: textOf(CURSOR) });
    expect(session).toMatchObject({ agent: 'cursor', id: 'c-1' });
    expect(rows(session)).toEqual([
      ['main:2:1', 'shell', 'unknown', undefined],
      ['main:2:2', 'shell', 'unknown', undefined],
      ['main:3:0', 'read', 'unknown', undefined],
    ]);
    expect(session.calls.map(({ duration, requestedAt }) => [duration, requestedAt])).toEqual([
      [null, null],
      [null, null],
      [null, null],
    ]);
    const states = stagesOf(callNamed(session, 'main:3:0')).map(({ state }) => state);
    expect(new Set(states.slice(1))).toEqual(new Set(['not-logged']));
    expect(session.fields.title ?? session.messages[0]?.preview).toContain('weigh the pears');
  });

  it('subagents are threads of the session', async () => {
    const session = await read({
      [`${folder}/c-1.jsonl`]: textOf(CURSOR),
      [`${folder}/subagents/a-1.jsonl`]: textOf(CURSOR.slice(0, 2)),
    });
    expect(session.calls.map(({ thread }) => thread).toSorted()).toEqual(['a-1', 'a-1', 'main', 'main', 'main']);
  });

  it('places', () => {
    const at = (path: string) => cursor.role(path);
    const windows = 'C:\\Users\\you\\.cursor\\projects\\p\\agent-transcripts\\';
    expect(at(`${windows}c-1\\c-1.jsonl`)).toEqual({ kind: 'log', session: 'c-1', thread: 'main' });
    expect(at(`${windows}c-2.jsonl`)).toEqual({ kind: 'log', session: 'c-2', thread: 'main' });
    expect(at(`${windows}c-1\\subagents\\a-1.jsonl`)).toEqual({ kind: 'log', session: 'c-1', thread: 'a-1' });
    expect(at('/work/c-1.jsonl')).toBeUndefined();
    const home = { env: {}, home: '/Users/you' };
    expect([cursor, droid].flatMap((format) => format.roots(home)).map(({ path }) => path)).toEqual([
      '/Users/you/.cursor/projects',
      '/Users/you/.factory/sessions',
    ]);
  });
});

describe('whose a record is', () => {
  const sure = (record: Json): string[] =>
    formats.filter((format) => format.recognise(record) >= 1).map(({ agent }) => agent);

  it('exactly one format is sure of the first line, and no other of any', () => {
    expect(sure(DROID[0] ?? {})).toEqual(['droid']);
    expect(DROID.flatMap(sure).filter((agent) => agent !== 'droid')).toEqual([]);
    expect(sure(CURSOR[0] ?? {})).toEqual(['cursor']);
    expect(CURSOR.flatMap(sure).filter((agent) => agent !== 'cursor')).toEqual([]);
  });

  it('messages of pi and its relatives are not Droid’s', () => {
    const call = message(1, 'assistant', [{ type: 'toolCall', id: 'c', name: 'bash', arguments: {} }]);
    expect(
      [call, { ...call, parentId: 'm0' }, message(2, 'user', [{ type: 'text', text: 'weigh' }])].map(droid.recognise),
    ).toEqual([0, 0, 0]);
  });
});

describe('logs that are being written', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 6 });

  it.each([
    { format: droid, session: 'd-1', file: 'd-1.jsonl', lines: linesOf(DROID) },
    { format: cursor, session: 'c-1', file: 'agent-transcripts/c-1.jsonl', lines: linesOf(CURSOR) },
  ])('$format.title: bit by bit, over restarts, or whole', async (log) => {
    await fc.assert(
      fc.asyncProperty(sizes, async (some) => {
        const { grown, whole } = await growAndRead({ ...log, sizes: some });
        expect(grown).toEqual(whole);
      }),
      { numRuns: 20 },
    );
  });

  it('Droid: in any order, and written twice, the calls are the same', async () => {
    const whole = essence(await readFiles({ 'd-1.jsonl': textOf(DROID) }));
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([...DROID], { minLength: DROID.length }), async (shuffled) => {
        expect(essence(await readFiles({ 'd-1.jsonl': textOf([...shuffled, ...shuffled]) }))).toEqual(whole);
      }),
      { numRuns: 20 },
    );
  });
});
