import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../model/outcome.ts';
import { judge } from './outcome.ts';

function verdictOf(
  text: string,
  tool = 'exec_command',
  end: Verdict | null = null,
  success: boolean | null = null,
): string {
  const { verdict } = judge(tool, text, success, end);
  const { status, rule, failure } = verdict;
  return `${status} by ${rule}${failure === null ? '' : ` (${failure.code}, ${failure.blame})`}`;
}

describe('heads', () => {
  it.each([
    ['Exit code: 0\nWall time: 0 seconds\nOutput:\n', 'ok by exit-code:exit-code'],
    [
      'Exit code: 2\nWall time: 0 seconds\nOutput:\nno such file',
      'error by exit-code:exit-code (exit-code, environment)',
    ],
    [
      'Exit code: 124\nWall time: 5 seconds\nOutput:\ncommand timed out after 5000 milliseconds\n',
      'error by timed-out (timed-out, environment)',
    ],
    ['Wall time: 3 seconds\naborted by user', 'interrupted by aborted-by-user (aborted, user)'],
    ['Wall time: 1.0 seconds\nProcess running with session ID 9\nOutput:\n', 'background by process-running'],
    ['Script completed\nWall time 0.1 seconds\nOutput:\n', 'ok by script-completed'],
    [
      'Script failed\nWall time 0.1 seconds\nOutput:\nScript error:\nboom',
      'error by script-failed (script-failed, agent)',
    ],
    ['Script terminated\nWall time 0.1 seconds\nOutput:\n', 'interrupted by script-terminated (terminated, expected)'],
    ['Script running with cell ID 1\nWall time 0.1 seconds\nOutput:\n', 'background by script-running'],
    ['{"output":"","metadata":{"exit_code":0,"duration_seconds":0}}', 'ok by metadata:exit-code'],
  ])('%j', (text, told) => {
    expect(verdictOf(text)).toBe(told);
  });

  it('says the reason of a failed script, not its heading', () => {
    const content = [
      { type: 'text', text: 'Script failed\nWall time 0.0 seconds\nOutput:\n' },
      { type: 'text', text: 'Script error:\nReferenceError: x' },
    ] as const;
    const { verdict } = judge('exec', content, null, null);
    expect(verdict.failure?.message).toBe('ReferenceError: x');
  });
});

describe('known texts', () => {
  it.each([
    ['exec command rejected by user', 'rejected by rejected-by-user (rejected-by-user, user)'],
    ['patch rejected by user', 'rejected by rejected-by-user (rejected-by-user, user)'],
    ['user cancelled MCP tool call', 'rejected by rejected-by-user (rejected-by-user, user)'],
    ['aborted by user after 1.5s', 'interrupted by aborted-by-user (aborted, user)'],
    ['patch rejected: outside of the project', 'denied by policy (policy-denied, policy)'],
    ['Command blocked by PreToolUse hook: no. Command: ls', 'denied by blocked-by-hook (hook-blocked, policy)'],
    ['Tool call blocked by PreToolUse hook: no', 'denied by blocked-by-hook (hook-blocked, policy)'],
    ['automatic approval review denied this', 'denied by approval-review (approval-review-denied, policy)'],
    [
      'exec_command failed for `sh`: CreateProcess { message: "Rejected(\\"This action was rejected due to unacceptable risk.',
      'denied by approval-review (approval-review-denied, policy)',
    ],
    [
      'exec_command failed for `sh`: CreateProcess { message: "Rejected(\\"rejected by user\\")" }',
      'rejected by rejected-by-user (rejected-by-user, user)',
    ],
    [
      'exec_command failed for `sh`: CreateProcess { message: "gone" }',
      'error by spawn-failed (spawn-failed, environment)',
    ],
    [
      'exec_command failed for `sh`: SandboxDenied { message: "x" }',
      'error by sandbox-denied (sandbox-denied, policy)',
    ],
    [
      'exec_command failed for `sh`: CreateProcess { message: "Rejected(\\"Failed to create unified exec process: gone\\")" }',
      'error by sandbox-failed (sandbox-failed, environment)',
    ],
    [
      'exec_command failed: CreateProcess { message: "Rejected(\\"`rm x` rejected: keep it\\")" }',
      'denied by policy (policy-denied, policy)',
    ],
    [
      'exec_command failed: CreateProcess { message: "Rejected(\\"we would rather not\\")" }',
      'denied by policy (policy-denied, policy)',
    ],
    [
      'exec_command failed: CreateProcess { message: "Codex(Sandbox(Denied { output: 1 }))" }',
      'error by sandbox-denied (sandbox-denied, policy)',
    ],
    [
      'exec_command failed: CreateProcess { message: "Codex(TurnAborted)" }',
      'interrupted by aborted-by-user (aborted, user)',
    ],
    [
      'exec_command failed: CreateProcess { message: "Rejected(\\"Failed to create unified exec process: No such file or directory\\")" }',
      'error by spawn-failed (spawn-failed, environment)',
    ],
    ['exec_command failed for `sh`: MissingCommandLine', 'error by spawn-failed (spawn-failed, environment)'],
    ['`git push` rejected: blocked by policy', 'denied by policy (policy-denied, policy)'],
    ['failed to spawn code-mode host /opt/host: gone', 'error by spawn-failed (spawn-failed, environment)'],
    [
      'The automatic permission approval review did not finish before its deadline. Ask.',
      'denied by approval-review (approval-review-denied, policy)',
    ],
    ['unsupported call: fly', 'error by unknown-tool (unknown-tool, agent)'],
    ['unsupported custom tool call: fly', 'error by unknown-tool (unknown-tool, agent)'],
    ['failed to parse function arguments: eof', 'error by invalid-arguments (invalid-arguments, agent)'],
    ['apply_patch verification failed: no', 'error by patch-failed (patch-not-applicable, agent)'],
    ['execution error: Io(NotFound)', 'error by execution-error (execution-error, environment)'],
    [
      'execution error: Io(Custom { kind: Other, error: "windows sandbox: no shed" })',
      'error by sandbox-failed (sandbox-failed, environment)',
    ],
    ['write_stdin failed: Unknown process id 4', 'error by unknown-session (unknown-session, agent)'],
    ['failed in sandbox None with execution error: command timed out', 'error by timed-out (timed-out, environment)'],
    [
      'failed in sandbox LinuxSeccomp with execution error: sandbox denied exec error, exit code: 1, stdout: , stderr: x',
      'error by suspected-sandbox (exit-code, environment)',
    ],
    [
      'failed in sandbox LinuxSeccomp with execution error: sandbox denied exec error, exit code: 1, stdout: , stderr: a: Permission denied',
      'error by suspected-sandbox (sandbox-denied, policy)',
    ],
    ['unable to locate image at `/a.png`: gone', 'error by refusal (refused, agent)'],
  ])('%j', (text, told) => {
    expect(verdictOf(text)).toBe(told);
  });
});

