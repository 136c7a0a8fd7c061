// Tests why background work failed after its call's first answer: by the rules for an immediate answer.

import { describe, expect, it } from 'vitest';
import { ClaudeLog } from '../support/claude-log.ts';
import { CodexLog, said } from '../support/codex-log.ts';
import { callNamed, readOne } from '../support/read.ts';

const SID = '11111111-2222-4333-8444-555555555555';
const WHOLE_RUN = '> beds@1 test\n Test Files  1 failed (3)\n';
const TESTS = {
  code: 'tests-failed',
  blame: 'code',
  message: 'exit code 1: Test Files 1 failed (3)',
};

async function codexFailures(log: CodexLog) {
  const { calls } = await readOne({ [log.file]: log.text() });
  return calls.map(({ failure }) => failure);
}

describe('Codex', () => {
  it.each([
    ['npm test', 1, WHOLE_RUN, TESTS],
    ['rg pear', 1, '', { code: 'no-match', blame: 'expected', message: 'exit code 1' }],
    ['dig', 127, '', { code: 'command-not-found', blame: 'environment', message: 'exit code 127' }],
  ])('%s that ends with %i is judged alike at once and at a look', async (cmd, exit, output, failure) => {
    const atOnce = new CodexLog().prompt('go').call('c1', 'exec_command', { cmd });
    atOnce.output('c1', said.exited(exit, 5, output));
    const later = new CodexLog().prompt('go').call('c1', 'exec_command', { cmd }).output('c1', said.running(7));
    later.call('c2', 'write_stdin', { session_id: 7, chars: '' }).output('c2', said.exited(exit, 5, output));
    expect(await codexFailures(atOnce)).toEqual([failure]);
    expect(await codexFailures(later)).toEqual([failure, null]);
  });

  it('a script that fails is the agent’s own, at once and at a look', async () => {
    const failed = said.script(
      'failed',
      0.5,
      'Script error:\nReferenceError: pear is not defined\n    at main.mjs:1:1',
    );
    const failure = { code: 'script-failed', blame: 'agent', message: 'ReferenceError: pear is not defined' };
    const atOnce = new CodexLog().prompt('go').custom('c1', 'exec', 'pear()').customOutput('c1', failed);
    const later = new CodexLog().prompt('go').custom('c1', 'exec', 'pear()');
    later.customOutput('c1', said.script('running with cell ID 4'));
    later.call('c2', 'wait', { cell_id: '4', yield_time_ms: 1000 }).output('c2', failed);
    expect(await codexFailures(atOnce)).toEqual([failure]);
    expect(await codexFailures(later)).toEqual([failure, null]);
  });
});

describe('Claude Code', () => {
  const LAUNCH = { stdout: '', stderr: '', interrupted: false, isImage: false, backgroundTaskId: 'b77' };

  function launched(command: string): ClaudeLog {
    const log = new ClaudeLog(SID);
    log.prompt('go');
    log.call('toolu_a', 'Bash', { command, run_in_background: true });
    log.result('toolu_a', 'Command running in background with ID: b77.', { structured: LAUNCH, isError: false });
    return log;
  }

  function notify(log: ClaudeLog, command: string, exit: number): string {
    const summary = `Background command "${command}" failed with exit code ${exit}`;
    log.prompt(
      `<task-notification>\n<task-id>b77</task-id>\n<status>failed</status>\n<summary>${summary}</summary>\n</task-notification>`,
      { origin: { kind: 'task-notification' } },
    );
    return summary;
  }

  async function failureOf(log: ClaudeLog) {
    return callNamed(await readOne({ [`${SID}.jsonl`]: log.text() }), 'toolu_a').failure;
  }

  it('a notice of the end has an exit code, which the command explains, and its own words', async () => {
    const searched = launched('grep -r pear .');
    const message = notify(searched, 'grep -r pear .', 1);
    expect(await failureOf(searched)).toEqual({ code: 'no-match', blame: 'expected', message });
    const made = launched('make');
    const told = notify(made, 'make', 2);
    expect(await failureOf(made)).toEqual({ code: 'checks-failed', blame: 'code', message: told });
  });

  it.each([
    [
      'BashOutput',
      { bash_id: 'b77' },
      {
        shellId: 'b77',
        command: 'npm test',
        status: 'failed',
        exitCode: 1,
        stdout: WHOLE_RUN,
        stderr: '',
        timestamp: '2026-03-01T09:10:00.000Z',
      },
    ],
    [
      'TaskOutput',
      { task_id: 'b77', block: true },
      {
        retrieval_status: 'success',
        task: {
          task_id: 'b77',
          task_type: 'local_bash',
          status: 'failed',
          description: 'tests',
          output: WHOLE_RUN,
          exitCode: 1,
        },
      },
    ],
  ])('%s shows what the command wrote, before or after the notice', async (tool, input, structured) => {
    for (const isNoticed of [false, true]) {
      const log = launched('npm test');
      if (isNoticed) notify(log, 'npm test', 1);
      log.call('toolu_b', tool, input);
      log.result('toolu_b', 'see the structured result', { structured });
      expect(await failureOf(log)).toEqual(TESTS);
    }
  });
});
