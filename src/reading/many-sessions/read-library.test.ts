// Tests reading many files: what makes one session, the order of its files, side files, and families of forks.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ClaudeLog, folderWith } from '../../../test/support/claude-log.ts';
import { LONG_AFTER } from '../../../test/support/read.ts';
import { zstd } from '../../../test/support/zstd.ts';
import { claudeCode } from '../../formats/claude-code/format.ts';
import { codex } from '../../formats/codex/format.ts';
import type { Format } from '../../formats/format.ts';
import { pathOfSource, type Session } from '../../model/session.ts';
import { type Discovered, discover, type LogFile, type SideFile } from '../../sources/discover.ts';
import { groupSessions } from '../group-sessions.ts';
import { readSessions } from './read-library.ts';

const ONE = '11111111-2222-4333-8444-555555555555';
const TWO = '22222222-2222-4333-8444-555555555555';

function logFile(
  path: string,
  session: string,
  rest: { thread?: string; startedAt?: number | null; lineage?: string | null; format?: Format } = {},
): LogFile {
  const { thread = 'main', startedAt = null, lineage = null, format = claudeCode } = rest;
  return { path, bytes: 1, modifiedAt: 0, format, identity: { session, thread, startedAt, lineage } };
}

function sideFile(path: string, what = 'agent-meta', format: Format = claudeCode): SideFile {
  return { path, bytes: 1, modifiedAt: 0, format, what };
}

function group(logs: readonly LogFile[], sides: readonly SideFile[] = []): unknown[] {
  const found: Discovered = { logs, sides, unclaimed: [], skipped: [], unreadable: [] };
  return groupSessions(found).map((files) => ({
    key: `${files.agent} ${files.session}`,
    logs: files.logs.map(({ path }) => path),
    sides: files.sides.map(({ path }) => path),
    startedAt: files.startedAt,
    lineage: files.lineage,
  }));
}

async function read(found: Discovered): Promise<Session[]> {
  const sessions: Session[] = [];
  for await (const session of readSessions(found, { now: LONG_AFTER })) sessions.push(session);
  return sessions;
}

describe('groupSessions', () => {
  it('puts main files before subagents’, each by start, then by path; undated ones last', () => {
    const logs = [
      logFile('b/agent-z.jsonl', 's', { thread: 'z', startedAt: 1 }),
      logFile('b/late.jsonl', 's', { startedAt: 9, lineage: 'late' }),
      logFile('b/undated.jsonl', 's'),
      logFile('b/agent-a.jsonl', 's', { thread: 'a', startedAt: 5 }),
      logFile('b/same-b.jsonl', 's', { startedAt: 4, lineage: 'b' }),
      logFile('b/same-a.jsonl', 's', { startedAt: 4, lineage: 'a' }),
    ];
    const expected = {
      key: 'claude-code s',
      logs: [
        'b/same-a.jsonl',
        'b/same-b.jsonl',
        'b/late.jsonl',
        'b/undated.jsonl',
        'b/agent-z.jsonl',
        'b/agent-a.jsonl',
      ],
      sides: [],
      startedAt: 1,
      lineage: 'a',
    };
    expect(group(logs)).toEqual([expected]);
    expect(group(logs.toReversed())).toEqual([expected]);
  });

  it('keeps sessions apart by agent and id, never by id alone', () => {
    const logs = [logFile('a.jsonl', 's'), logFile('b.jsonl', 's', { format: codex }), logFile('c.jsonl', 't')];
    expect(group(logs).map((files) => (files as { key: string }).key)).toEqual([
      'claude-code s',
      'codex s',
      'claude-code t',
    ]);
  });

  it('gives side files to the session in their path', () => {
    const sides = [
      sideFile(`p/${ONE}/workflows/wf_1-a.json`, 'workflow-snapshot'),
      sideFile(`p/${ONE}/subagents/agent-a9.meta.json`),
      sideFile(`p/${ONE}/custom-title.json`, 'custom-title'),
      sideFile(`p/${TWO}/custom-title.json`, 'custom-title'),
    ];
    expect(group([logFile(`p/${ONE}.jsonl`, ONE)], sides)).toMatchObject([
      {
        sides: [
          `p/${ONE}/custom-title.json`,
          `p/${ONE}/subagents/agent-a9.meta.json`,
          `p/${ONE}/workflows/wf_1-a.json`,
        ],
      },
    ]);
  });

  it('gives a side file without such a path to the log of the same name, else to one beside it', () => {
    const logs = [
      logFile('p/first.jsonl', ONE),
      logFile('p/agent-a9.jsonl', TWO, { thread: 'a9' }),
      logFile('q/agent-b.jsonl', TWO, { thread: 'b' }),
    ];
    const sides = [sideFile('p/agent-a9.meta.json'), sideFile('p/agent-b.meta.json'), sideFile('r/agent-c.meta.json')];
    expect(group(logs, sides)).toMatchObject([
      { key: `claude-code ${ONE}`, sides: ['p/agent-b.meta.json'] },
      { key: `claude-code ${TWO}`, sides: ['p/agent-a9.meta.json'] },
    ]);
  });

  it('of nothing is nothing', () => {
    expect(group([], [sideFile('p/agent-a9.meta.json')])).toEqual([]);
  });
});

