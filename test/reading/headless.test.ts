// Tests what headless runs print, read as logs: lines, one JSON list, with and without times of arrival.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { claudeCode } from '../../src/formats/claude-code/format.ts';
import { codex } from '../../src/formats/codex/format.ts';
import { addsUp } from '../../src/model/ledger.ts';
import type { Session } from '../../src/model/session.ts';
import { ClaudeLog, type Json } from '../support/claude-log.ts';
import { growAndRead } from '../support/growth.ts';
import {
  EXEC_THREAD,
  HEADLESS_SESSION,
  HeadlessRun,
  item,
  linesOf,
  sampleExec,
  sampleRun,
  stamped,
} from '../support/headless-run.ts';
import { callNamed, essence, readFiles, readOne } from '../support/read.ts';

async function read(records: readonly Json[], name = 'run.jsonl'): Promise<Session> {
  const session = await readOne({ [name]: linesOf(records) });
  expect(session.sources.every(({ ledger }) => addsUp(ledger))).toBe(true);
  expect(session.sources.flatMap(({ ledger }) => [...ledger.unknown.keys(), ...ledger.problems.keys()])).toEqual([]);
  return session;
}

function rows(session: Session): (readonly [string, string, string, string, string | undefined])[] {
  return session.calls.map(({ callId, thread, toolId, status, failure }) => [
    callId,
    thread,
    toolId,
    status,
    failure?.code,
  ]);
}

const CLAUDE_ROWS = [
  ['t1', 'main', 'shell', 'ok', undefined],
  ['t2', 'main', 'shell', 'error', 'tests-failed'],
  ['t3', 'main', 'agent', 'ok', undefined],
  ['t4', 'call-t3', 'read', 'ok', undefined],
  ['t5', 'main', 'write', 'denied', 'permission-not-granted'],
];

