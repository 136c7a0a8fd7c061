// Why a shell call failed: first by the agent's own message, then by the command's output.

import { failureInWords } from '../../commands/failure-in-words.ts';
import { maskedFailure } from '../../commands/masked-failure.ts';
import { baseName, decidingPrograms } from '../../commands/programs.ts';
import { leadingComplaints, withoutNoise } from '../../commands/startup-noise.ts';
import { whyFailed } from '../../commands/why-failed.ts';
import type { Failure } from '../../model/outcome.ts';
import type { KnownFailure, ToolDefinition } from '../define.ts';
import type { ShellInput, ShellResult } from './result.ts';

type ShellFailure = KnownFailure<ShellInput, ShellResult>;
type Shell = ToolDefinition<ShellInput, ShellResult>;

/** Texts of failed calls that are not a command's output: the format recognises them, for any tool. */
const NOT_OUTPUT =
  /^(?:InputValidationError|(?:Error: )?No such tool available|PostToolUse:|API Error|E(?:ISDIR|NOENT|ACCES|PERM|NOTDIR|NOSPC|MFILE|TIMEDOUT|CONNREFUSED)\b|spawn |\[(?:Request|Tool|Old tool|\{)|[^\n]{0,200}could not be parsed as JSON|unsupported (?:custom tool )?call|Error (?:parsing|validating) JSON arguments|Invalid args for tool |failed to parse |exec command rejected|exec_command failed|execution error: |Permission (?:to|for) |Claude requested permissions |Validation failed for tool "|Tool "[^"\n]{1,200}" (?:not found|timed out)\b|params(?:\/\w{1,80})? must |Working directory "[^\n]{1,4000}" was deleted;)/;

const SANDBOX_WORDS =
  /operation not permitted|permission denied|read-only file system|seccomp|landlock|sandbox-exec|network is unreachable|could not resolve host/i;

function saysSandbox({ stdout, stderr }: ShellResult): boolean {
  return SANDBOX_WORDS.test(stderr.slice(0, 8000)) || SANDBOX_WORDS.test(stdout.slice(0, 8000));
}

export function isCommandOutput(text: string): boolean {
  return !NOT_OUTPUT.test(text);
}

function exitOf(result: ShellResult | null): number | null {
  return result?.kind === 'output' ? result.exitCode : null;
}

const TIMED_OUT = /^(?:error: )?command timed out[^\n]{0,200}/i;

function isTimedOut(text: string, result: ShellResult | null): boolean {
  return (result?.kind === 'output' && result.timedOut) || TIMED_OUT.test(text);
}

export const failures: readonly ShellFailure[] = [
  { code: 'standalone-sleep', blame: 'policy', pattern: /^Blocked: sleep\b/, statuses: ['error', 'denied'] },
  { code: 'command-not-allowed', blame: 'policy', pattern: /^Command blocked: /, statuses: ['error', 'denied'] },
  {
    code: 'sandbox-denied',
    blame: 'policy',
    pattern: /^(?:failed in sandbox |Command denied by sandbox)/,
    // Old versions suspected the sandbox for every failure; only these words confirm it.
    when: (_, text, result) =>
      !isTimedOut(text, result) && (exitOf(result) === null || (result !== null && saysSandbox(result))),
    message: (text, result) =>
      result === null ? text : (failureInWords(result.stderr || result.stdout, null)?.message ?? text),
  },
];

export const explain: NonNullable<Shell['explain']> = (input, text, result) => {
  const output = result?.kind === 'output' ? result : null;
  const exitCode = exitOf(result);
  if (exitCode === null && !isCommandOutput(text)) return null;
  const { stdout, stderr } = output ?? { stdout: text, stderr: '' };
  const timedOut = isTimedOut(text, result);
  // The agent's own message about it, if there is one.
  const said = timedOut ? TIMED_OUT.exec(text) : null;
  const command = input?.command ?? null;
  const why = whyFailed({ command, exitCode, stdout: said?.[0] ?? stdout, stderr, timedOut });
  // The answer of the last command hides the failure of one before it as well as a success does: `npm ci | tail; which x`.
  const hidden = command === null || why.code !== 'no-match' ? null : maskedFailure(command, stdout, stderr);
  return hidden ?? why;
};

/** Only for outputs without a failed exit code. */
export const masked: NonNullable<Shell['masked']> = (result, input) => {
  if (result.kind !== 'output' || input === null || result.isImage || result.meaning !== undefined) return null;
  return (result.exitCode ?? 0) === 0 ? maskedFailure(input.command, result.stdout, result.stderr) : null;
};

/** stdout contains both streams if only one is known. */
export const noise: NonNullable<Shell['noise']> = {
  leading: (result, input) => {
    if (result.kind !== 'output' || input === null) return null;
    const lines = leadingComplaints(result.stderr === '' ? result.stdout : result.stderr);
    if (lines.length === 0) return null;
    const program = decidingPrograms(input.command)[0]?.[0];
    return program === undefined ? null : { lines, program: baseName(program) };
  },
  without: (result, known) => {
    if (result.kind !== 'output') return result;
    const stdout = withoutNoise(result.stdout, known);
    const stderr = withoutNoise(result.stderr, known);
    return stdout === result.stdout && stderr === result.stderr ? result : { ...result, stdout, stderr };
  },
};

/**
 * The agent interprets the exit code ("No matches found") of a command that zsh never reached, or that got no input: zsh gave
 * up, and said so last.
 */
function shellGaveUp({ stdout, stderr }: ShellResult): Failure | null {
  for (const text of [stderr.trimEnd(), stdout.trimEnd()]) {
    const line = text.slice(text.lastIndexOf('\n') + 1);
    if (/^(?:zsh|\(eval\)):\d/.test(line)) return failureInWords(line, null);
  }
  return null;
}

/** A result that arrived as a success with a failing exit code. */
export const quietFailure: NonNullable<Shell['quietFailure']> = (result, input) => {
  if (result.kind === 'output' && result.meaning !== undefined) return shellGaveUp(result);
  const exitCode = exitOf(result);
  return exitCode === null || exitCode === 0 ? null : explain(input, '', result);
};
