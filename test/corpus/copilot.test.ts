// Tests the reader on real logs of Copilot next to the checkout, against a count made only with JSON.parse. Skipped without a
// corpus.

import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { formats } from '../../src/formats/registry.ts';
import { addsUp } from '../../src/model/ledger.ts';
import { STATUSES } from '../../src/model/outcome.ts';
import type { Session } from '../../src/model/session.ts';
import type { ToolCall } from '../../src/model/tool-call.ts';
import { readSessions } from '../../src/reading/many-sessions/read-library.ts';
import { discover } from '../../src/sources/discover.ts';
import { loadDriver } from '../../src/sqlite/driver.ts';

const OTHERS = resolve(import.meta.dirname, '../../../shared/corpus/other');
const FOLDER = join(OTHERS, 'copilot');

/** One fixture has this for every id. */
const BLOTTED = '[trimmed for fixture]';

interface Raw {
  type?: string;
  agentId?: string;
  data?: {
    sessionId?: string;
    vscodeVersion?: string;
    toolCallId?: string;
    toolName?: string;
    toolRequests?: { toolCallId: string; name: string; arguments?: unknown }[];
    arguments?: unknown;
    success?: boolean;
    result?: string | { content?: string; result_type?: string };
    error?: string | { message?: string; code?: string };
    parentToolCallId?: string;
  };
}

interface Counted {
  readonly session: string;
  readonly isVscode: boolean;
  readonly tool: string;
  /** Undefined: no end is in the log. */
  readonly word: 'ok' | 'failed' | 'denied' | 'exit' | 'goes-on' | undefined;
  readonly thread: string;
}

function logsUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => path.endsWith('.jsonl'));
}

function recordsOf(path: string): Raw[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Raw);
}

function wordOf(data: NonNullable<Raw['data']>, tool: string): Counted['word'] {
  const { success, result, error } = data;
  const text = typeof result === 'object' ? (result.content ?? '') : (result ?? '');
  if (success === false) return typeof error === 'object' && error.code === 'denied' ? 'denied' : 'failed';
  const last = text.trimEnd().split('\n').at(-1) ?? '';
  if (tool === 'bash' || tool === 'powershell') {
    if (last.includes('is still running') || last.startsWith('<command started in background')) return 'goes-on';
    const code = /exit code (-?\d+)>$/.exec(last)?.[1];
    return code !== undefined && code !== '0' ? 'exit' : 'ok';
  }
  if (tool === 'task' && text.startsWith('Agent started in background')) return 'goes-on';
  return 'ok';
}

/** By session and id: one log may be there twice, and be longer in one place. */
function countIndependently(): Map<string, Counted> {
  const counted = new Map<string, Counted>();
  for (const path of logsUnder(FOLDER)) {
    const records = recordsOf(path);
    const start = records.find(({ type }) => type === 'session.start')?.data;
    if (start?.sessionId === undefined) continue;
    const session = start.sessionId;
    const isVscode = start.vscodeVersion !== undefined;
    for (const { type, agentId, data = {} } of records) {
      const thread = agentId ?? data.parentToolCallId ?? 'main';
      const key = (id: string | undefined) => `${session} ${id}`;
      for (const { toolCallId, name } of data.toolRequests ?? []) {
        const known = counted.get(key(toolCallId));
        counted.set(key(toolCallId), known ?? { session, isVscode, tool: name, word: undefined, thread });
      }
      const { toolCallId } = data;
      const known = counted.get(key(toolCallId));
      if (type === 'tool.execution_start' && known === undefined)
        counted.set(key(toolCallId), { session, isVscode, tool: `${data.toolName}`, word: undefined, thread });
      if (type === 'tool.execution_complete' && known !== undefined)
        counted.set(key(toolCallId), { ...known, word: wordOf(data, known.tool) });
    }
  }
  return counted;
}

/** What the reader may say of a call whose end says so much. */
function fits({ status, failure, background }: ToolCall, { word, isVscode }: Counted): boolean {
  if (isVscode) return status === (word === 'failed' ? 'error' : 'unknown');
  switch (word) {
    case undefined:
      return status === 'lost' || status === 'interrupted';
    case 'ok':
      // A question that no one answered is written down as a success.
      return status === 'ok' || (status === 'error' && failure?.code === 'unanswered');
    case 'failed':
    case 'exit':
      return status === 'error';
    case 'denied':
      return status === 'denied';
    case 'goes-on':
      return background !== null;
  }
}

