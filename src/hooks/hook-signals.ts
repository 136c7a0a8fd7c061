// The newest hook reports about a session, from the end of its inbox file: all that its present state needs.

import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { asObject, type JsonObject, parseJson } from '../base/json.ts';
import { isInboxFile } from '../formats/hooks/locate.ts';
import { signalsOf } from '../formats/hooks/signals.ts';
import type { HookSignal } from '../model/live-state.ts';

/** Enough for the longest lines and the few that matter. */
const TAIL_BYTES = 256 * 1024;

function lastLines(path: string): JsonObject[] {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const from = Math.max(0, size - TAIL_BYTES);
    const bytes = Buffer.alloc(size - from);
    const read = readSync(file, bytes, 0, bytes.length, from);
    const lines = bytes.toString('utf8', 0, read).split('\n');
    // The first may be the end of a line, the last one incomplete.
    return lines.slice(from === 0 ? 0 : 1, -1).flatMap((line) => {
      const parsed = parseJson(line);
      const record = parsed.ok ? asObject(parsed.value) : undefined;
      return record === undefined ? [] : [record];
    });
  } finally {
    closeSync(file);
  }
}

/** Signals from those files of a session that hooks wrote; empty when there are none, or when they are gone. */
export function hookSignals(paths: readonly string[]): HookSignal[] {
  try {
    return signalsOf(paths.filter(isInboxFile).flatMap(lastLines));
  } catch {
    return [];
  }
}
