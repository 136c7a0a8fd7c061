// Tests shell results as whole values: both agents, spilled and hostile outputs, commands as words, equal targets.

import { expect, test } from 'vitest';
import { mustEnd } from '../../../test/support/must-end.ts';
import type { CallStatus } from '../../model/outcome.ts';
import { interpret } from '../interpret.ts';
import { commandOf } from './shell.codex.ts';
import { commandTarget } from './target.ts';

type Verdict = Exclude<CallStatus, 'running' | 'lost'>;

function run(agent: string, tool: string, input: unknown, status: Verdict, content: string, structured?: unknown) {
  return interpret({
    agent,
    tool,
    input,
    outcome: { verdict: { status, rule: 'test', failure: null }, content, structured },
  });
}

const OUTPUT = {
  kind: 'output',
  stderr: '',
  merged: true,
  exitCode: null,
  interrupted: false,
  timedOut: false,
  durationMs: null,
  isImage: false,
  notes: [],
};

test('an image stays in the log, by reference', () => {
  const { result } = run('claude-code', 'Bash', { command: 'plot' }, 'ok', '', {
    stdout: `data:image/png;base64,${'A'.repeat(4000)}`,
    stderr: '',
    interrupted: false,
    isImage: true,
  });
  expect(result).toMatchObject({
    stdout: '',
    isImage: true,
    image: { mediaType: 'image/png', bytes: 3000, pointer: '/stdout', from: 'structured' },
  });
});

test('a rejection is no output', () => {
  const words = "The user doesn't want to proceed with this tool use.";
  expect(run('claude-code', 'Bash', { command: 'rm x' }, 'rejected', words).result).toEqual({ kind: 'failure' });
  expect(run('codex', 'exec_command', { cmd: 'rm x' }, 'rejected', 'exec command rejected by user').result).toEqual({
    kind: 'failure',
  });
});

test('old versions wrote the output of a failed command alone', () => {
  const { result, light } = run('claude-code', 'Bash', { command: 'check' }, 'error', 'ERROR: 3 problems\nin soil.py');
  expect(result).toEqual({ ...OUTPUT, stdout: 'ERROR: 3 problems\nin soil.py' });
  expect(light.failure).toEqual({ code: 'command-failed', blame: 'unknown', message: 'ERROR: 3 problems' });
});

test('an exit code is told with the first words of the output, not with the figures before it', () => {
  const content =
    'Chunk ID: 6d\nWall time: 0.4000 seconds\nProcess exited with code 2\nOutput:\n\n  soil.go:3: wrong\n';
  expect(run('codex', 'exec_command', { cmd: 'go vet' }, 'error', content).light.failure).toEqual({
    code: 'checks-failed',
    blame: 'code',
    message: 'exit code 2: soil.go:3: wrong',
  });
});

test('a wall time is how long the command ran, unless it rounds to nothing', () => {
  const durationOf = (head: string): unknown => {
    const { result } = run('codex', 'exec_command', { cmd: 'sow' }, 'ok', `${head}\nOutput:\nsown\n`);
    return result !== null && 'durationMs' in result ? result.durationMs : undefined;
  };
  expect(durationOf('Wall time: 0.4000 seconds\nProcess exited with code 0')).toBe(400);
  expect(durationOf('Wall time: 0.0000 seconds\nProcess exited with code 0')).toBeNull();
  expect(durationOf('Exit code: 0\nWall time: 0 seconds')).toBeNull();
});

test('a failure is told with what was complained about, before what was put out', () => {
  const end = { command: 'check', exit_code: 2, stdout: 'sown: 3\n', stderr: 'soil.go:3: wrong\n' };
  const failureOf = (structured: unknown) => run('codex', 'shell', { command: ['check'] }, 'error', '', structured);
  expect(failureOf(end).light.failure?.message).toBe('exit code 2: soil.go:3: wrong');
  expect(failureOf({ ...end, stderr: '\n' }).light.failure?.message).toBe('exit code 2: sown: 3');
});

test('a command that ran out of time says so, whatever it had written by then', () => {
  const content = 'command timed out after 1000 milliseconds\nsowing';
  expect(run('codex', 'shell_command', { command: 'sow' }, 'error', content).light.failure).toEqual({
    code: 'timed-out',
    blame: 'environment',
    message: 'command timed out after 1000 milliseconds',
  });
});