describe.runIf(existsSync(FOLDER))('real logs of Copilot', () => {
  const sessions: Session[] = [];
  let counted = new Map<string, Counted>();
  let calls: ToolCall[] = [];

  beforeAll(async () => {
    for await (const session of readSessions(await discover([FOLDER]), { now: Date.now() })) sessions.push(session);
    counted = countIndependently();
    calls = sessions.flatMap((session) => session.calls).filter(({ callId }) => callId !== BLOTTED);
    for (const key of counted.keys()) if (key.endsWith(BLOTTED)) counted.delete(key);
  }, 120_000);

  it('every ledger adds up, and no line is a problem', () => {
    const ledgers = sessions.flatMap(({ sources }) => sources.map(({ ledger }) => ledger));
    expect(ledgers.every(addsUp)).toBe(true);
    expect(ledgers.filter(({ problems }) => problems.size > 0)).toEqual([]);
  });

  it('every call has a status, and there are as many as an independent count finds', () => {
    expect(calls.filter(({ status }) => !STATUSES.includes(status) || status === 'running')).toEqual([]);
    const named = calls.filter(({ flags }) => !flags.includes('implied'));
    expect(named.map(({ session, callId }) => `${session} ${callId}`).sort()).toEqual([...counted.keys()].sort());
  });

  it('tool, thread and outcome are those of the raw records', () => {
    const odd = calls.filter((call) => {
      const truth = counted.get(`${call.session} ${call.callId}`);
      return truth === undefined || truth.tool !== call.tool || truth.thread !== call.thread || !fits(call, truth);
    });
    expect(odd.map(({ session, callId, status, tool }) => [session, callId, status, tool])).toEqual([]);
    const words = [...counted.values()].map(({ word }) => word);
    // The corpus has some of each: nothing was compared with nothing.
    for (const word of ['ok', 'failed', 'denied', 'exit', 'goes-on'] as const) expect(words).toContain(word);
  });

  it('no call is taken to have run before it was allowed', () => {
    const waited = calls.filter(({ permission }) => permission?.waitMs !== undefined);
    expect(waited.length).toBeGreaterThan(10);
    for (const { permission, duration, requestedAt, endedAt } of waited)
      expect((duration?.ms ?? 0) + (permission?.waitMs ?? 0)).toBeLessThanOrEqual((endedAt ?? 0) - (requestedAt ?? 0));
  });

  it('no other agent’s records are taken for Copilot’s, and none of its for theirs', () => {
    const taken = logsUnder(OTHERS).flatMap((path) => {
      const own = path.startsWith(FOLDER);
      const sure = recordsSafely(path).flatMap((record) =>
        formats.filter((format) => format.recognise(record) >= 1).map(({ agent }) => agent),
      );
      return sure.filter((agent) => agent.startsWith('copilot') !== own).map((agent) => `${path} ${agent}`);
    });
    const isCopilots = (line: string) => line.startsWith(FOLDER) || / copilot/.test(line);
    expect([...new Set(taken.filter(isCopilots))]).toEqual([]);
  }, 120_000);
});

const TRACES = join(FOLDER, 'git-ai-project__git-ai/fixtures/tests/fixtures/copilot-otel/traces.db');

describe.runIf(existsSync(TRACES))('real traces of VS Code', () => {
  it('are read for the calls that a model asked for, each once, with their results and tokens', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'toolscope-traces-'));
    copyFileSync(TRACES, join(folder, 'agent-traces.db'));
    const sessions: Session[] = [];
    for await (const session of readSessions(await discover([folder]), { now: Date.now() })) sessions.push(session);
    const raw = new (loadDriver().DatabaseSync)(TRACES, { readOnly: true });
    const ids = raw
      .prepare(
        "SELECT tool_call_id AS id FROM spans WHERE operation_name = 'execute_tool' AND tool_call_id <> '' AND chat_session_id <> ''",
      )
      .all();
    const tokens = raw
      .prepare("SELECT sum(input_tokens) AS n FROM spans WHERE operation_name = 'chat' AND chat_session_id <> ''")
      .all();
    raw.close();
    const calls = sessions.flatMap((session) => session.calls);
    expect(calls.map(({ callId }) => callId).sort()).toEqual(ids.map((row) => Object(row).id).sort());
    expect(calls.map(({ status, duration, hooks }) => [status, duration?.bound, hooks.length])).toEqual([
      ['ok', 'at-most', 4],
      ['ok', 'at-most', 4],
    ]);
    const sent = sessions.flatMap(({ usage }) => usage.map((one) => one.usage.input + one.usage.cacheRead));
    expect(sent.reduce((sum, n) => sum + n, 0)).toBe(Object(tokens[0]).n);
    expect(sessions.every(({ sources }) => sources.every(({ ledger }) => addsUp(ledger)))).toBe(true);
  });
});

function recordsSafely(path: string): Record<string, unknown>[] {
  return readFileSync(path, 'utf8')
    .split('\n', 300)
    .flatMap((line) => {
      try {
        const value: unknown = JSON.parse(line);
        return typeof value === 'object' && value !== null && !Array.isArray(value) ? [{ ...value }] : [];
      } catch {
        return [];
      }
    });
}
