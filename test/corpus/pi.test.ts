// Tests the reader on real logs of pi next to the checkout, against a count made only with JSON.parse. Skipped without a corpus.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { addsUp } from '../../src/model/ledger.ts';
import type { Session } from '../../src/model/session.ts';
import type { ToolCall } from '../../src/model/tool-call.ts';
import { readSessions } from '../../src/reading/many-sessions/read-library.ts';
import { discover } from '../../src/sources/discover.ts';

const FOLDER = resolve(import.meta.dirname, '../../../shared/corpus/other/pi');

interface Block {
  readonly type: string;
  readonly id: string;
  readonly name: string;
}

interface Raw {
  readonly type?: string;
  readonly id?: string;
  readonly timestamp: string;
  readonly message?: {
    readonly role: string;
    readonly content?: string | readonly Block[];
    readonly toolCallId?: string;
    readonly isError?: boolean;
    readonly stopReason?: string;
    readonly usage?: { readonly input: number; readonly output: number; readonly cost?: { readonly total: number } };
  };
}

interface Counted {
  readonly tool: string;
  readonly isStopped: boolean;
  readonly askedAt: number;
  isError?: boolean | undefined;
  endedAt?: number;
}

/** A line that is no JSON is one of a fixture that has it on purpose. */
function recordsOf(path: string): Raw[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Raw);
}

/** Logs of other programs are here too, and one log is here twice. */
function logs(): Map<string, Raw[]> {
  const found = new Map<string, Raw[]>();
  for (const name of readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.jsonl')) continue;
    const records = recordsOf(join(FOLDER, name));
    const [head] = records;
    if (head?.type === 'session' && head.id !== undefined) found.set(head.id, records);
  }
  return found;
}

function count(records: readonly Raw[]): Map<string, Counted> {
  const calls = new Map<string, Counted>();
  for (const { message, timestamp } of records) {
    const at = Date.parse(timestamp);
    const isStopped = message?.stopReason === 'aborted' || message?.stopReason === 'error';
    if (message?.role === 'assistant' && Array.isArray(message.content)) {
      for (const { type, id, name } of message.content as readonly Block[]) {
        if (type === 'toolCall') calls.set(id, { tool: name, isStopped, askedAt: at });
      }
    }
    const call = message?.role === 'toolResult' ? calls.get(`${message.toolCallId}`) : undefined;
    if (call !== undefined) {
      call.isError = message?.isError === true;
      call.endedAt = at;
    }
  }
  return calls;
}

const REFUSED = new Set(['denied', 'rejected', 'interrupted', 'cancelled', 'error']);

function fits({ status, duration }: ToolCall, counted: Counted): boolean {
  if (duration !== null && duration.ms > (counted.endedAt ?? 0) - counted.askedAt) return false;
  if (counted.isError === true) return REFUSED.has(status);
  if (counted.isError === false) return status === 'ok';
  return status === (counted.isStopped ? 'cancelled' : 'lost');
}

describe.runIf(existsSync(FOLDER))('real logs of pi', () => {
  const sessions: Session[] = [];
  let raw = new Map<string, Raw[]>();

  beforeAll(async () => {
    for await (const session of readSessions(await discover([FOLDER]), { now: Date.now() })) sessions.push(session);
    raw = logs();
  }, 120_000);

  it('every session is there, and its ledger adds up', () => {
    const own = sessions.filter(({ agent }) => agent === 'pi');
    expect(own.map(({ id }) => id).sort()).toEqual([...raw.keys()].sort());
    const ledgers = own.flatMap(({ sources }) => sources.map(({ ledger }) => ledger));
    expect(ledgers.every(addsUp)).toBe(true);
    // Two fixtures of one project have a broken line.
    expect(ledgers.flatMap(({ problems }) => [...problems.keys()]).filter((code) => code !== 'invalid-json')).toEqual(
      [],
    );
  });

  it('every call, tool, outcome and bound of its duration is that of the raw entries', () => {
    const odd: unknown[] = [];
    let calls = 0;
    for (const { agent, id, calls: read } of sessions) {
      if (agent !== 'pi') continue;
      const counted = count(raw.get(id) ?? []);
      expect(read.map(({ callId }) => callId).sort()).toEqual([...counted.keys()].sort());
      calls += read.length;
      for (const call of read) {
        const truth = counted.get(call.callId);
        if (truth === undefined || truth.tool !== call.tool || !fits(call, truth))
          odd.push([id, call.callId, call.status]);
      }
    }
    expect(odd).toEqual([]);
    expect(calls).toBeGreaterThan(250);
  });

  it('tokens and cost are those of the messages', () => {
    for (const { agent, id, usage, requests } of sessions) {
      if (agent !== 'pi') continue;
      const told = (raw.get(id) ?? []).flatMap(({ message }) => message?.usage ?? []);
      const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
      expect(sum(usage.map((one) => one.usage.input))).toBe(sum(told.map(({ input }) => input)));
      expect(sum(usage.map((one) => one.usage.output))).toBe(sum(told.map(({ output }) => output)));
      expect(sum(requests.map((one) => one.costUsd ?? 0))).toBeCloseTo(
        sum(told.map(({ cost }) => cost?.total ?? 0)),
        9,
      );
    }
  });

  it('its own tools are all known, and their results are read', () => {
    const calls = sessions.filter(({ agent }) => agent === 'pi').flatMap((session) => session.calls);
    const built = calls.filter(({ tool }) => /^(?:bash|read|edit|write|grep|find|ls)$/.test(tool));
    expect(built.filter(({ toolId }) => toolId === 'generic')).toEqual([]);
    const unread = built.filter(({ status, result }) => status === 'ok' && result?.kind === undefined);
    expect(unread.map(({ tool, callId }) => [tool, callId])).toEqual([]);
  });
});