test('a meaning of an exit code counts for nothing where the shell gave up', () => {
  const grep = (stdout: string) =>
    run('claude-code', 'Bash', { command: 'ls; echo ===; ls | grep rose' }, 'ok', stdout, {
      stdout,
      stderr: '',
      interrupted: false,
      isImage: false,
      returnCodeInterpretation: 'No matches found',
    }).light;
  expect(grep('tulip\n(eval):1: == not found')).toMatchObject({
    failedQuietly: true,
    failure: { code: 'shell-syntax', blame: 'agent', message: '(eval):1: == not found' },
  });
  expect(grep('(eval):1: == not found\ntulip')).toMatchObject({ failedQuietly: false, failure: null });
  expect(grep('bed:1: a rose')).toMatchObject({ failedQuietly: false, failure: null });
  expect(grep('')).toMatchObject({ failedQuietly: false, failure: null });
});

test('streams of a suspected sandbox failure are parted, whatever they hold', () => {
  const content =
    'failed in sandbox X with execution error: sandbox denied exec error, exit code: 2, stdout: a, stderr: b, stdout: c, stderr: d';
  expect(run('codex', 'shell', { command: ['make'] }, 'error', content).result).toEqual({
    ...OUTPUT,
    stdout: 'a, stderr: b, stdout: c',
    stderr: 'd',
    merged: false,
    exitCode: 2,
  });
});

test('commands as words are put the way a person types them', () => {
  expect(commandOf(['bash', '-lc', 'ls | wc'])).toBe('ls | wc');
  expect(commandOf(['/usr/bin/zsh', '-c', 'ls'])).toBe('ls');
  expect(commandOf(['C:\\Windows\\v1.0\\powershell.exe', '-NoProfile', '-Command', 'rg dry'])).toBe('rg dry');
  expect(commandOf(['git', 'commit', '-m', "it's"])).toBe("git commit -m 'it'\\''s'");
  expect(commandOf([])).toBe('');
});

test('inputs in every spelling', () => {
  const inputs: [string, unknown, object][] = [
    ['shell', { command: ['ls', 'a b'] }, { command: "ls 'a b'" }],
    ['shell', '{"command":["bash","-lc","ls"]}', { command: 'ls' }],
    ['shell', 'ls -la', { command: 'ls -la' }],
    ['shell_command', { command: '["ls","-la"]' }, { command: 'ls -la' }],
    ['shell_command', { command: '[ -f x ]' }, { command: '[ -f x ]' }],
    ['exec_command', { cmd: 'ls', workdir: '/w' }, { command: 'ls', cwd: '/w' }],
    ['exec_command', { command: ['ls'], cwd: 'file:///w/a%20b' }, { command: 'ls', cwd: '/w/a b' }],
    ['exec_command', { command: ['ls'], cwd: 'file:///w/%zz' }, { command: 'ls', cwd: '/w/%zz' }],
    ['local_shell', { type: 'exec', command: ['ls'], working_directory: '/w' }, { command: 'ls', cwd: '/w' }],
  ];
  for (const [tool, input, expected] of inputs) {
    expect(interpret({ agent: 'codex', tool, input, outcome: null }).input).toMatchObject(expected);
  }
});

test('the same command is the same try', () => {
  expect(commandTarget('  cd "my dir"  &&\n cd x; npm   test ')).toBe('npm test');
  expect(commandTarget('cd lib')).toBe('cd lib');
  const long = `echo ${'a'.repeat(5000)}`;
  expect(commandTarget(`${long}1`)).not.toBe(commandTarget(`${long}2`));
  expect(commandTarget(`${long}1`).length).toBeLessThanOrEqual(400);
});

test('hostile outputs cost linear time', () => {
  for (const piece of [
    '\n',
    ', stdout: ',
    '[Exit code: 0]',
    'tokens truncated',
    'Command running ',
    '<persisted-output>',
    'x',
  ]) {
    const text = piece.repeat(Math.ceil(1_000_000 / piece.length));
    for (const status of ['ok', 'error', 'denied'] as const) {
      mustEnd(() => run('claude-code', 'Bash', { command: text }, status, text));
      mustEnd(() => run('codex', 'exec_command', { cmd: text }, status, `failed in sandbox ${text}`));
      const headed = `Exit code: 1\nWall time: 1 seconds\nOutput:\n${text}`;
      mustEnd(() => run('codex', 'exec_command', { cmd: text }, status, headed));
    }
  }
});

