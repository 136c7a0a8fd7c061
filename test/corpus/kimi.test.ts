// Tests the readers on real logs of Kimi next to the checkout, against a count made only with JSON.parse. Skipped without a
// corpus.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { addsUp } from '../../src/model/ledger.ts';
import { STATUSES } from '../../src/model/outcome.ts';
import type { Session } from '../../src/model/session.ts';
import { readSessions } from '../../src/reading/many-sessions/read-library.ts';
import { openCall } from '../../src/reading/open-call.ts';
import { discover } from '../../src/sources/discover.ts';

const FOLDER = resolve(import.meta.dirname, '../../../shared/corpus/other/kimi');
const LONG_AFTER = Date.UTC(2030, 0, 1);

interface Raw {
  type?: string;
  message?: {
    type: string;
    payload?: {
      id?: string;
      tool_call_id?: string;
      arguments_part?: string;
      function?: { name: string; arguments: string };
      return_value?: { is_error: boolean };
    };
  };
  event?: { type: string; toolCallId?: string; name?: string; args?: unknown; result?: { isError?: boolean } };
}

interface Counted {
  readonly tool: string;
  /** As a whole, where it can be parsed. */
  args: string;
  isError: boolean | undefined;
}

function recordsOf(path: string): Raw[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line): Raw[] => {
      try {
        return [JSON.parse(line) as Raw];
      } catch {
        return [];
      }
    });
}

/** Calls of one file in its order: pieces go to the call before them. Messages of subagents have files of their own. */
function countIn(path: string): Counted[] {
  const calls: Counted[] = [];
  const byId = new Map<string | undefined, Counted>();
  const take = (id: string | undefined, call: Counted): void => {
    calls.push(call);
    byId.set(id, call);
  };
  for (const { message, event } of recordsOf(path)) {
    const payload = message?.payload;
    if (message?.type === 'ToolCall' && payload?.function !== undefined)
      take(payload.id, { tool: payload.function.name, args: payload.function.arguments, isError: undefined });
    const last = calls.at(-1);
    if (message?.type === 'ToolCallPart' && last !== undefined) last.args += payload?.arguments_part ?? '';
    const ended = byId.get(payload?.tool_call_id);
    if (message?.type === 'ToolResult' && ended !== undefined) ended.isError = payload?.return_value?.is_error === true;
    if (event?.type === 'tool.call')
      take(event.toolCallId, { tool: `${event.name}`, args: JSON.stringify(event.args ?? {}), isError: undefined });
    const done = byId.get(event?.toolCallId);
    if (event?.type === 'tool.result' && done !== undefined) done.isError = event.result?.isError === true;
  }
  return calls;
}

describe.runIf(existsSync(FOLDER))('real logs of Kimi', () => {
  const sessions: Session[] = [];
  let logs: readonly string[] = [];

  beforeAll(async () => {
    const found = await discover([FOLDER]);
    logs = found.logs.map(({ path }) => path);
    for await (const session of readSessions(found, { now: LONG_AFTER })) sessions.push(session);
  }, 60_000);

  it('every log is one of theirs, and only the context that repeats it is not', () => {
    expect(new Set(sessions.map(({ agent }) => agent))).toEqual(new Set(['kimi', 'kimi-code']));
    const lines = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.jsonl'));
    const others = lines.filter((name) => !logs.includes(join(FOLDER, name)));
    expect(others.filter((name) => !/(?:context|session_index)\.jsonl$/.test(name))).toEqual([]);
  });

  it('every ledger adds up; the only problems are lines that are cut or hold no call', () => {
    const ledgers = sessions.flatMap(({ sources }) => sources.map(({ ledger }) => ledger));
    expect(ledgers.every(addsUp)).toBe(true);
    const problems = new Set(ledgers.flatMap(({ problems: found }) => [...found.keys()]));
    expect([...problems].filter((code) => !/^(?:no-call-id|bad-json|truncated)/.test(code))).toEqual([]);
  });

  it('calls, their tools and their outcomes are those of the raw records', () => {
    const counted = logs.flatMap((path) => countIn(path));
    const calls = sessions.flatMap((session) => session.calls);
    expect(calls.every(({ status }) => STATUSES.includes(status))).toBe(true);
    expect(calls.map(({ tool }) => tool).toSorted()).toEqual(counted.map(({ tool }) => tool).toSorted());
    const ok = calls.filter(({ status }) => status === 'ok').length;
    const lost = calls.filter(({ status }) => status === 'lost').length;
    expect(ok).toBe(counted.filter(({ isError }) => isError === false).length);
    expect(lost).toBe(counted.filter(({ isError }) => isError === undefined).length);
    expect(calls.length - ok - lost).toBe(counted.filter(({ isError }) => isError === true).length);
    expect(calls.length).toBeGreaterThan(50);
  });

  it('arguments are whole, where the log has all of them', () => {
    const parsed = (text: string): string => {
      try {
        return JSON.stringify(JSON.parse(text));
      } catch {
        return 'not whole';
      }
    };
    const whole = logs.flatMap((path) => countIn(path)).map(({ args }) => parsed(args));
    const opened = sessions.flatMap((session) =>
      session.calls.map((call) => {
        const input = openCall(session, call)?.rawInput;
        return typeof input === 'string' ? 'not whole' : JSON.stringify(input);
      }),
    );
    expect(opened.toSorted()).toEqual(whole.toSorted());
  });
});