describe('claude -p --output-format stream-json', () => {
  it('the same calls and outcomes as a log on disk has', async () => {
    const session = await read(sampleRun().records);
    expect(session).toMatchObject({ agent: 'claude-code', id: HEADLESS_SESSION });
    expect(session.fields).toMatchObject({ cwd: '/home/dev/orchard', version: '2.1.100', permissionMode: 'default' });
    expect(rows(session)).toEqual(CLAUDE_ROWS);
    expect(callNamed(session, 't4').parentCall).toBe('t3');
    expect(callNamed(session, 't5').permission).toMatchObject({ decision: 'denied', by: 'nobody' });
    expect(session.calls.flatMap(({ flags }) => flags)).toEqual([]);
  });

  it('no time is made up where the stream has none', async () => {
    const session = await read(sampleRun().records);
    expect(session.calls.map(({ duration, requestedAt }) => [duration, requestedAt])).toEqual(
      CLAUDE_ROWS.map(() => [null, null]),
    );
  });

  it('times of arrival are upper bounds, and allow for what waited to be read', async () => {
    const run = sampleRun();
    const session = await read(stamped(run.records, (i) => i));
    const bound = { basis: 'between-records', bound: 'at-most', includes: ['approval', 'hooks'] };
    expect(callNamed(session, 't1').duration).toEqual({ ms: 1000, ...bound });
    const late = await read(
      stamped(
        run.records,
        (i) => i,
        (i) => (i === 1 ? 400 : 0),
      ),
    );
    expect(callNamed(late, 't1').duration).toEqual({ ms: 1400, ...bound });
    // The result may have waited as well: it was there no later than it was read.
    const both = await read(
      stamped(
        run.records,
        () => 5,
        (i) => (i < 3 ? 400 : 0),
      ),
    );
    expect(callNamed(both, 't1').duration).toEqual({ ms: 400, ...bound });
  });

  it('tokens and cost are those of the run, each counted once', async () => {
    const session = await read(sampleRun().records);
    expect(session.fields.costUsd).toBe(0.25);
    const sum = (model: string, key: 'input' | 'output' | 'cacheRead' | 'cacheWrite'): number =>
      session.usage.filter((one) => one.model === model).reduce((total, { usage }) => total + usage[key], 0);
    expect(['input', 'output', 'cacheRead', 'cacheWrite'].map((key) => sum('model-one', key as 'input'))).toEqual([
      40, 300, 50, 20,
    ]);
    expect(sum('model-small', 'output')).toBe(3);
  });

  it('two runs in one file cost what both did', async () => {
    const run = sampleRun().end({ total_cost_usd: 0.3 }).end({ total_cost_usd: 0.1 });
    expect((await read(run.records)).fields.costUsd).toBeCloseTo(0.4);
  });

  it('one JSON list gives the same', async () => {
    const { records } = sampleRun();
    const [session] = await readFiles({ 'run.json': JSON.stringify(records, null, 2) });
    expect(essence(session === undefined ? [] : [session])).toEqual(essence([await read(records)]));
  });

  it('of a run of which only the end was kept, the refusals are known', async () => {
    const { records } = sampleRun();
    const session = await read(records.slice(-1));
    expect(rows(session)).toEqual([['t5', 'main', 'write', 'denied', 'permission-not-granted']]);
    expect(session.fields.costUsd).toBe(0.25);
  });

  it('read together with the log of the same session, nothing counts twice', async () => {
    const log = new ClaudeLog(HEADLESS_SESSION);
    const run = new HeadlessRun();
    log.call('t1', 'Bash', { command: 'ls' });
    log.result('t1', 'pears');
    for (const record of log.records) {
      const { parentUuid: _, timestamp: __, sessionId, ...rest } = record;
      run.records.push({ ...rest, session_id: sessionId, parent_tool_use_id: null });
    }
    const session = await readOne({ [`${HEADLESS_SESSION}.jsonl`]: log.text(), 'run.jsonl': run.text() });
    expect(rows(session)).toEqual([['t1', 'main', 'shell', 'ok', undefined]]);
    expect(session.usage.map(({ usage }) => usage.output)).toEqual([10]);
  });

  it('what only streams have: progress, hooks, ends of background work, refusals, errors', async () => {
    const run = new HeadlessRun()
      .call('b1', 'Bash', { command: 'serve', run_in_background: true })
      .add('tool_progress', { tool_use_id: 'b1', tool_name: 'Bash', elapsed_time_seconds: 2, parent_tool_use_id: null })
      .add('system', { subtype: 'hook_started', hook_id: 'h', hook_name: 'Stop', hook_event: 'Stop' })
      .add('system', {
        subtype: 'hook_response',
        hook_name: 'Stop',
        hook_event: 'Stop',
        outcome: 'success',
        exit_code: 0,
      })
      .add('stream_event', { event: { type: 'message_start' }, parent_tool_use_id: null })
      .add('system', { subtype: 'status', status: 'compacting' })
      .add('system', { subtype: 'compact_boundary', compact_metadata: { trigger: 'auto', pre_tokens: 9 } })
      .result('b1', 'Command running in background with ID: s1.', {
        tool_use_result: { stdout: '', stderr: '', interrupted: false, isImage: false, backgroundTaskId: 's1' },
      })
      .add('system', { subtype: 'task_started', task_id: 's1', tool_use_id: 'b1', description: 'serve' })
      .add('system', {
        subtype: 'task_notification',
        task_id: 's1',
        tool_use_id: 'b1',
        status: 'failed',
        summary: 'died',
      })
      .call('d1', 'Bash', { command: 'curl pears' })
      .add('system', { subtype: 'permission_denied', tool_name: 'Bash', tool_use_id: 'd1', message: 'not here' })
      .result('d1', 'Permission to use Bash has been denied.', { isError: true })
      .end({ subtype: 'error_max_turns', is_error: true, errors: ['too many turns'] });
    const session = await read(run.records);
    expect(rows(session)).toEqual([
      ['b1', 'main', 'shell', 'error', 'background-failed'],
      ['d1', 'main', 'shell', 'denied', 'permission-rule'],
    ]);
    expect(session.compactions).toHaveLength(1);
  });

  it('a call that the stream ends without is lost, in a log that is long silent', async () => {
    const run = new HeadlessRun().call('t1', 'Bash', { command: 'sleep 100' });
    expect(callNamed(await read(run.records), 't1').status).toBe('lost');
  });
});

