// Tests the reader on real logs next to the checkout, against the corpus's own profile and an independent count. Skipped
// without a corpus.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { addsUp } from '../../src/model/ledger.ts';
import type { Session } from '../../src/model/session.ts';
import type { ToolCall } from '../../src/model/tool-call.ts';
import { readSessions } from '../../src/reading/many-sessions/read-library.ts';
import { discover } from '../../src/sources/discover.ts';

const CORPUS = resolve(import.meta.dirname, '../../../shared/corpus');
const FOLDER = join(CORPUS, 'claude');

function isFixture(path: string): boolean {
  return path.includes('/fixtures/');
}

interface Truth {
  readonly calls: Map<string, string>;
  readonly answered: Set<string>;
  readonly failed: Set<string>;
  lines: number;
}

function logsUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => path.endsWith('.jsonl') && !isFixture(path));
}

/** The simplest thing that could count: every tool_use and tool_result block, by id. */
function countIndependently(folder: string): Truth {
  const truth: Truth = { calls: new Map(), answered: new Set(), failed: new Set(), lines: 0 };
  for (const path of logsUnder(folder)) {
    for (const line of readFileSync(path, 'utf8').split('\n')) {
      if (line !== '') truth.lines++;
      for (const block of blocksOf(line)) countBlock(block, truth);
    }
  }
  return truth;
}

function countBlock(block: Block, truth: Truth): void {
  if (block.type === 'tool_use' && block.id !== undefined) truth.calls.set(block.id, block.name ?? '');
  if (block.type !== 'tool_result' || block.tool_use_id === undefined) return;
  truth.answered.add(block.tool_use_id);
  if (block.is_error === true) truth.failed.add(block.tool_use_id);
}

interface Block {
  type?: string;
  id?: string;
  name?: string;
  tool_use_id?: string;
  is_error?: boolean;
}

function blocksOf(line: string): Block[] {
  try {
    const { message } = JSON.parse(line) as { message?: { content?: unknown } };
    return Array.isArray(message?.content) ? (message.content as Block[]) : [];
  } catch {
    return [];
  }
}

function number(text: string | undefined): number {
  return Number((text ?? '').replaceAll(',', ''));
}

describe.skipIf(!existsSync(FOLDER))('the Claude Code corpus', () => {
  const sessions: Session[] = [];
  let calls: ToolCall[] = [];
  let profile = '';
  let truth: Truth;

  beforeAll(async () => {
    for await (const session of readSessions(await discover([FOLDER]))) sessions.push(session);
    calls = sessions.flatMap((session) =>
      session.calls.filter((call) => !isFixture(session.sources[call.bodies.input.source]?.path ?? '')),
    );
    const text = readFileSync(join(CORPUS, 'PROFILE.md'), 'utf8');
    profile = text.slice(0, text.indexOf('## Codex CLI'));
    truth = countIndependently(FOLDER);
  }, 300_000);

  it('adds up in every file', () => {
    const sources = sessions.flatMap((session) => session.sources);
    expect(sources.filter(({ ledger }) => !addsUp(ledger)).map(({ path }) => path)).toEqual([]);
    const real = sources.filter(({ path }) => !isFixture(path));
    expect(real.reduce((lines, { ledger }) => lines + ledger.lines, 0)).toBe(truth.lines);
    expect(real.reduce((n, source) => n + source.calls, 0)).toBe(calls.length);
  });

  it('agrees with the profile', () => {
    const head =
      /Files (\d+) .*?lines ([\d,]+);.*?Tool calls ([\d,]+); with `is_error: true` (\d+); without any result (\d+)/s.exec(
        profile,
      );
    expect(calls.length).toBe(number(head?.[3]));
    expect(calls.filter(({ status }) => status === 'lost').length).toBe(number(head?.[5]));
    expect(truth.lines).toBe(number(head?.[2]));
    const invalid = /Invalid JSON lines (\d+)/.exec(profile)?.[1];
    const broken = sessions.flatMap((session) => session.sources).filter(({ path }) => !isFixture(path));
    // Lines that are not JSON as a whole: unreadable ones, and ones that hold two records.
    const notOneRecord = broken.map(
      ({ ledger }) =>
        (ledger.problems.get('invalid-json') ?? 0) + (ledger.findings.get('several-objects-on-one-line') ?? 0),
    );
    expect(notOneRecord.reduce((n, lines) => n + lines, 0)).toBe(number(invalid));
  });

  it('agrees with the profile tool by tool', () => {
    const rows = [...profile.matchAll(/^\| ([\w-]+) \| (\d+) \| (\d+) \| [\d.]+% \| (\d+) \|/gm)];
    expect(rows.length).toBeGreaterThan(30);
    const counted = rows.map(([, tool]) => {
      const own = calls.filter((call) => call.tool === tool);
      return [
        tool,
        own.length,
        own.filter(({ callId }) => truth.failed.has(callId)).length,
        own.filter(({ status }) => status === 'lost').length,
      ];
    });
    expect(counted).toEqual(
      rows.map(([, tool, n, errors, unanswered]) => [tool, Number(n), Number(errors), Number(unanswered)]),
    );
  });

  it('agrees with an independent count, call by call', () => {
    expect(new Map(calls.map(({ callId, tool }) => [callId, tool]))).toEqual(truth.calls);
    const wrong = calls.filter(({ callId, status, background, statusRule }) => {
      const settled = status !== 'lost' && status !== 'running';
      if (settled !== truth.answered.has(callId)) return true;
      // A flagged failure is never ok; an unflagged one is an error only by its tool's or its background end's word.
      if (truth.failed.has(callId)) return status === 'ok' || status === 'background';
      return status === 'error' && background === null && !statusRule.startsWith('tool:');
    });
    expect(wrong.map(({ callId, tool, status }) => [callId, tool, status])).toEqual([]);
  });

  it('never measures a negative time, and says what every time is', () => {
    const odd = calls.filter(({ duration, status }) => (duration === null ? status === 'ok' : duration.ms < 0));
    expect(odd.map(({ callId }) => callId)).toEqual([]);
  });

  it('traces every call to the bytes it came from', () => {
    for (const session of sessions) {
      for (const call of session.calls.filter(({ callId }) => !callId.startsWith('no-id:')).slice(0, 3)) {
        const { source, offset, length } = call.bodies.input;
        const bytes = readFileSync(session.sources[source]?.path ?? '').subarray(offset, offset + length);
        expect(JSON.stringify(JSON.parse(bytes.toString('utf8')))).toContain(JSON.stringify(call.callId).slice(1, -1));
      }
    }
  });
});
