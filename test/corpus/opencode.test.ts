// Tests the reader on real exports and databases next to the checkout, against a count made only with JSON.parse and SQL.
// Skipped without a corpus.

import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { addsUp } from '../../src/model/ledger.ts';
import type { Session } from '../../src/model/session.ts';
import { readSessions } from '../../src/reading/many-sessions/read-library.ts';
import { discover } from '../../src/sources/discover.ts';
import { loadDriver } from '../../src/sqlite/driver.ts';

const OTHERS = resolve(import.meta.dirname, '../../../shared/corpus/other');
const LONG_AFTER = Date.UTC(2030, 0, 1);

interface Part {
  readonly type: string;
  readonly tool: string;
  readonly callID: string;
  readonly tokens?: { readonly input: number; readonly output: number; readonly reasoning: number };
  readonly state: {
    readonly status: string;
    readonly metadata?: { readonly exit?: number | null };
    readonly time: { readonly start: number; readonly end: number };
  };
}

interface Export {
  readonly info: { readonly id: string; readonly parentID?: string; readonly title: string };
  readonly messages: readonly { readonly parts: readonly Part[] }[];
}

function filesUnder(folder: string, ending: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name));
}

/** In a folder of their own: a database is opened together with what its writer leaves next to it. */
function copyOf(path: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'toolscope-opencode-'));
  const copy = join(folder, 'opencode.db');
  copyFileSync(path, copy);
  return copy;
}

async function read(path: string): Promise<Session[]> {
  const sessions: Session[] = [];
  for await (const session of readSessions(await discover([path]), { now: LONG_AFTER })) sessions.push(session);
  return sessions;
}

function hasWholeLedger(sessions: readonly Session[]): void {
  for (const { ledger } of sessions.flatMap(({ sources }) => sources)) {
    expect(addsUp(ledger)).toBe(true);
    expect([...ledger.problems]).toEqual([]);
  }
}

function statusOf({ state: { status, metadata } }: Part): string {
  return status === 'completed' ? ((metadata?.exit ?? 0) === 0 ? 'ok' : 'error') : status;
}

const exports = filesUnder(join(OTHERS, 'opencode'), 'full.jsonl');

describe.skipIf(exports.length === 0)('exports', () => {
  it.each(exports.map((path) => [path.slice(OTHERS.length), path]))('%s', async (_name, path) => {
    const { info, messages } = JSON.parse(readFileSync(path, 'utf8')) as Export;
    const parts = messages.flatMap((message) => message.parts);
    const tools = parts.filter(({ type }) => type === 'tool');
    const sessions = await read(path);
    hasWholeLedger(sessions);
    expect(sessions.map(({ agent, id }) => `${agent} ${id}`)).toEqual([`opencode ${info.parentID ?? info.id}`]);
    const calls = sessions.flatMap((session) => session.calls);
    const thread = info.parentID === undefined ? 'main' : info.id;
    const told = calls.map((call) =>
      [call.thread, call.callId, call.tool, call.status, call.duration?.ms ?? 0].join(' '),
    );
    const counted = tools.map((part) => {
      const { start, end } = part.state.time;
      return [thread, part.callID, part.tool, statusOf(part), end - start].join(' ');
    });
    expect(told.toSorted()).toEqual(counted.toSorted());
    const tokens = parts.flatMap((part) => (part.type === 'step-finish' && part.tokens ? [part.tokens] : []));
    const usage = sessions.flatMap((session) => session.usage.map((one) => one.usage));
    const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
    expect(sum(usage.map(({ input }) => input))).toBe(sum(tokens.map(({ input }) => input)));
    expect(sum(usage.map(({ output }) => output))).toBe(sum(tokens.map(({ output, reasoning }) => output + reasoning)));
    expect(calls.filter(({ toolId }) => toolId === 'generic')).toEqual([]);
  });
});

const databases = filesUnder(join(OTHERS, 'opencode'), 'opencode.db');

describe.skipIf(databases.length === 0)('databases', () => {
  it.each(databases.map((path) => [path.slice(OTHERS.length), path]))('%s', async (_name, path) => {
    const copy = copyOf(path);
    const database = new (loadDriver().DatabaseSync)(copy, { readOnly: true });
    const [row] = database.prepare('SELECT count(*) AS calls FROM part WHERE data LIKE \'%"tool"%\'').all();
    database.close();
    const sessions = await read(copy);
    hasWholeLedger(sessions);
    expect(sessions.flatMap(({ calls }) => calls).length).toBe(Number((row as { calls: number }).calls));
  });
});

const olderOnes = filesUnder(join(OTHERS, 'opencode-go'), 'opencode.db');

describe.skipIf(olderOnes.length === 0)('databases of the older program', () => {
  it.each(olderOnes.map((path) => [path.slice(OTHERS.length), path]))('%s', async (_name, path) => {
    const copy = copyOf(path);
    const database = new (loadDriver().DatabaseSync)(copy, { readOnly: true });
    const rows = database.prepare('SELECT parts FROM messages').all() as { parts: string }[];
    database.close();
    const parts = rows.flatMap((row) => JSON.parse(row.parts) as { type: string; data: Record<string, unknown> }[]);
    const failed = new Set(
      parts
        .filter(({ type, data }) => type === 'tool_result' && data['is_error'] === true)
        .map(({ data }) => data['tool_call_id']),
    );
    const counted = parts
      .filter(({ type }) => type === 'tool_call')
      .map(({ data }) => `${data['id']} ${!failed.has(data['id'])}`);
    const sessions = await read(copy);
    hasWholeLedger(sessions);
    expect(new Set(sessions.map(({ agent }) => agent))).toEqual(new Set(['opencode-go']));
    const told = sessions.flatMap(({ calls }) => calls.map(({ callId, status }) => `${callId} ${status === 'ok'}`));
    expect(told.toSorted()).toEqual(counted.toSorted());
    expect(sessions.flatMap(({ calls }) => calls).filter(({ duration }) => duration !== null)).toEqual([]);
  });
});