describe('why a command was not started', () => {
  function messageOf(text: string): string | undefined {
    return judge('exec_command', text, null, null).verdict.failure?.message;
  }
  const command = `cat <<'EOF'\n${'`pear`: Orchard { message: "ripe" }\n'.repeat(300)}EOF`;

  it('is told without the command and without quotes, however long the command is', () => {
    const wrapped = (words: string): string => {
      const message = `Rejected(${JSON.stringify(words)})`;
      return `exec_command failed for \`${command}\`: CreateProcess { message: ${JSON.stringify(message)} }`;
    };
    expect(messageOf(wrapped('rejected by user'))).toBe('rejected by user');
    expect(messageOf(wrapped('say "please"\nfirst'))).toBe('say "please"');
    expect(messageOf(wrapped(`\`${command}\` rejected: use "pick"`))).toBe('rejected: use "pick"');
    expect(messageOf(`\`${command}\` rejected: use "pick"`)).toBe('rejected: use "pick"');
    const risk = 'This action was rejected due to unacceptable risk.\nReason: it fells trees.\nStop.';
    expect(messageOf(wrapped(risk))).toBe('Reason: it fells trees.');
  });

  it('is told by the line with the operation that the sandbox refused', () => {
    const denied = (words: string) =>
      `exec_command failed: SandboxDenied { message: ${JSON.stringify(words)}, output: 1 }`;
    expect(messageOf(denied('=====\nNo pears today\nmkdir shed: Operation not permitted\n'))).toBe(
      'mkdir shed: Operation not permitted',
    );
    expect(messageOf(denied('=====\nNo pears today\n'))).toBe('No pears today');
  });

  it('is told as far as it was written', () => {
    const cut = 'exec_command failed for `sh`: CreateProcess { message: "Rejected(\\"This action was rejected due to';
    expect(messageOf(cut)).toBe('This action was rejected due to');
  });
});

describe('silence', () => {
  const broken: Verdict = {
    status: 'error',
    rule: 'end:is-error',
    failure: { code: 'mcp-error', blame: 'tool', message: '' },
  };

  it('is success, unless an end record or the old flag says otherwise', () => {
    expect(verdictOf('whatever')).toBe('ok by output-arrived');
    expect(verdictOf('', 'x', null, true)).toBe('ok by success-flag');
    expect(verdictOf('', 'x', null, false)).toBe('error by success-flag (reported-failure, unknown)');
    expect(verdictOf('Wall time: 1 seconds\nOutput:\nno', 'mcp__a__b', broken)).toBe(
      'error by end:is-error (mcp-error, tool)',
    );
  });

  it('does not read refusals into the text of foreign tools', () => {
    expect(verdictOf('Error: is a word', 'mcp__a__b')).toBe('ok by output-arrived');
    expect(verdictOf('Error: no', 'view_image')).toBe('error by refusal (refused, agent)');
  });

  it('takes a sentence from a tool about agents for a refusal: they answer in JSON', () => {
    expect(verdictOf('Forks inherit the type; omit it.', 'collaboration/spawn_agent')).toBe(
      'error by refusal (refused, agent)',
    );
    expect(verdictOf('', 'collaboration/send_message')).toBe('ok by output-arrived');
  });
});

it('reads the time it took', () => {
  expect(judge('x', 'aborted by user after 1.5s', null, null).reportedMs).toBe(1500);
  expect(judge('x', 'words', null, null).reportedMs).toBeNull();
  const reported = (head: string): number | null => judge('x', `${head}\nOutput:\n`, null, null).reportedMs;
  // No time at all means that the clock was started too late, or that its tenths of a second are too coarse.
  expect(reported('Wall time: 0.0000 seconds\nProcess exited with code 0')).toBeNull();
  expect(reported('Wall time: 0.0512 seconds\nProcess exited with code 0')).toBe(51.2);
  expect(reported('Wall time: 0.0000 seconds\nProcess running with session ID 7')).toBeNull();
  expect(reported('Exit code: 0\nWall time: 0 seconds')).toBeNull();
  expect(reported('Exit code: 0\nWall time: 0.1 seconds')).toBe(100);
  expect(reported('Script completed\nWall time 0.0 seconds')).toBeNull();
});
