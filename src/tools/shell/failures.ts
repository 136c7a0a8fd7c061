// Owns why a shell command failed and whose problem that is: by its exit code where one is known, else by its words.

import { firstLine } from '../../base/text.ts';
import type { KnownFailure, ToolDefinition } from '../define.ts';
import { deciders, expectedExit, hasTimeLimit } from './expected-exit.ts';
import type { ShellInput, ShellResult } from './result.ts';
import { COMMAND_NOT_FOUND, lineSaying, SAID_FAILURES, type SaidFailure, SHELL_SYNTAX } from './said-failures.ts';
import { tellingLine } from './telling-line.ts';

type ShellFailure = KnownFailure<ShellInput, ShellResult>;

function exitOf(result: ShellResult | null): number | null {
  return result?.kind === 'output' ? result.exitCode : null;
}

function saidBy(result: ShellResult | null): string {
  if (result === null) return '';
  return firstLine(result.stderr) || firstLine(result.stdout);
}

/** "exit code 2: ls: no such file", since the text itself often begins with figures. */
function exitMessage(text: string, result: ShellResult | null, line?: string | undefined): string {
  const exitCode = exitOf(result);
  if (exitCode === null) return line ?? firstLine(text);
  const said = line ?? saidBy(result);
  return said === '' ? `exit code ${exitCode}` : `exit code ${exitCode}: ${said}`;
}

/** For failures that only the exit code names: any line of the output can be the one that tells why. */
function tellingMessage(text: string, result: ShellResult | null): string {
  return exitMessage(text, result, result?.kind === 'output' ? tellingLine(result) : undefined);
}

/** Exit codes that say more than "it failed". */
const EXIT_RULES: readonly {
  readonly code: string;
  readonly blame: ShellFailure['blame'];
  readonly exits: readonly number[];
  /** The words that usually come with it. */
  readonly words?: readonly RegExp[];
}[] = [
  { code: 'command-not-found', blame: 'environment', exits: [127], words: COMMAND_NOT_FOUND },
  { code: 'not-executable', blame: 'environment', exits: [126] },
  { code: 'stopped-by-signal', blame: 'user', exits: [130] },
  { code: 'killed', blame: 'environment', exits: [137, 143] },
  { code: 'crashed', blame: 'environment', exits: [132, 134, 135, 136, 139] },
  // Whoever read the output had enough of it: `… | head` where pipes are told to fail.
  { code: 'reader-left', blame: 'expected', exits: [141] },
];

/** With these curl tells that nobody answered; asked to be silent, it tells nothing else. */
const CURL_UNANSWERED = new Set([5, 6, 7, 28, 35, 52, 56]);

