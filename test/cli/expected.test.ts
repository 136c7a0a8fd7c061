// Tests how the command line shows expected failures: as the dashboard does, never as errors.

import { describe, expect, it } from 'vitest';
import { newFolder } from '../index/support.ts';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';
import { runHere, type Said } from '../support/run-here.ts';

const SID = '11111111-2222-4333-8444-555555555555';

function orchard(): string {
  const log = new ClaudeLog(SID);
  log.prompt('look for worms');
  log.call('toolu_none', 'Bash', { command: 'grep worm apples.txt' });
  log.result('toolu_none', 'Exit code 1', { isError: true });
  log.call('toolu_real', 'Bash', { command: 'make harvest' });
  log.result('toolu_real', 'Exit code 2\nmake: *** No rule to make target', { isError: true });
  log.call('toolu_fine', 'Bash', { command: 'ls' });
  log.result('toolu_fine', 'apples.txt', { isError: false });
  return log.text();
}

describe('expected failures', () => {
  const logs = folderWith({ [`${SID}.jsonl`]: orchard() });
  const home = newFolder();
  const ask = (...args: string[]): Promise<Said> => runHere([...args, '--root', logs], { home });

  it('are not called errors, nor counted as such', async () => {
    const { out } = await ask('calls');
    expect(out).toMatch(/grep worm apples\.txt .*expected/);
    expect(out).toMatch(/make harvest .* error/);
    expect((await runHere(['inspect', logs], { home })).out).toContain(
      '3 calls in 1 session: 1 expected, 1 error, 1 ok\n1 unexpected failure',
    );
    const shown = (await ask('show', SID)).out;
    expect(shown).toMatch(/grep worm apples\.txt.* expected/);
    expect(shown).toMatch(/make harvest.* error/);
    expect((await ask('call', 'toolu_none')).out).toMatch(/expected .*by the rule/);
  });

  it('have a column in statistics, which name what the percentage is of', async () => {
    expect((await ask('stats')).out).toMatch(/CALLS +FAILED +% OF ENDED +EXPECTED .*\n.*shell +3 +1 +33 % +1 /);
  });
});

it('inspect says that what was fixed may be of either kind', async () => {
  const log = new ClaudeLog(SID);
  log.prompt('look for worms');
  log.call('toolu_real', 'Bash', { command: 'make harvest' });
  log.result('toolu_real', 'Exit code 2\nmake: *** No rule to make target', { isError: true });
  log.call('toolu_hides', 'Bash', { command: 'npx vitest run | tail -3' });
  log.result('toolu_hides', ' Test Files  1 failed (1)\n      Tests  1 failed | 2 passed (3)', { isError: false });
  log.call('toolu_fixes', 'Bash', { command: 'npx vitest run | tail -3' });
  log.result('toolu_fixes', ' Test Files  1 passed (1)\n      Tests  3 passed (3)', { isError: false });
  const { out } = await runHere(['inspect', folderWith({ [`${SID}.jsonl`]: log.text() })], { home: newFolder() });
  expect(out).toContain('1 unexpected failure, 1 more inside calls that succeeded, 1 of these 2 fixed later');
});
