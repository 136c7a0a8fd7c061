// Made-up Codex lines for tests: short builders of records, and a reader over them. No real session's words.

import type { JsonObject } from '../../../base/json.ts';
import type { Observation } from '../../../model/observation.ts';
import type { Reading } from '../../../model/reading.ts';
import type { LineRef } from '../../../model/source.ts';
import { codex } from '../format.ts';

export const THREAD = '019f0000-0000-7000-8000-000000000001';
/** Turn ids of version 7: the first twelve digits are the time. */
export const TURN = '019f0000-1000-7000-8000-00000000000a';
export const OLD_TURN = '019e0000-0000-7000-8000-00000000000b';

const START = Date.parse('2026-07-01T10:00:00.000Z');

export function at(second: number): string {
  return new Date(START + second * 1000).toISOString();
}

export function line(type: string, payload: unknown, second = 0): JsonObject {
  return { timestamp: at(second), type, payload };
}

export function item(payload: JsonObject, second = 0): JsonObject {
  return line('response_item', payload, second);
}

export function event(payload: JsonObject, second = 0): JsonObject {
  return line('event_msg', payload, second);
}

export function completed(inner: JsonObject, beside: JsonObject = {}, second = 0): JsonObject {
  return event({ type: 'item_completed', thread_id: THREAD, turn_id: TURN, item: inner, ...beside }, second);
}

export function meta(payload: JsonObject = {}, second = 0): JsonObject {
  return line('session_meta', { id: THREAD, timestamp: at(0), cwd: '/srv/app', cli_version: '0.150.0', ...payload }, second);
}

export function call(id: string, name: string, input: unknown, second = 0): JsonObject {
  return item({ type: 'function_call', name, arguments: JSON.stringify(input), call_id: id }, second);
}

export function custom(id: string, name: string, input: string, second = 0): JsonObject {
  return item({ type: 'custom_tool_call', status: 'completed', call_id: id, name, input }, second);
}

export function output(id: string, text: unknown, second = 1): JsonObject {
  return item({ type: 'function_call_output', call_id: id, output: text }, second);
}

export function customOutput(id: string, text: unknown, second = 1): JsonObject {
  return item({ type: 'custom_tool_call_output', call_id: id, output: text }, second);
}

export function refOf(index: number): LineRef {
  return { source: 0, line: index + 1, offset: index * 100, length: 99 };
}

const FILE = { path: '/logs/rollout.jsonl', source: 0, session: THREAD, thread: 'main' };

/** Reads all records in order; with `cut`, stops there and goes on with a new reader and the saved state. */
export function readAll(records: readonly JsonObject[], cut?: number): Reading[] {
  let reader = codex.open(FILE);
  return records.map((record, index) => {
    if (index === cut) reader = codex.open(FILE, JSON.parse(JSON.stringify(reader.state())));
    return reader.read(record, refOf(index));
  });
}

export function seen(records: readonly JsonObject[]): Observation[] {
  return readAll(records).flatMap((reading) => (reading.kind === 'observed' ? reading.observations : []));
}

export function only<Kind extends Observation['kind']>(
  kind: Kind,
  records: readonly JsonObject[],
): Extract<Observation, { kind: Kind }>[] {
  return seen(records).filter((one): one is Extract<Observation, { kind: Kind }> => one.kind === kind);
}

/** What became of each line, in a word. */
export function words(records: readonly JsonObject[]): string[] {
  return readAll(records).map((reading) => {
    if (reading.kind === 'ignored') return `ignored: ${reading.reason}`;
    if (reading.kind === 'problem') return `problem: ${reading.code}`;
    return reading.observations.map(({ kind }) => kind).join(' ');
  });
}