/** Texts of failed calls that are not the output of a command: the format knows them, for any tool. */
const NOT_OUTPUT =
  /^(?:InputValidationError|(?:Error: )?No such tool available|PostToolUse:|API Error|E(?:ISDIR|NOENT|ACCES|PERM|NOTDIR|NOSPC|MFILE|TIMEDOUT|CONNREFUSED)\b|spawn |\[|[^\n]{0,200}could not be parsed as JSON|unsupported (?:custom tool )?call|failed to parse |exec command rejected|exec_command failed|execution error: |Permission (?:to|for) |Claude requested permissions )/;

const SANDBOX_WORDS =
  /operation not permitted|permission denied|read-only file system|seccomp|landlock|sandbox-exec|network is unreachable|could not resolve host/i;

function saysSandbox({ stdout, stderr }: ShellResult): boolean {
  return SANDBOX_WORDS.test(stderr.slice(0, 8000)) || SANDBOX_WORDS.test(stdout.slice(0, 8000));
}

export function isCommandOutput(text: string): boolean {
  return !NOT_OUTPUT.test(text);
}

function isExpected(input: ShellInput | null, text: string, result: ShellResult | null): boolean {
  if (input === null) return false;
  const exitCode = exitOf(result);
  if (exitCode !== null && result !== null) return expectedExit(input.command, exitCode, result.stderr + result.stdout);
  // 1.0.x wrote no exit code, and "Error" for a failed command without output.
  return text.trim() === 'Error' && expectedExit(input.command, 1, '');
}

/** Whether the output has the words of this failure. What is no output has none. */
function saysSo(said: SaidFailure, input: ShellInput | null, text: string, result: ShellResult | null): boolean {
  if (result?.kind !== 'output' || result.exitCode === 0) return false;
  if (result.exitCode === null && !isCommandOutput(text)) return false;
  if (said.command !== undefined && !said.command.test(input?.command ?? '')) return false;
  return lineSaying(said, result) !== undefined;
}

/** In order: the first that fits explains the failure. */
export const failures: readonly ShellFailure[] = [
  { code: 'standalone-sleep', blame: 'policy', pattern: /^Blocked: /, statuses: ['error', 'denied'] },
  {
    code: 'timed-out',
    blame: 'environment',
    pattern: /^/,
    when: (_, text, result) =>
      (result?.kind === 'output' && result.timedOut) || /^(?:error: )?command timed out/i.test(text),
    message: exitMessage,
  },
  {
    code: 'sandbox-denied',
    blame: 'policy',
    pattern: /^(?:failed in sandbox |Command denied by sandbox)/,
    // Old versions suspected the sandbox of every failure; only these words make it more than that.
    when: (_, __, result) => exitOf(result) === null || (result !== null && saysSandbox(result)),
    message: exitMessage,
  },
  { code: 'no-match', blame: 'expected', pattern: /^/, when: isExpected, message: exitMessage },
  {
    code: 'time-limit',
    blame: 'expected',
    pattern: /^/,
    when: (input, _, result) => input !== null && hasTimeLimit(input.command, exitOf(result)),
    message: exitMessage,
  },
  ...EXIT_RULES.map(
    ({ code, blame, exits, words = [] }): ShellFailure => ({
      code,
      blame,
      pattern: /^/,
      when: (_, __, result) => exits.includes(exitOf(result) ?? 0),
      message: (text, result) => {
        const line = result === null ? undefined : lineSaying({ words }, result);
        return line === undefined ? tellingMessage(text, result) : exitMessage(text, result, line);
      },
    }),
  ),
  ...SAID_FAILURES.map(
    (said): ShellFailure => ({
      code: said.code,
      blame: said.blame,
      pattern: /^/,
      when: (input, text, result) => saysSo(said, input, text, result),
      message: (text, result) => exitMessage(text, result, result === null ? undefined : lineSaying(said, result)),
    }),
  ),
  {
    code: 'no-connection',
    blame: 'environment',
    pattern: /^/,
    when: (input, _, result) =>
      input !== null && CURL_UNANSWERED.has(exitOf(result) ?? 0) && deciders(input.command).includes('curl'),
    message: tellingMessage,
  },
  {
    code: 'exit-code',
    blame: 'environment',
    pattern: /^/,
    when: (_, __, result) => (exitOf(result) ?? 0) !== 0,
    message: tellingMessage,
  },
  // 1.0.x and early 2.0.x wrote the output alone.
  {
    code: 'command-failed',
    blame: 'environment',
    pattern: /^/,
    when: (_, text) => isCommandOutput(text),
    message: tellingMessage,
  },
];

/**
 * The agent has a meaning for the exit code of a command ("No matches found") that zsh never came to, or that got nothing to
 * read: zsh gave up, and said so last.
 */
function shellGaveUp({ stdout, stderr }: ShellResult): string | undefined {
  return [stderr, stdout]
    .map((text) => text.trimEnd())
    .map((text) => text.slice(text.lastIndexOf('\n') + 1))
    .find(
      (line) => /^(?:zsh|\(eval\)):\d/.test(line) && lineSaying({ words: SHELL_SYNTAX }, { stdout: line, stderr: '' }),
    );
}

/** A result that arrived as a success with an exit code that says otherwise. */
export const quietFailure: NonNullable<ToolDefinition<ShellInput, ShellResult>['quietFailure']> = (result, input) => {
  if (result.kind === 'output' && result.meaning !== undefined) {
    const message = shellGaveUp(result);
    return message === undefined ? null : { code: 'shell-syntax', blame: 'agent', message };
  }
  const exitCode = exitOf(result);
  if (exitCode === null || exitCode === 0) return null;
  for (const { code, blame, when, message = exitMessage } of failures) {
    if (code === 'command-failed' || when === undefined) continue;
    if (when(input, '', result)) return { code, blame, message: message('', result) };
  }
  return null;
};
