// Tests the readers of Droid and Cursor on published logs next to the checkout, against a count made only with JSON.parse.
// Skipped without a corpus.

import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { addsUp } from '../../src/model/ledger.ts';
import type { Session } from '../../src/model/session.ts';
import { readSessions } from '../../src/reading/many-sessions/read-library.ts';
import { discover } from '../../src/sources/discover.ts';

const OTHERS = resolve(import.meta.dirname, '../../../shared/corpus/other');
const LONG_AFTER = Date.UTC(2030, 0, 1);

interface Block {
  type?: string;
  id?: string;
  name?: string;
  tool_use_id?: string;
  is_error?: boolean;
}

interface Raw {
  type?: string;
  id?: string;
  toolCallId?: string;
  toolName?: string;
  isError?: boolean;
  message?: { content?: Block[] | string };
}

function recordsOf(path: string): Raw[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as Raw);
}

function blocksOf({ message }: Raw): Block[] {
  return Array.isArray(message?.content) ? message.content : [];
}

async function readAll(folder: string, agent: string): Promise<{ sessions: Session[]; paths: string[] }> {
  const found = await discover([folder]);
  const sessions: Session[] = [];
  for await (const session of readSessions(found, { now: LONG_AFTER }))
    if (session.agent === agent) sessions.push(session);
  return { sessions, paths: found.logs.filter(({ format }) => format.agent === agent).map(({ path }) => path) };
}

function hasWholeLedgers(sessions: readonly Session[]): void {
  for (const { ledger } of sessions.flatMap(({ sources }) => sources)) {
    expect(addsUp(ledger)).toBe(true);
    expect([...ledger.problems]).toEqual([]);
  }
}

describe.runIf(existsSync(`${OTHERS}/droid`))('Factory Droid', () => {
  it('calls, tools, results and failures are those of the raw records', async () => {
    const { sessions, paths } = await readAll(`${OTHERS}/droid`, 'droid');
    hasWholeLedgers(sessions);
    expect(paths.length).toBeGreaterThan(8);
    const records = paths.flatMap(recordsOf);
    const blocks = records.flatMap(blocksOf);
    const asked = [
      ...blocks.filter(({ type }) => type === 'tool_use').map(({ name }) => name),
      ...records.filter(({ type }) => type === 'tool_call').map(({ toolName }) => toolName),
    ];
    const flagged = [
      ...blocks.filter(({ type }) => type === 'tool_result').map(({ is_error }) => is_error === true),
      ...records.filter(({ type }) => type === 'tool_result').map(({ isError }) => isError === true),
    ];
    const calls = sessions.flatMap((session) => session.calls);
    expect(calls.map(({ tool }) => tool).toSorted()).toEqual(asked.toSorted());
    expect(calls.filter(({ bodies }) => bodies.content !== null)).toHaveLength(flagged.length);
    // A command that failed may not be flagged: then its text tells.
    const failed = calls.filter(({ status }) => status === 'error');
    expect(failed.length).toBeGreaterThanOrEqual(flagged.filter(Boolean).length);
    expect(calls.filter(({ status }) => status === 'lost')).toHaveLength(asked.length - flagged.length);
  });
});

describe.runIf(existsSync(`${OTHERS}/cursor`))('Cursor', () => {
  it('every request is a call of unknown outcome, in the order of the file', async () => {
    const { sessions, paths } = await readAll(`${OTHERS}/cursor`, 'cursor');
    hasWholeLedgers(sessions);
    const asked = paths
      .flatMap(recordsOf)
      .flatMap(blocksOf)
      .filter(({ type }) => type === 'tool_use' || type === 'tool_call');
    const calls = sessions.flatMap((session) => session.calls);
    expect(calls.map(({ tool }) => tool).toSorted()).toEqual(asked.map(({ name }) => name).toSorted());
    expect(calls.length).toBeGreaterThan(15);
    expect(calls.filter(({ status, duration }) => status !== 'unknown' || duration !== null)).toEqual([]);
  });
});
