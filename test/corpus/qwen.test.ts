// Tests the reader on fixtures of Qwen Code next to the checkout, all of them written by hand, against a count made only with
// JSON.parse. Skipped without a corpus.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { addsUp } from '../../src/model/ledger.ts';
import type { Session } from '../../src/model/session.ts';
import type { ToolCall } from '../../src/model/tool-call.ts';
import { readSessions } from '../../src/reading/many-sessions/read-library.ts';
import { discover } from '../../src/sources/discover.ts';

const FOLDER = resolve(import.meta.dirname, '../../../shared/corpus/other/qwen');
/** One fixture has this for every id. */
const BLOTTED = '[trimmed for fixture]';

interface Raw {
  readonly sessionId?: string;
  readonly type?: string;
  readonly message?: {
    readonly parts?: readonly { readonly functionCall?: { readonly id?: string; readonly name: string } }[];
  };
  readonly toolCallResult?: { readonly callId: string; readonly status: string };
}

/** Of two records on one line only the first is counted; none of them holds a call. */
function recordsOf(path: string): Raw[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as Raw];
      } catch {
        return [];
      }
    });
}

function logs(): string[] {
  return readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => join(FOLDER, name));
}

describe.runIf(existsSync(FOLDER))('fixtures of Qwen Code', () => {
  const sessions: Session[] = [];

  beforeAll(async () => {
    for await (const session of readSessions(await discover([FOLDER]), { now: Date.now() })) sessions.push(session);
  }, 120_000);

  it('none is taken for another agent’s, and every ledger adds up', () => {
    expect(new Set(sessions.map(({ agent }) => agent))).toEqual(new Set(['qwen']));
    const ledgers = sessions.flatMap(({ sources }) => sources.map(({ ledger }) => ledger));
    expect(ledgers.length).toBe(logs().length);
    expect(ledgers.every(addsUp)).toBe(true);
    // One fixture has a broken line on purpose.
    expect(ledgers.flatMap(({ problems }) => [...problems.keys()])).toEqual(['invalid-json']);
  });

  it('every call and its outcome is that of the raw records', () => {
    const counted = new Map<string, string>();
    const unnamed: string[] = [];
    for (const { sessionId, message, toolCallResult } of logs().flatMap(recordsOf)) {
      for (const { functionCall: call } of message?.parts ?? []) {
        // A fixture has calls without ids: those are only counted.
        if (call !== undefined && call.id === undefined) unnamed.push(call.name);
        else if (call !== undefined) counted.set(`${sessionId} ${call.id}`, `${call.name} lost`);
      }
      const key = `${sessionId} ${toolCallResult?.callId}`;
      const status = toolCallResult?.status === 'success' ? 'ok' : `${toolCallResult?.status}`;
      const asked = counted.get(key);
      if (asked !== undefined) counted.set(key, asked.replace('lost', status));
    }
    counted.delete(`${BLOTTED} ${BLOTTED}`);
    const told = sessions.flatMap(({ calls }) => calls).filter(({ callId }) => callId !== BLOTTED);
    const isNamed = ({ session, callId }: ToolCall): boolean => counted.has(`${session} ${callId}`);
    const read = told.filter(isNamed).map((call) => [`${call.session} ${call.callId}`, `${call.tool} ${call.status}`]);
    expect(Object.fromEntries(read)).toEqual(Object.fromEntries(counted));
    const others = told.filter((call) => !isNamed(call)).map(({ tool }) => tool);
    expect(others.toSorted()).toEqual(unnamed.toSorted());
    expect(told.length).toBeGreaterThan(5);
  });
});
