// Tests `toolscope trends`: weeks and groups with their intervals, and the comparison of two spans.

import { afterEach, describe, expect, it, vi } from 'vitest';
import { newFolder } from '../index/support.ts';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';
import { runHere, type Said } from '../support/run-here.ts';

const WEEK_MS = 7 * 86_400_000;

/** A number of calls in a week, of which some fail. */
function session(number: number, week: number, calls: number, failed: number): [string, string] {
  const sid = `0000000${number}-2222-4333-8444-555555555555`;
  const log = new ClaudeLog(sid, { version: `2.1.${number}` });
  log.wait(week * WEEK_MS).prompt('wind the clocks');
  for (let n = 0; n < calls; n++) {
    log.call(`${number} ${n}`, 'Bash', { command: `wind ${n}` });
    log.result(`${number} ${n}`, n < failed ? 'Exit code 1\nno spring' : 'done', { isError: n < failed });
  }
  return [`${sid}.jsonl`, log.text()];
}

afterEach(() => vi.unstubAllEnvs());

describe('trends', () => {
  const logs = folderWith(Object.fromEntries([session(1, 0, 100, 5), session(2, 1, 100, 40), session(3, 1, 10, 1)]));
  const home = newFolder();
  const ask = (...args: string[]): Promise<Said> => runHere(['trends', ...args, '--root', logs], { home });

  it('show every week, and say that it got worse', async () => {
    const { status, out } = await ask('--weeks', '1');
    expect(status).toBe(0);
    // The first of March 2026 is a Sunday.
    expect(out).toMatch(/^2026-03-02 +110 +37 % +29–47 %/m);
    expect(out).toMatch(/^2026-02-23 +100 +5\.0 % +2\.2–11 %/m);
    expect(out).toMatch(/^Week of 2026-02-23, then week of 2026-03-02:$/m);
    expect(out).toMatch(/^Failures +worse: \+32\.3 \(.*\) points {2}5\.0 % \(2\.2–11 %, 5 of 100\), then 37 %/m);
    expect(out).toMatch(/^Masked failures +no difference seen/m);
    expect(out).toMatch(/^Recovered +too few to say/m);
    expect(out).toMatch(/^ {2}more exit-code/m);
  });

  it('are no wider than the terminal', async () => {
    const terminal = { home, width: 60, isTerminal: true };
    const { out } = await runHere(['trends', '--weeks', '1', '--root', logs], terminal);
    expect(out).toContain('worse');
    expect(out.split('\n').filter((line) => [...line].length > 60)).toEqual([]);
  });

  it('tell calls without a time after the weeks, and what the range is', async () => {
    const undated = session(4, 0, 2, 0)[1].replaceAll(/,?"timestamp":"[^"]*"/g, '');
    const both = folderWith({ ...Object.fromEntries([session(1, 0, 100, 5)]), 'undated.jsonl': undated });
    const { out } = await runHere(['trends', '--weeks', '1', '--root', both], { home: newFolder() });
    const [heads, ...rows] = out.split('\n');
    expect(heads).toMatch(/^WEEK OF +CALLS +FAILED +95 % RANGE/);
    expect(rows.slice(0, 2).map((row) => row.split(/ {2,}/).slice(0, 2))).toEqual([
      ['2026-02-23', '100'],
      ['no time', '2'],
    ]);
  });

  it('are by version, by several together, and as NDJSON', async () => {
    const { out } = await ask('--by', 'version');
    expect(out).toMatch(/^claude-code 2\.1\.2 +100 +40 % +31–50 %/m);
    expect(out).toMatch(/^claude-code 2\.1\.3 +10 +10 % +1\.8–40 % .*too few to say$/m);
    const records = (await ask('--by', 'agent,project', '--json')).out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(records.map(({ kind }) => kind)).toEqual(['spans', 'group', 'week', 'week', 'class']);
    expect(records[1]).toMatchObject({
      agent: 'claude-code',
      project: '/home/dev/orchard',
      all: { calls: 210, failures: { count: 46, of: 210 } },
    });
    expect(records[2]).toMatchObject({ week: '2026-02-23', calls: 100, blames: { unknown: 5 } });
  });

  it('refuse what they cannot do, and say when there is nothing', async () => {
    expect(await ask('--by', 'moon')).toMatchObject({ status: 2 });
    expect(await ask('--weeks', '0')).toMatchObject({ status: 2 });
    expect(await ask('tool:Nothing')).toMatchObject({ status: 1, out: '' });
  });
});
