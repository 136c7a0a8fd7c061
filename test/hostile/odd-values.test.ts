// Tests that the readers of agents and of headless runs take any value in any place of a record: they observe it, ignore it or call
// it a problem, and never throw.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isObject, type JsonObject } from '../../src/base/json.ts';
import { claudeCode } from '../../src/formats/claude-code/format.ts';
import { codex } from '../../src/formats/codex/format.ts';
import { cursor } from '../../src/formats/cursor/format.ts';
import { droid } from '../../src/formats/droid/format.ts';
import type { Format, LineReader } from '../../src/formats/format.ts';
import { kimi, kimiCode } from '../../src/formats/kimi/format.ts';
import type { Json } from '../support/claude-log.ts';
import { demoLogs, WRITING_AGENTS } from '../support/demo-logs.ts';
import { fuzz } from '../support/fuzz.ts';
import { sampleExec, sampleRun, stamped } from '../support/headless-run.ts';
import { callOf, KimiCodeLog, KimiLog, resultOf } from '../support/kimi-log.ts';

const KIMI = new KimiLog()
  .add('TurnBegin', { user_input: [{ type: 'text', text: 'weigh' }] })
  .call('t1', 'Shell', '{"command": "npm ')
  .piece('run weigh"}')
  .add('ApprovalRequest', { id: 'q1', tool_call_id: 't1', description: 'Weigh' })
  .add('ApprovalResponse', { request_id: 'q1', response: 'approve' })
  .add('HookResolved', { event: 'PreToolUse', target: 'Shell', action: 'allow', duration_ms: 3 })
  .result('t1', '12', 'Command executed successfully.')
  .mirror('a1', 't1', 'ToolCall', callOf('t2', 'Shell', '{}'))
  .mirror('a1', 't1', 'ToolResult', resultOf('t2', 'x'))
  .add('StatusUpdate', { token_usage: { input_other: 1, output: 1 }, message_id: 'm1' })
  .add('StepInterrupted', {}).records;

const KIMI_CODE = new KimiCodeLog()
  .add('config.update', { cwd: '/home/dev', modelAlias: 'k2' })
  .add('turn.prompt', { input: [{ type: 'text', text: 'weigh' }], origin: { kind: 'user' } })
  .add('permission.record_approval_result', { toolCallId: 'Bash_0', result: { decision: 'rejected', feedback: 'no' } })
  .call('Bash_0', 'Bash', { command: 'ls' })
  .result('Bash_0', 'no', true)
  .add('usage.record', { model: 'k2', usage: { inputOther: 1, output: 1 } })
  .add('context.apply_compaction', { summary: 'weighed', tokensBefore: 9, tokensAfter: 1 })
  .add('turn.cancel', {}).records;

const DROID: readonly Json[] = [
  { type: 'session_start', id: 'd-1', title: 'weigh', cwd: '/home/dev' },
  {
    type: 'message',
    id: 'm1',
    timestamp: '2026-03-01T09:00:00.000Z',
    message: {
      role: 'assistant',
      content: [
        { type: 'tool_use', id: 'c1', name: 'Execute', input: { command: 'ls' } },
        { type: 'tool_result', tool_use_id: 'c1', content: [{ type: 'text', text: 'pears' }], is_error: true },
      ],
    },
  },
  { type: 'tool_result', session_id: 'd-1', id: 'c1', value: { stdout: 'x', exitCode: 1 } },
];

const CURSOR: readonly Json[] = [
  {
    role: 'assistant',
    message: {
      content: [
        { type: 'text', text: 'hi' },
        { type: 'tool_use', name: 'Shell', input: { command: 'ls' } },
      ],
    },
  },
];

const DEMO = await demoLogs();

/** Every agent of the registry with what it does in the demo, and more of what happens less often. */
const READERS: readonly { name: string; format: Format; records: readonly Json[] }[] = [
  ...DEMO.map(({ format, file, records }) => ({
    name: `${format.title}: ${file}`,
    format,
    // The tours of the tools are long, and all of one kind.
    records: records.slice(0, 25),
  })),
  { name: 'a stream of Claude Code', format: claudeCode, records: stamped(sampleRun().records, (i) => i) },
  { name: 'a stream of Codex', format: codex, records: stamped(sampleExec(), (i) => i) },
  { name: 'Kimi CLI', format: kimi, records: KIMI },
  { name: 'Kimi Code', format: kimiCode, records: KIMI_CODE },
  { name: 'Droid', format: droid, records: DROID },
  { name: 'Cursor', format: cursor, records: CURSOR },
];

it('has every agent that writes logs', () => {
  const read = new Set(READERS.map(({ format }) => format));
  expect(WRITING_AGENTS.filter((format) => !read.has(format)).map(({ agent }) => agent)).toEqual([]);
});

/** The value with what stands at the end of some way through it replaced. */
function replaced(value: unknown, way: readonly number[], by: unknown): unknown {
  const [step, ...rest] = way;
  if (step === undefined || typeof value !== 'object' || value === null) return by;
  const keys = Object.keys(value);
  const key = keys[step % Math.max(1, keys.length)];
  if (key === undefined) return by;
  if (Array.isArray(value)) return value.map((item, i) => (String(i) === key ? replaced(item, rest, by) : item));
  return { ...value, [key]: replaced((value as Record<string, unknown>)[key], rest, by) };
}

const change = fc.record({
  at: fc.nat(40),
  way: fc.array(fc.nat(8), { minLength: 1, maxLength: 6 }),
  by: fc.jsonValue({ maxDepth: 2 }),
});

const FILE = { path: 'x.jsonl', source: 0, session: 's', thread: 'main' };

/** Reads a record, and the bodies that it says it has. */
function readOddly(format: Format, reader: LineReader, record: JsonObject, line: number): void {
  expect(format.recognise(record)).toBeLessThanOrEqual(1);
  format.identify('x.jsonl', [record]);
  const reading = reader.read(record, { source: 0, line, offset: line, length: 1 });
  expect(['observed', 'ignored', 'problem']).toContain(reading.kind);
  for (const seen of reading.kind === 'observed' ? reading.observations : []) {
    if (seen.kind === 'call-requested') format.inputAt(record, seen.pointer);
    if (seen.kind === 'call-resulted') format.contentAt(record, seen.pointers.content);
  }
}

it.each(READERS)('$name', ({ format, records }) => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 6 }), (changes) => {
      const odd: unknown[] = structuredClone([...records]);
      for (const { at, way, by } of changes) odd[at % odd.length] = replaced(odd[at % odd.length], way, by);
      let reader = format.open(FILE);
      for (const [i, record] of odd.entries()) {
        if (isObject(record)) readOddly(format, reader, record, i + 1);
        // State must survive being kept.
        if (i % 3 === 2) reader = format.open(FILE, structuredClone(reader.state()));
      }
    }),
    fuzz(300),
  );
});

it.each(READERS)('$name: values of other types where a small document is expected', ({ format }) => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      for (const what of ['state', 'settings', 'workspace', 'agent-meta'])
        expect(Array.isArray(format.readSide(FILE, what, value))).toBe(true);
    }),
    fuzz(100),
  );
});
