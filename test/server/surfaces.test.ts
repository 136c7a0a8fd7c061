// Tests that all interfaces agree: the command line, the HTTP API, and what numbers in the dashboard link to.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { generateLibrary } from '../../bench/generate/library.ts';
import { answer } from '../../src/server/answer.ts';
import { FollowedLibrary } from '../../src/server/followed-library.ts';
import { filterTerm, narrowed } from '../../src/web/state/addresses.ts';
import { newFolder } from '../index/support.ts';
import { ClaudeLog } from '../support/claude-log.ts';
import { runHere } from '../support/run-here.ts';
import { type Served, serve } from './support.ts';

const SILENT = '019f0000-0000-4000-8000-00000000000a';
const FILTERS = [
  '',
  'is:failed',
  'agent:codex',
  'tool:shell OR tool:Read',
  'NOT tool:Bash duration:>1s',
  'is:subagent',
];

type Row = Readonly<Record<string, unknown>>;

/** As numbers, and in the order of their names. */
function told(rows: readonly Row[], names: readonly string[]): string[] {
  const value = (row: Row, name: string): unknown => {
    const one = row[name];
    if (!name.endsWith('At')) return one;
    // The API has fractions of a millisecond where a log tells them; ISO has none.
    return typeof one === 'string' ? Date.parse(one) : typeof one === 'number' ? Math.floor(one) : one;
  };
  return rows.map((row) => JSON.stringify(names.map((name) => value(row, name)))).sort();
}

describe('every surface', () => {
  const logs = newFolder();
  const home = newFolder();
  let served: Served;

  beforeAll(async () => {
    generateLibrary({ dir: logs, bytes: 2e6, seed: 'surfaces' });
    const silent = new ClaudeLog(SILENT);
    silent.prompt('only a question');
    mkdirSync(join(logs, 'projects/-home-dev-quiet'), { recursive: true });
    writeFileSync(join(logs, `projects/-home-dev-quiet/${SILENT}.jsonl`), silent.text());
    served = await serve([logs]);
  }, 60_000);

  const typed = async (filter: string, ...args: string[]): Promise<Row[]> => {
    const words = filter === '' ? [] : [filter];
    const { out } = await runHere([...args, ...words, '--json', '--limit', '0', '--root', logs], { home });
    return out
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  };
  const countOf = async (filter: string): Promise<number> => {
    const { calls, next } = await served.get('calls', {}, { filter, limit: '1000' });
    expect(next).toBeNull();
    return calls.length;
  };

  it.each(FILTERS)('counts the same: %s', async (filter) => {
    const calls = await typed(filter, 'calls');
    const page = await served.get('calls', {}, { filter, limit: '1000' });
    const facts = ['agent', 'session', 'callId', 'occurrence', 'tool', 'status', 'failure', 'requestedAt', 'endedAt'];
    expect(told(page.calls, facts)).toEqual(told(calls, facts));

    const { tools, timeline } = await served.get('tools', {}, { filter });
    const stats = ['agent', 'toolId', 'calls', 'failures', 'failureRate', 'refused', 'durations', 'bytes', 'tokens'];
    expect(told(tools, stats)).toEqual(told(await typed(filter, 'stats'), stats));
    expect(tools.reduce((sum, tool) => sum + tool.calls, 0)).toBe(calls.length);
    expect(timeline.buckets.reduce((sum, bucket) => sum + bucket.calls, timeline.undated)).toBe(calls.length);

    const { classes } = await served.get('errors', {}, { filter, expected: '1' });
    const ofClass = [
      'toolId',
      'code',
      'blame',
      'count',
      'sessions',
      'firstAt',
      'lastAt',
      'recovered',
      'callsToRecover',
    ];
    expect(told(classes, ofClass)).toEqual(told(await typed(filter, 'errors', '--expected'), ofClass));

    const { files } = await served.get('files', {}, { filter, limit: '5000' });
    const ofFile = ['path', 'reads', 'edits', 'writes', 'linesAdded', 'linesRemoved', 'sessions', 'lastAt'];
    expect(told(files, ofFile)).toEqual(told(await typed(filter, 'files'), ofFile));

    const { sessions, total } = await served.get('sessions', {}, { filter, limit: '1000' });
    const ofSession = [
      'agent',
      'id',
      'title',
      'project',
      'model',
      'calls',
      'failures',
      'tokens',
      'startedAt',
      'lastAt',
    ];
    expect(told(sessions, ofSession)).toEqual(told(await typed(filter, 'ls'), ofSession));
    expect(total).toBe(sessions.length);
  });

  it.each(['', 'agent:codex OR tool:Bash'])('leads from a number to as many calls: %s', async (filter) => {
    for (const { agent, toolId, calls, failures } of (await served.get('tools', {}, { filter })).tools) {
      const own = narrowed(filter, filterTerm('agent', agent), filterTerm('toolid', toolId));
      expect([own, await countOf(own), await countOf(narrowed(own, 'is:failed'))]).toEqual([own, calls, failures]);
    }
    const { classes } = await served.get('errors', {}, { filter, expected: '1' });
    for (const { toolId, code, blame, count, sessions } of classes) {
      const ofClass = [filterTerm('toolid', toolId), filterTerm('code', code), filterTerm('blame', blame)];
      const own = narrowed(filter, 'status:error', ...ofClass);
      const { total } = await served.get('sessions', {}, { filter: own, limit: '1' });
      expect([own, await countOf(own), total]).toEqual([own, count, sessions]);
    }
  });

  it('tells of the logs below the roots, whatever else the index knows', async () => {
    const status = await served.get('status');
    const { logs: known, roots, sources, ledger } = await served.get('health');
    expect(known).toEqual({ files: status.files, bytes: status.logBytes });
    expect(roots[0]).toMatchObject({ path: logs, agent: 'claude-code, codex' });
    expect(known.files).toBe(roots.reduce((sum, { files }) => sum + files, 0));
    expect(known.bytes).toBe(sources.reduce((sum, { bytes }) => sum + bytes, 0));
    const part = await FollowedLibrary.open({ folder: served.folder, places: [join(logs, 'sessions')] });
    try {
      await part.ready;
      const question = { name: 'health', parts: {}, query: {}, now: 0 } as const;
      const narrow = await answer(question, part, new AbortController().signal);
      expect(narrow).toMatchObject({ logs: { files: (await typed('agent:codex', 'ls')).length } });
      expect(narrow).not.toMatchObject({ ledger: { lines: ledger.lines } });
    } finally {
      await part.close();
    }
  });

  it('finds sessions that called nothing, as long as calls are not asked about', async () => {
    const ids = async (filter: string): Promise<readonly string[]> =>
      (await served.get('sessions', {}, { filter, limit: '1000' })).sessions.map(({ id }) => id);
    const all = await ids('');
    expect(all).toContain(SILENT);
    for (const filter of [`session:${SILENT}`, 'agent:claude', '-agent:codex', 'agent:codex OR session:019f0000'])
      expect([filter, (await ids(filter)).includes(SILENT)]).toEqual([filter, true]);
    for (const filter of ['agent:codex', `-session:${SILENT}`, 'agent:claude is:ok', 'is:live OR is:ok'])
      expect([filter, (await ids(filter)).includes(SILENT)]).toEqual([filter, false]);
    expect([...(await ids('agent:codex')), ...(await ids('-agent:codex'))].sort()).toEqual([...all].sort());
    for (const { agent, version, sessions } of (await served.get('health')).versions)
      expect(await ids(`${filterTerm('agent', agent)} ${filterTerm('version', version)}`)).toHaveLength(sessions);
  });
});
