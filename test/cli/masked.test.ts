// Tests how the command line shows failures inside calls that succeeded.

import { beforeAll, describe, expect, it } from 'vitest';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';
import { maskCalls } from '../support/mask-calls.ts';
import { buildProgram, type Outcome, toolscope } from '../support/program.ts';

const SID = '11111111-2222-4333-8444-555555555555';

function orchard(): string {
  const log = new ClaudeLog(SID);
  log.prompt('taste the pears');
  log.call('toolu_hidden', 'Bash', { command: 'npm run taste -- pears | tail -3' });
  log.result('toolu_hidden', 'two are hard', { isError: false });
  log.call('toolu_works', 'Bash', { command: 'npm run taste -- plums | tail -3' });
  log.result('toolu_works', 'all ripe', { isError: false });
  return log.text();
}

describe('masked failures', () => {
  const logs = folderWith({ [`${SID}.jsonl`]: orchard() });
  const env = { TOOLSCOPE_HOME: folderWith({}), COLUMNS: '200', TZ: 'UTC' };
  const ask = (...args: string[]): Promise<Outcome> => toolscope([...args, '--root', logs], { env });
  const records = async (...args: string[]): Promise<unknown[]> =>
    (await ask(...args, '--json')).stdout
      .trim()
      .split('\n')
      .filter((line) => line !== '')
      .map((line): unknown => JSON.parse(line));

  beforeAll(async () => {
    await buildProgram();
    await ask('ls');
    await maskCalls(env.TOOLSCOPE_HOME, {
      toolu_hidden: { code: 'tests-failed', blame: 'code', message: 'two pears are hard' },
    });
  }, 120_000);

  it('are marked in lists, and counted next to the failures', async () => {
    expect((await ask('calls')).stdout).toMatch(/toolu_hi.* ok .* hides tests-failed\n/);
    expect((await ask('calls', 'is:masked')).stdout).not.toContain('plums');
    expect(await records('ls')).toMatchObject([{ calls: 2, failures: 0, masked: 1 }]);
    expect((await ask('ls')).stdout).toContain('MASKED');
    expect(await records('stats')).toMatchObject([{ toolId: 'shell', calls: 2, failures: 0, masked: 1 }]);
    expect((await ask('trends')).stdout).toContain('MASKED');
    const shown = (await ask('show', SID)).stdout;
    expect(shown).toContain('1 masked failure');
    expect(shown).toContain('ok, but it hides a failure: tests-failed (code): two pears are hard');
  });

  it('are told whole: what failed, whose problem it is, where it stands, and how it was fixed', async () => {
    const { stdout } = await ask('call', 'toolu_hidden');
    expect(stdout).toContain('Masked failure\n  ok, but it hides a failure: tests-failed: two pears are hard\n');
    expect(stdout).toContain('Whose problem: code (the code under work');
    expect(stdout).toMatch(/Fixed by toolu_works after 1 call.*, where the same program worked on something else\./);
    expect(stdout).toContain(`It is told in ${SID}.jsonl:3 (byte `);
    expect(await records('call', 'toolu_hidden')).toMatchObject([
      {
        status: 'ok',
        failure: null,
        masked: { code: 'tests-failed', blame: 'code', line: 3 },
        recovery: { by: 'toolu_works', rule: 'same-program', calls: 1 },
      },
    ]);
  });

  it('are classed when they are asked for', async () => {
    expect(await ask('errors', 'is:masked')).toMatchObject({
      status: 1,
      stderr: 'toolscope: no failures match. --masked includes those that a success hides.\n',
    });
    expect((await ask('errors', '--masked')).stdout).toMatch(
      /shell +tests-failed \(masked\) +code +1 +1 +100 % +1 call +toolu_hi/,
    );
    expect(await records('errors', '--masked')).toMatchObject([
      { code: 'tests-failed', blame: 'code', masked: true, recovered: 1, recoveredBySameProgram: 1 },
    ]);
  });
});
