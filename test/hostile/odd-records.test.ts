// Tests that records of pi, Gemini CLI and Qwen Code with anything at all in any place are accounted for, and break no reader.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isObject, type JsonObject } from '../../src/base/json.ts';
import type { Format } from '../../src/formats/format.ts';
import { formatOfAgent } from '../../src/formats/registry.ts';
import type { Observation } from '../../src/model/observation.ts';
import { GeminiLog } from '../support/gemini-log.ts';
import { PiLog } from '../support/pi-log.ts';
import { QwenLog } from '../support/qwen-log.ts';

const shell = { id: 'c1', name: 'run_shell_command', args: { command: 'ls' } };

function geminiRecords(): JsonObject[] {
  const log = new GeminiLog({ directories: ['/w'] }).prompt('go');
  log.calls(
    [{ ...shell, output: 'Output: x', more: { resultDisplay: { fileDiff: '', fileName: 'a' }, agentId: 'g' } }],
    {
      thoughts: [{ subject: 's', description: 'd' }],
    },
  );
  log
    .set({ summary: 's', messages: [{ id: 'm', type: 'user', content: [{ text: '<state_snapshot>' }] }] })
    .rewind('m0');
  return log.records;
}

const RECORDS: Readonly<Record<string, readonly JsonObject[]>> = {
  gemini: geminiRecords(),
  pi: new PiLog({ parentSession: '/x/2026-07-01T09-00-00-000Z_s.jsonl' })
    .prompt('go')
    .ask([{ id: 'c1', name: 'bash', args: { command: 'ls' } }], { stopReason: 'error', errorMessage: 'e' })
    .done('c1', 'bash', 'x', { details: { diff: '' } })
    .entry('compaction', { summary: 's', tokensBefore: 1, usage: { input: 1 } })
    .entry('session_info', { name: 'n' })
    .entry('custom_message', { content: [{ type: 'text', text: 't' }] }).records,
  qwen: new QwenLog()
    .prompt('go')
    .ask([shell], { forkedFrom: { sessionId: 's' } })
    .answer('c1', 'run_shell_command', 'x')
    .telemetry({ call_id: 'c1', function_name: 'x', function_args: {}, duration_ms: 5, decision: 'accept' })
    .system('chat_compression', { info: { originalTokenCount: 1 } })
    .system('notification', { backgroundTask: { taskId: 't', status: 'completed' } })
    .system('turn_result', { state: 'error', error: { message: 'm' } }).records,
};

/** The record with something else in one place, found by walking where the numbers lead. */
function changed(value: unknown, way: readonly number[], other: unknown): unknown {
  const [step, ...rest] = way;
  if (step === undefined || typeof value !== 'object' || value === null) return other;
  if (Array.isArray(value))
    return value.map((item, i) => (i === step % value.length ? changed(item, rest, other) : item));
  const keys = Object.keys(value);
  const key = keys[step % Math.max(1, keys.length)];
  const members = isObject(value) ? value : {};
  return key === undefined ? other : { ...members, [key]: changed(members[key], rest, other) };
}

const odd = fc.oneof(
  fc.constantFrom(null, -1, 1e300, '', '__proto__', [], {}, [null], { text: 7 }, [[{}]]),
  fc.jsonValue({ maxDepth: 2 }),
);

const FILE = { path: '/x.jsonl', source: 0, session: 's', thread: 'main' };

/** Everything that is asked of a format about a record, once it was read. */
function ask(format: Format, record: JsonObject, observations: readonly Observation[]): void {
  expect(format.recognise(record)).toBeLessThanOrEqual(1);
  format.unknownFields?.(record);
  for (const one of observations) {
    if (one.kind === 'call-requested') format.inputAt(record, one.pointer);
    if (one.kind === 'call-resulted') format.contentAt(record, one.pointers.content);
    if (one.kind === 'usage-counted') expect(Object.values(one.usage).every((count) => count >= 0)).toBe(true);
  }
}

/** With a restart after every record, over nothing but plain data. */
function readAll(format: Format, records: readonly JsonObject[]): void {
  let reader = format.open(FILE);
  for (const [line, record] of records.entries()) {
    const reading = reader.read(record, { source: 0, line, offset: line, length: 1 });
    expect(['observed', 'ignored', 'problem']).toContain(reading.kind);
    ask(format, record, reading.kind === 'observed' ? reading.observations : []);
    reader = format.open(FILE, JSON.parse(JSON.stringify(reader.state())));
  }
  format.identify(FILE.path, records);
}

it.each(Object.keys(RECORDS))('of %s', (agent) => {
  const format = formatOfAgent(agent);
  if (format === undefined) throw new Error(`no format of ${agent}`);
  const way = fc.array(fc.nat(20), { minLength: 1, maxLength: 6 });
  const changes = fc.array(fc.tuple(fc.nat(20), way, odd), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(changes, (made) => {
      const records = [...(RECORDS[agent] ?? [])];
      for (const [at, steps, other] of made) {
        const record = changed(records[at % records.length], steps, other);
        if (isObject(record)) records[at % records.length] = record;
      }
      readAll(format, records);
    }),
    { numRuns: 400 },
  );
});
