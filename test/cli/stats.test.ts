// Tests statistics and ids on the command line: every way to group calls, and that each id a list shows can be typed.

import { afterEach, describe, expect, it, vi } from 'vitest';
import { newFolder } from '../index/support.ts';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';
import { runHere, type Said } from '../support/run-here.ts';

const ONE = '019f0000-0000-4000-8000-000000000001';
const TWO = '019f0000-0000-4000-8000-000000000002';

function orchard(session: string, letter: string): string {
  const log = new ClaudeLog(session);
  log.prompt('count the pears');
  log.call(`toolu_01orchard_${letter}a`, 'Bash', { command: 'make pears' });
  log.result(`toolu_01orchard_${letter}a`, 'Exit code 2\nno tree', { isError: true });
  log.call(`toolu_01orchard_${letter}b`, 'Bash', { command: 'make pears' });
  log.result(`toolu_01orchard_${letter}b`, 'done', { isError: false });
  log.call(`toolu_01orchard_${letter}c`, 'Read', { file_path: '/home/dev/orchard/pears.txt' });
  log.result(`toolu_01orchard_${letter}c`, '12', { isError: false });
  return log.text();
}

afterEach(() => vi.unstubAllEnvs());

describe('statistics and ids', () => {
  const logs = folderWith({ [`${ONE}.jsonl`]: orchard(ONE, 'x'), [`${TWO}.jsonl`]: orchard(TWO, 'y') });
  const home = newFolder();
  const ask = (...args: string[]): Promise<Said> => runHere([...args, '--root', logs], { home });
  const records = async (...args: string[]): Promise<unknown[]> => {
    const { out } = await ask(...args, '--json');
    return out
      .trim()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  };

  it('are by tool, unless something else is asked for', async () => {
    expect(await records('stats')).toMatchObject([
      { agent: 'claude-code', toolId: 'shell', calls: 4, failures: 2, failureRate: 0.5 },
      { agent: 'claude-code', toolId: 'read', calls: 2, failures: 0 },
    ]);
    expect(await records('stats', '--by', 'name')).toMatchObject([
      { agent: 'claude-code', tool: 'Bash', calls: 4, waits: 0, durations: { known: 4 } },
      { agent: 'claude-code', tool: 'Read', calls: 2 },
    ]);
    expect(await records('stats', '--by', 'agent')).toMatchObject([{ agent: 'claude-code', calls: 6, failures: 2 }]);
    expect(await records('stats', '--by', 'model')).toMatchObject([{ agent: 'claude-code', calls: 6 }]);
    expect(await records('stats', '--by', 'project')).toMatchObject([{ project: '/home/dev/orchard', calls: 6 }]);
    vi.stubEnv('TZ', 'UTC');
    expect(await records('stats', '--by', 'day')).toMatchObject([
      { day: '2026-03-01', calls: 6, failures: 2, refused: 0 },
    ]);
    expect(await records('stats', '--by', 'day', 'tool:Read')).toMatchObject([{ calls: 2, failures: 0 }]);
    expect((await ask('stats', '--by', 'day')).out).toMatch(/^DAY .*\n2026-03-01 +6 +2 +▇+\n$/);
  });

  it('say when there is nothing', async () => {
    expect(await ask('stats', '--by', 'hook')).toEqual({ status: 1, out: '', notes: 'toolscope: no hooks match.\n' });
    expect(await ask('stats', '--by', 'permission')).toMatchObject({ status: 1, out: '' });
    expect(await ask('stats', '--by', 'background')).toMatchObject({ status: 1, out: '' });
    expect(await ask('stats', '--by', 'moon')).toEqual({
      status: 2,
      out: '',
      notes: expect.stringContaining('--by cannot group by moon. --by is one of tool, name, model,'),
    });
  });

  it('shows as much of an id as names one call or session, and no less', async () => {
    const calls = (await ask('calls')).out.trim().split('\n').slice(1);
    const ids = calls.map((row) => row.split(/ {2,}/)[1] ?? '');
    expect(new Set(ids).size).toBe(6);
    for (const id of ids) expect((await ask('call', id)).status).toBe(0);
    expect((await ask('call', 'toolu_01orchard_')).status).toBe(2);
    const sessions = (await ask('ls')).out.trim().split('\n').slice(1);
    for (const row of sessions) {
      const id = row.split(/ {2,}/)[2] ?? '';
      expect((await ask('show', id, '--calls')).status).toBe(0);
    }
    expect((await ask('show', '019f')).status).toBe(2);
    const [failed] = (await ask('errors')).out.trim().split('\n').slice(1);
    expect((await ask('call', failed?.split(/ {2,}/).at(-1) ?? '')).status).toBe(0);
  });

  it('takes 0 for all, everywhere', async () => {
    for (const command of ['ls', 'calls', 'files', 'errors', 'stats']) {
      const { status, notes } = await ask(command, '--limit', '0');
      expect([command, status, notes]).toEqual([command, 0, '']);
      expect([command, (await ask(command, '--limit', 'many')).status]).toEqual([command, 2]);
    }
    expect((await ask('calls', '-n', '1')).notes).toBe('toolscope: 1 call shown; --limit 0 shows all.\n');
  });

  it('knows what was meant', async () => {
    const hint = async (word: string): Promise<string> => (await runHere([word], { home })).notes;
    expect(await hint('clals')).toContain('Did you mean calls?');
    expect(await hint('shwo')).toContain('Did you mean show?');
    expect(await hint('moon')).toContain('See toolscope --help.');
  });
});
