// Reads a log while it grows, over restarts, and compares with reading it whole.

import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { Format } from '../../src/formats/format.ts';
import type { ToolCall } from '../../src/model/tool-call.ts';
import { LiveSession, type ReadingState } from '../../src/reading/live-session.ts';
import { folderWith } from './claude-log.ts';

export interface GrowingLog {
  readonly format: Format;
  readonly session: string;
  readonly file: string;
  readonly thread?: string;
  readonly lines: readonly string[];
  /** How many lines are added at a time. */
  readonly sizes: readonly number[];
}

function keyed(calls: readonly ToolCall[]): Map<string, ToolCall> {
  return new Map(calls.map((call) => [`${call.callId} ${call.occurrence}`, call]));
}

/** The calls of the log as it grew, and of the whole log: they must be equal. */
export async function growAndRead(log: GrowingLog): Promise<{ grown: unknown; whole: unknown }> {
  const { format, session, lines, sizes, thread = 'main' } = log;
  const options = { messages: true, tracking: true } as const;
  const path = join(folderWith({}), log.file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '');
  let growing = new LiveSession(format, session, options);
  growing.addSource(path, thread);
  const known = new Map<string, ToolCall>();
  for (let at = 0, turn = 0; at < lines.length; turn++) {
    const next = at + (sizes[turn % sizes.length] ?? 1);
    appendFileSync(path, lines.slice(at, next).join(''));
    at = next;
    await growing.readOn(0, { isWhole: false });
    for (const [key, call] of keyed(growing.changes(true).calls)) known.set(key, call);
    if (turn % 2 === 0) continue;
    const state: ReadingState = deserialize(serialize(growing.save()));
    growing.close();
    growing = new LiveSession(format, session, options, state);
  }
  const whole = new LiveSession(format, session, options);
  whole.addSource(path, thread);
  await whole.readOn(0, { isWhole: true });
  const calls = keyed(whole.snapshot(true).calls);
  growing.close();
  whole.close();
  return { grown: Object.fromEntries(known), whole: Object.fromEntries(calls) };
}
