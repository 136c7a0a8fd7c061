// Tests the reader on real chats of Gemini CLI next to the checkout, against a count made only with JSON.parse. Skipped without
// a corpus.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { addsUp } from '../../src/model/ledger.ts';
import type { Session } from '../../src/model/session.ts';
import type { ToolCall } from '../../src/model/tool-call.ts';
import { readSessions } from '../../src/reading/many-sessions/read-library.ts';
import { discover } from '../../src/sources/discover.ts';

const FOLDER = resolve(import.meta.dirname, '../../../shared/corpus/other/gemini');

interface RawCall {
  readonly id: string;
  readonly name: string;
  readonly status?: string;
  readonly timestamp?: string;
  readonly result?: readonly { readonly functionResponse?: { readonly response?: { readonly error?: string } } }[];
}

interface RawMessage {
  readonly id: string;
  readonly timestamp: string;
  readonly toolCalls?: readonly RawCall[];
  readonly tokens?: { readonly input: number; readonly output: number; readonly cached: number } | null;
}

interface Chat {
  readonly sessionId: string;
  readonly messages: readonly RawMessage[];
}

/** Documents, and lines of which a later one with the same id counts. */
function chatIn(path: string): Chat | undefined {
  const text = readFileSync(path, 'utf8');
  try {
    return JSON.parse(text) as Chat;
  } catch {
    const lines = text.split('\n').filter((line) => line !== '');
    const records = lines.map((line) => JSON.parse(line) as Partial<RawMessage & Chat>);
    const messages = new Map(records.flatMap((one) => (one.id === undefined ? [] : [[one.id, one as RawMessage]])));
    const sessionId = records.find((record) => record.sessionId !== undefined)?.sessionId;
    return sessionId === undefined ? undefined : { sessionId, messages: [...messages.values()] };
  }
}

function fits(call: ToolCall, { status, result, timestamp }: RawCall, message: RawMessage): boolean {
  const error = result?.[0]?.functionResponse?.response?.error ?? '';
  const span = Date.parse(timestamp ?? '') - Date.parse(message.timestamp);
  if (call.duration !== null && (call.duration.bound !== 'at-most' || call.duration.ms > span)) return false;
  if (status === 'cancelled') return call.status === (error.includes('denied execution') ? 'rejected' : 'interrupted');
  if (status === undefined) return call.status === 'unknown';
  return call.status === (status === 'error' ? 'error' : 'ok');
}

describe.runIf(existsSync(FOLDER))('real chats of Gemini CLI', () => {
  const sessions: Session[] = [];
  const chats = new Map<string, Chat>();

  beforeAll(async () => {
    for await (const session of readSessions(await discover([FOLDER]), { now: Date.now() })) sessions.push(session);
    for (const name of readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })) {
      const chat = /\.jsonl$/.test(name) ? chatIn(join(FOLDER, name)) : undefined;
      if (chat !== undefined) chats.set(chat.sessionId, chat);
    }
  }, 120_000);

  it('every chat is there, and its ledger adds up without a problem', () => {
    expect(sessions.every(({ agent }) => agent === 'gemini')).toBe(true);
    expect([...chats.keys()].filter((id) => !sessions.some((session) => session.id === id))).toEqual([]);
    const ledgers = sessions.flatMap(({ sources }) => sources.map(({ ledger }) => ledger));
    expect(ledgers.every(addsUp)).toBe(true);
    expect(ledgers.flatMap(({ problems }) => [...problems])).toEqual([]);
  });

  it('every call, tool, outcome and bound of its duration is that of the raw messages', () => {
    const odd: unknown[] = [];
    let calls = 0;
    for (const session of sessions) {
      const messages = chats.get(session.id)?.messages;
      if (messages === undefined) continue;
      const counted = messages.flatMap((message) => (message.toolCalls ?? []).map((call) => ({ call, message })));
      expect(session.calls.map(({ callId }) => callId).sort()).toEqual(counted.map(({ call }) => call.id).sort());
      calls += session.calls.length;
      for (const { call, message } of counted) {
        const read = session.calls.find(({ callId }) => callId === call.id);
        if (read === undefined || read.tool !== call.name || !fits(read, call, message))
          odd.push([call.id, read?.status]);
      }
    }
    expect(odd).toEqual([]);
    expect(calls).toBeGreaterThan(80);
  });

  it('tokens are those of the messages, the cache told apart', () => {
    for (const session of sessions) {
      const told = (chats.get(session.id)?.messages ?? []).flatMap(({ tokens }) => tokens ?? []);
      const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
      const used = session.usage.map(({ usage }) => usage);
      if (!chats.has(session.id)) continue;
      expect(sum(used.map(({ input, cacheRead }) => input + cacheRead))).toBe(sum(told.map(({ input }) => input)));
      expect(sum(used.map(({ cacheRead }) => cacheRead))).toBe(sum(told.map(({ cached }) => cached)));
    }
  });

  it('tools are known, and their results are read', () => {
    const calls = sessions
      .flatMap((session) => session.calls)
      .filter(({ status, tool }) => status === 'ok' && tool !== 'search');
    const unread = calls.filter(
      ({ toolId, result }) => toolId === 'generic' || result === null || result.kind === 'raw',
    );
    expect(unread.map(({ tool, callId }) => [tool, callId])).toEqual([]);
  });
});