function talk(session: string, startMs: number, calls: readonly string[]): ClaudeLog {
  const log = new ClaudeLog(session).wait(startMs);
  log.prompt('go');
  for (const id of calls) log.call(id, 'Bash', { command: id });
  return log;
}

describe('readSessions', () => {
  it('hands out the oldest session first, whatever the names', async () => {
    const folder = folderWith({
      'a.jsonl': talk(TWO, 60_000, ['toolu_2']).text(),
      'b.jsonl': talk(ONE, 0, ['toolu_1']).text(),
    });
    expect((await read(await discover([folder]))).map(({ id }) => id)).toEqual([ONE, TWO]);
  });

  it('reads a family of forks together and counts every call once', async () => {
    const original = talk(ONE, 0, ['toolu_1']);
    const fork = new ClaudeLog(TWO).wait(600_000);
    for (const record of original.records) fork.raw({ ...record, sessionId: TWO });
    fork.call('toolu_2', 'Bash', { command: 'more' });
    const folder = folderWith({ [`${TWO}.jsonl`]: fork.text(), [`${ONE}.jsonl`]: original.text() });
    expect(
      (await read(await discover([folder]))).map(({ id, calls }) => [
        id,
        calls.map(({ callId, copies }) => [callId, copies.length]),
      ]),
    ).toEqual([
      [ONE, [['toolu_1', 1]]],
      [TWO, [['toolu_2', 0]]],
    ]);
  });

  it('reads titles and agents from the session’s folder, and says which file a fact came from', async () => {
    const log = talk(ONE, 0, []);
    log.call('toolu_w', 'Workflow', { name: 'sweep' });
    log.result('toolu_w', 'launched', { structured: { status: 'async_launched', taskId: 'w1', runId: 'wf_1-a' } });
    const folder = folderWith({
      [`${ONE}.jsonl`]: log.text(),
      [`${ONE}/custom-title.json`]: '{"customTitle":"Pears"}',
      [`${ONE}/workflows/wf_1-a.json`]:
        '{"runId":"wf_1-a","taskId":"w1","status":"completed","startTime":1772355605000,"durationMs":5}',
      [`${ONE}/subagents/agent-a9.meta.json`]: '{broken',
    });
    const [session] = await read(await discover([folder]));
    expect(session?.fields).toMatchObject({ title: 'Pears', titleBy: 'user' });
    expect(session?.calls).toMatchObject([
      { status: 'ok', evidence: [{ role: 'request' }, { role: 'result' }, { role: 'end' }] },
    ]);
    const end = session?.calls[0]?.evidence.at(-1)?.source ?? -1;
    expect(session === undefined ? '' : pathOfSource(session, end)).toBe(join(folder, `${ONE}/workflows/wf_1-a.json`));
    expect(session?.problems.map(({ code }) => code)).toEqual(['unreadable-side-file']);
  });

  it('reads compressed logs like plain ones', async () => {
    const text = talk(ONE, 0, ['toolu_1', 'toolu_2']).text();
    const plain = await read(await discover([folderWith({ [`${ONE}.jsonl`]: text })]));
    const packed = await read(await discover([folderWith({ [`${ONE}.jsonl.zst`]: zstd(text) })]));
    const essence = (sessions: Session[]): unknown =>
      sessions.map(({ id, calls, sources }) => [
        id,
        calls.map(({ callId, summary, bodies }) => [callId, summary, bodies]),
        sources.map(({ ledger }) => ledger),
      ]);
    expect(essence(packed)).toEqual(essence(plain));
  });

  it('goes on when a file is gone by the time it is read', async () => {
    const folder = folderWith({
      [`${ONE}.jsonl`]: talk(ONE, 0, ['toolu_1']).text(),
      [`${TWO}.jsonl`]: talk(TWO, 5000, ['toolu_2']).text(),
    });
    const gone = join(folder, `${ONE}.jsonl`);
    const found = await discover([folder]);
    rmSync(gone);
    const sessions = await read(found);
    expect(sessions.map(({ id, calls }) => [id, calls.length])).toEqual([
      [ONE, 0],
      [TWO, 1],
    ]);
    expect(sessions.flatMap(({ problems }) => problems)).toEqual([
      { code: 'unreadable-log', severity: 'error', message: `There is no file ${gone}.`, params: {}, ref: null },
    ]);
  });

  it('tells of each file as it is read', async () => {
    const text = talk(ONE, 0, ['toolu_1']).text();
    const folder = folderWith({ 'a.jsonl': text, 'b.jsonl': talk(TWO, 5000, []).text() });
    const told: [string, number][] = [];
    for await (const _ of readSessions(await discover([folder]), {
      onFile: (path, bytes) => told.push([path, bytes]),
    }));
    expect(told).toMatchObject([
      [join(folder, 'a.jsonl'), text.length],
      [join(folder, 'b.jsonl'), expect.any(Number)],
    ]);
  });
});
