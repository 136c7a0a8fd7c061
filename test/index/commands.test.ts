// Tests the commands that ask the index as a user runs them: the built program, its words, and its exit status.

import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';
import { elsewhere } from '../support/elsewhere.ts';
import { storeIn } from '../support/engine.ts';
import { buildProgram, type Outcome, toolscope } from '../support/program.ts';
import { newFolder } from './support.ts';

const SID = '11111111-2222-4333-8444-555555555555';

beforeAll(buildProgram, 120_000);

function orchard(): string {
  const log = new ClaudeLog(SID);
  log.prompt('count the pears');
  log.raw({ type: 'custom-title', customTitle: 'Pears \u001b]0;owned\u0007', sessionId: SID });
  log.call('toolu_a', 'Bash', { command: 'make pears' });
  log.result('toolu_a', 'Exit code 2\nno pears', { isError: true, structured: 'Error: Exit code 2\nno pears' });
  log.call('toolu_b', 'Bash', { command: 'make pears' });
  log.result('toolu_b', 'done', { isError: false });
  log.call('toolu_c', 'Read', { file_path: '/home/dev/orchard/pear.ts' });
  return log.text();
}

function parsed(text: string): Record<string, unknown>[] {
  return text
    .split('\n')
    .slice(0, -1)
    .map((line): Record<string, unknown> => JSON.parse(line));
}

describe('the index on the command line', () => {
  const logs = folderWith({ [`${SID}.jsonl`]: orchard() });
  const home = newFolder();
  const ask = async (...args: string[]): Promise<Outcome> =>
    toolscope([...args, '--root', logs], { env: { TOOLSCOPE_HOME: await storeIn(home), COLUMNS: '160' } });

  it('is built, and says what is in it', async () => {
    const first = await ask('index');
    expect([first.status, first.stderr]).toEqual([0, '']);
    expect(first.stdout).toMatch(/^1 file read, .*: 1 new, 0 continued, 0 read again, 0 unchanged sessions\.\n/);
    expect(first.stdout).toMatch(
      /In the index: 1 session, 3 calls, 1 file; .* [kM]B, more than the logs \(.* kB\)\.\n/,
    );
    expect(first.stdout).toMatch(/In the archive: 1 file, .* kept in .*\.\n$/);
    const [again] = parsed((await ask('index', '--json')).stdout);
    expect(again).toMatchObject({ files: 0, bytes: 0, sessions: { added: 0, unchanged: 1 }, totals: { calls: 3 } });
    const [rebuilt] = parsed((await ask('index', '--rebuild', '--json')).stdout);
    expect(rebuilt).toMatchObject({ files: 1, sessions: { added: 1 } });
  });

  it('lists sessions, without what would talk to the terminal', async () => {
    const table = await ask('ls');
    expect(table.status).toBe(0);
    expect(table.stdout).toContain('Pears');
    expect(table.stdout).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f]|owned/);
    expect(parsed((await ask('ls', '--json')).stdout)).toMatchObject([
      { id: SID, calls: 3, failures: 1, project: '/home/dev/orchard' },
    ]);
    expect(parsed((await ask('ls', 'is:failed', '--json')).stdout)).toHaveLength(1);
    expect(await ask('ls', 'tool:Write')).toMatchObject({
      status: 1,
      stdout: '',
      stderr: 'toolscope: no sessions match.\n',
    });
  });

  it('lists calls as inspect does', async () => {
    const calls = parsed((await ask('calls', '--json')).stdout);
    const inspected = parsed((await toolscope(['inspect', join(logs, `${SID}.jsonl`), '--json'])).stdout);
    expect(calls).toEqual(inspected.toReversed());
    const failed = await ask('calls', 'is:failed');
    expect([failed.status, failed.stdout.split('\n').length]).toEqual([0, 3]);
    expect((await ask('calls', '--limit', '1')).stderr).toBe('toolscope: 1 call shown; --limit 0 shows all.\n');
  });

  it('points at the word of a filter that is wrong', async () => {
    const { status, stderr } = await ask('calls', 'status:erorr');
    expect([status, stderr]).toEqual([2, expect.stringContaining('^^^^^')]);
    expect((await ask('calls', '--limit', 'many')).status).toBe(2);
  });

  it('sums up tools and failures', async () => {
    expect(parsed((await ask('stats', '--json')).stdout)).toMatchObject([
      { toolId: 'shell', calls: 2, failures: 1, failureRate: 0.5 },
      { toolId: 'read', calls: 1, failures: 0 },
    ]);
    expect((await ask('stats')).stdout).toMatch(/shell +2 +1 +50 %/);
    expect(parsed((await ask('errors', '--json')).stdout)).toMatchObject([
      { code: 'checks-failed', toolId: 'shell', count: 1, recovered: 1, callsToRecover: 1 },
    ]);
    expect((await ask('errors')).stdout).toMatch(/shell +checks-failed +code +1 +1 +100 % +1 call +toolu_a/);
  });

  it('sees what was appended, without being told', async () => {
    const more = new ClaudeLog(SID).wait(3_600_000);
    more.call('toolu_d', 'Bash', { command: 'make plums' });
    appendFileSync(join(logs, `${SID}.jsonl`), more.text());
    expect(parsed((await ask('calls', 'plums', '--json')).stdout)).toMatchObject([{ callId: 'toolu_d' }]);
    expect(readFileSync(join(logs, `${SID}.jsonl`), 'utf8')).toBe(orchard() + more.text());
  });

  it('says where it looked when there is nothing', async () => {
    const nowhere = await toolscope(['ls'], {
      env: {
        // One that nobody has filled: a shared one shows what others did.
        TOOLSCOPE_HOME: await storeIn(newFolder()),
        ...elsewhere(),
        CLAUDE_CONFIG_DIR: '/nowhere/a',
      },
    });
    expect([nowhere.status, nowhere.stderr]).toEqual([1, expect.stringContaining('toolscope doctor lists them')]);
    expect((await toolscope(['ls', '--root', '/nowhere/c'], { env: { TOOLSCOPE_HOME: home } })).status).toBe(2);
  });
});
