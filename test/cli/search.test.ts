// Tests `toolscope search`: what is shown of a hit, as text and as NDJSON, and how an invalid query is marked.

import { beforeAll, describe, expect, it } from 'vitest';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';
import { buildProgram, type Outcome, toolscope } from '../support/program.ts';

const ID = '11111111-2222-4333-8444-555555555555';

function library(): string {
  const log = new ClaudeLog(ID);
  log.prompt('plant quinces');
  log.call('toolu_a', 'Bash', { command: 'grep -n "Quince" \u001b[31mtrees.md' });
  log.result('toolu_a', 'Exit code 2\nno quince here', { isError: true });
  return folderWith({ [`p/${ID}.jsonl`]: log.text() });
}

beforeAll(buildProgram, 120_000);

describe('toolscope search', () => {
  const home = folderWith({});
  const place = library();
  const search = (...args: string[]): Promise<Outcome> =>
    toolscope(['search', ...args, '--root', place], { env: { TOOLSCOPE_HOME: home, TZ: 'UTC' } });

  it('shows each hit with what it is in, newest first, without what would talk to the terminal', async () => {
    const { status, stdout, stderr } = await search('quince');
    expect(status).toBe(0);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.map((line) => line.trim().split(/ {2,}/).slice(0, 4))).toEqual([
      ['2026-03-01 09:00', 'claude-code', '11111111-2222', 'Bash result toolu_a'],
      ['Exit code 2 no quince here'],
      ['2026-03-01 09:00', 'claude-code', '11111111-2222', 'Bash input toolu_a'],
      ['grep -n "Quince" trees.md'],
      ['2026-03-01 09:00', 'claude-code', '11111111-2222', 'prompt'],
      ['plant quinces'],
    ]);
    expect(stderr).toMatch(/^3 hits \(/);
  }, 60_000);

  it('says what a hit is when several words have none', async () => {
    const { status, stderr } = await search('plant', 'trees.md');
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^0 hits \(.*\nA hit has all of the words; --by session finds them in different places, too\.\n$/,
    );
    expect((await search('no-such-word')).stderr).not.toContain('--by');
  }, 60_000);

  it('tells local times, as all commands do', async () => {
    const env = { TOOLSCOPE_HOME: home, TZ: 'Asia/Tokyo' };
    const { stdout } = await toolscope(['search', 'quince', '--root', place], { env });
    expect(stdout).toMatch(/^2026-03-01 18:00 {2}/);
  }, 60_000);

  it('keeps to the width of the terminal', async () => {
    const env = { TOOLSCOPE_HOME: home, COLUMNS: '60', TZ: 'UTC' };
    const { stdout } = await toolscope(['search', 'quince', '--root', place], { env });
    const lines = stdout.trimEnd().split('\n');
    expect(lines[0]).toMatch(/^2026-03-01 09:00 {2}11111111-2222 {2}Bash result toolu_a/);
    expect(lines.filter((line) => line.length > 60)).toEqual([]);
  }, 60_000);

  it('takes a filter as scope, and says the same as NDJSON', async () => {
    const { status, stdout } = await search('quince', 'tool:Bash', 'status:error', '--json', '--limit', '1');
    expect(status).toBe(0);
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      expect.objectContaining({
        agent: 'claude-code',
        session: ID,
        line: 3,
        pointer: '/message/content/0/content',
        at: '2026-03-01T09:00:03.000Z',
        call: expect.objectContaining({ callId: 'toolu_a', part: 'result', status: 'error', toolId: 'shell' }),
        said: null,
        snippet: { text: 'Exit code 2 no quince here', highlights: [[15, 21]] },
      }),
    ]);
    expect((await search('quince', 'tool:Read')).status).toBe(1);
  }, 60_000);

  it('points at the word that is wrong', async () => {
    const { status, stderr } = await search('quince', 'tol:Bash');
    expect(status).not.toBe(0);
    expect(stderr).toContain('  quince tol:Bash\n         ^^^\n');
  }, 60_000);

  it('ranks sessions, as text and as NDJSON', async () => {
    const { status, stdout, stderr } = await search('--by', 'session', 'quince');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^2026-\d\d-\d\d \d\d:\d\d {2}claude-code {2}11111111-2222 {2}/);
    expect(stdout).toMatch(/prompt · \d+ hits?/);
    expect(stderr).toMatch(/^\d+ sessions? \(/);
    const json = await search('--by', 'session', 'quince', '--json', '--limit', '1');
    const [line = ''] = json.stdout.trim().split('\n');
    expect(JSON.parse(line)).toMatchObject({
      agent: 'claude-code',
      role: 'prompt',
      isTogether: true,
      at: expect.stringMatching(/^2026-/),
      best: { said: 'prompt', snippet: expect.anything() },
      alike: [],
    });
    expect((await search('--by', 'session', 'nowhereatall')).status).toBe(1);
    expect(await search('--by', 'tool', 'quince')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--by takes hit or session.'),
    });
  });
});