describe('codex exec --json', () => {
  it('items become calls with the outcomes that rollouts have', async () => {
    const session = await read(sampleExec());
    expect(session).toMatchObject({ agent: 'codex', id: EXEC_THREAD });
    expect(rows(session)).toEqual([
      ['item_1', 'main', 'shell', 'ok', undefined],
      ['item_2', 'main', 'shell', 'error', 'tests-failed'],
      ['item_3', 'main', 'shell', 'denied', 'declined'],
      ['item_4', 'main', 'edit', 'ok', undefined],
      ['item_5', 'main', 'mcp', 'error', 'mcp-tool-error'],
      ['ws_1', 'main', 'web-search', 'ok', undefined],
      ['item_6', 'main', 'todo', 'ok', undefined],
      ['item_6#2', 'main', 'todo', 'ok', undefined],
    ]);
    expect(callNamed(session, 'item_1')).toMatchObject({
      summary: 'npm run weigh',
      facts: { exitCode: 0 },
      duration: null,
    });
    expect(callNamed(session, 'ws_1').summary).toContain('pears');
    expect(session.usage.map(({ usage }) => usage)).toEqual([
      { input: 300, output: 50, cacheRead: 600, cacheWrite: 0, reasoning: 0 },
    ]);
  });

  it('has durations where the arrival of its lines is known, and none for what only ends', async () => {
    const session = await read(stamped(sampleExec(), (i) => i));
    expect(callNamed(session, 'item_1').duration).toMatchObject({ ms: 1000, bound: 'at-most' });
    expect(callNamed(session, 'ws_1').duration).toMatchObject({ ms: 1000, bound: 'at-most' });
    expect(callNamed(session, 'item_4').duration).toBeNull();
    expect(callNamed(session, 'item_6').duration).toBeNull();
  });

  it('another run of the same thread counts its items again: these are other calls', async () => {
    const session = await read([...sampleExec(), ...sampleExec()]);
    expect(session.calls).toHaveLength(16);
    expect(session.calls.filter(({ callId }) => callId === 'item_1').map(({ occurrence }) => occurrence)).toEqual([
      1, 2,
    ]);
  });

  it('unknown items are counted, failed turns are told, calls without an end are lost', async () => {
    const [session] = await readFiles({
      'run.jsonl': linesOf([
        ...sampleExec().slice(0, 4),
        item('completed', { id: 'item_9', type: 'weather' }),
        { type: 'turn.failed', error: { message: 'no tokens left' } },
        { type: 'error', message: 'no tokens left' },
      ]),
    });
    expect([...(session?.sources[0]?.ledger.unknown ?? [])]).toEqual([['item/weather', 1]]);
    expect(session?.calls.map(({ status }) => status)).toEqual(['lost']);
  });
});

describe('streams that are being written', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 6 });

  it.each([
    { format: claudeCode, session: HEADLESS_SESSION, records: sampleRun().records },
    { format: codex, session: EXEC_THREAD, records: sampleExec() },
  ])('$format.title: bit by bit, over restarts, or whole', async ({ format, session, records }) => {
    const lines = stamped(records, (i) => i).map((record) => `${JSON.stringify(record)}\n`);
    await fc.assert(
      fc.asyncProperty(sizes, async (some) => {
        const { grown, whole } = await growAndRead({ format, session, file: 'run.jsonl', lines, sizes: some });
        expect(grown).toEqual(whole);
      }),
      { numRuns: 25 },
    );
  });

  it.each([
    ['claude', sampleRun().records],
    ['codex', sampleExec()],
  ])('%s: lines that are written twice are no second calls', async (_name, records) => {
    const once = essence(await readFiles({ 'a.jsonl': linesOf(stamped(records, (i) => i)) }));
    const twice = stamped(records, (i) => i).flatMap((record) => [record, record]);
    expect(essence(await readFiles({ 'a.jsonl': linesOf(twice) }))).toEqual(once);
  });
});