test('an end without an exit code tells none', () => {
  const { result } = run('codex', 'exec_command', { cmd: 'sow' }, 'ok', '', {
    command: 'sow',
    aggregated_output: 'sown',
  });
  expect(result).toEqual({ ...OUTPUT, stdout: 'sown' });
});

test('what a command did with git is told as the agent saw it, and a part in another shape is left out alone', () => {
  const gitOf = (gitOperation: unknown): unknown => {
    const structured = { stdout: '', stderr: '', interrupted: false, isImage: false, gitOperation };
    const { result } = run('claude-code', 'Bash', { command: 'git push' }, 'ok', '', structured);
    return result?.kind === 'output' && 'git' in result ? result.git : undefined;
  };
  expect(
    gitOf({
      commit: { sha: '1a2b3c4', branch: 'main' },
      push: { branch: 'main' },
      branch: { ref: 'spring', action: 'merged' },
      pr: { number: 7, action: 'created' },
    }),
  ).toEqual({
    commit: { sha: '1a2b3c4', how: 'committed', branch: 'main' },
    push: { branch: 'main' },
    branch: { ref: 'spring', action: 'merged' },
    pullRequest: { number: 7, action: 'created' },
  });
  expect(gitOf({ commit: { sha: '1a2b3c4', kind: 'amended' }, push: 'main' })).toEqual({
    commit: { sha: '1a2b3c4', how: 'amended' },
  });
});

test('words of other failures are no output', () => {
  const failure = interpret({
    agent: 'claude-code',
    tool: 'Bash',
    input: { command: 'ls' },
    outcome: {
      verdict: { status: 'error', rule: 'test', failure: { code: 'f', blame: 'tool', message: 'm' } },
      content: 'spawn ls: permission denied',
      structured: undefined,
    },
  }).light.failure;
  expect(failure?.code).not.toBe('permission-denied');
});

test('an output without an exit code may begin with a bracket; what the agent itself says in brackets is no output', () => {
  const said = (content: string) => run('claude-code', 'Bash', { command: 'pip install bed' }, 'error', content);
  expect(said('[notice] a newer pip\nerror: externally-managed-environment').light.failure).toMatchObject({
    code: 'install-failed',
    message: 'error: externally-managed-environment',
  });
  expect(said('[Request interrupted by user]').light.failure?.code).not.toBe('install-failed');
});

test('words that stand alone are a person’s no only where no program could have written them', () => {
  const told = (content: string) =>
    interpret({
      agent: 'claude-code',
      tool: 'Bash',
      input: { command: 'hose on' },
      outcome: {
        verdict: { status: 'error', rule: 'error-flag:unframed', failure: null },
        content,
        structured: undefined,
      },
    }).light.failure?.code;
  expect(told('wait, the plums first please')).toBe('user-rejected');
  expect(told('(eval):1: command not found: hose')).toBe('command-not-found');
  expect(told('sudo: a password is required')).toBe('not-authorised');
  expect(told('the hose is missing here')).toBe('command-failed');
});

test('a look at a running command takes the command from the report that repeats it', () => {
  const report = 'Chunk ID: a1\nWall time: 1.0000 seconds\nProcess exited with code 1\nOutput:\nNot watered\n';
  const told = (content: string) =>
    run('codex', 'write_stdin', { session_id: 7, chars: '' }, 'error', content).light.failure?.code;
  expect(told(report)).toBe('exit-code');
  expect(told(`Command: /bin/zsh -lc 'node beds/water.js'\n${report}`)).toBe('program-failed');
});

test('a patch that failed is told by its words, not by the head of its report', () => {
  const content = 'Exit code: 1\nWall time: 1.0 seconds\nOutput:\nFailed to write file bed.md\n';
  const input = '*** Begin Patch\n*** Add File: bed.md\n+x\n*** End Patch';
  expect(run('codex', 'apply_patch', input, 'error', content).light.failure?.message).toBe(
    'Failed to write file bed.md',
  );
});
