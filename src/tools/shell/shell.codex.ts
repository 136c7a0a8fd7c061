// How Codex spells shell commands: six tools over time, four ways to report the outcome, and nested command items.

import { isObject, parseJson } from '../../base/json.ts';
import { HEAD_MAX, readExecReport } from '../../model/exec-report.ts';
import { defineDialect } from '../define.ts';
import * as shape from '../shape.ts';
import { looseElapsedMs, looseFlag, looseId, looseNumber, looseText } from '../shapes.ts';
import { isCommandOutput } from './failures.ts';
import { mergedOutput, type ShellBackground, type ShellInput, type ShellOutput, type ShellResult } from './result.ts';

const SHELL_WRAPPER = /(?:^|[\\/])(?:bash|sh|zsh|dash|pwsh|powershell|cmd)(?:\.exe)?$/i;

function quoteWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** The command as typed: the script of `bash -lc …`, else the words. */
export function commandOf(words: readonly string[]): string {
  const script = words.at(-1);
  const flag = words.at(-2) ?? '';
  if (script !== undefined && SHELL_WRAPPER.test(words[0] ?? '') && /^(?:-\w*c|-Command|\/c)$/i.test(flag))
    return script;
  return words.map(quoteWord).join(' ');
}

/** Newer records write folders as file URLs. */
function folderOf(cwd: string | undefined): string | undefined {
  if (cwd === undefined || !cwd.startsWith('file://')) return cwd;
  try {
    return decodeURIComponent(cwd.slice('file://'.length));
  } catch {
    return cwd.slice('file://'.length);
  }
}

/** A list of words can also be its JSON text. */
function commandText(raw: string | readonly string[]): string {
  if (typeof raw !== 'string') return commandOf(raw);
  if (!raw.startsWith('["')) return raw;
  const parsed = parseJson(raw);
  const words = parsed.ok && Array.isArray(parsed.value) ? parsed.value : [];
  return words.length > 0 && words.every((word) => typeof word === 'string') ? commandOf(words) : raw;
}

const WRAPPED = /^(?:\S{0,200}\/)?(?:bash|sh|zsh) -l?c (?:'([^']*)'|"([^"\\$`]*)"|([^\s'"\\]+))$/;

/** `codex exec --json` prints the shell around a command as one text; if its quotes are simple, they are removed. */
function unwrapped(line: string): string {
  const words = WRAPPED.exec(line);
  return words?.[1] ?? words?.[2] ?? words?.[3] ?? line;
}

const command = shape.union([shape.string(), shape.array(shape.string())]).optional();

const input = shape
  .preprocess(
    // Arguments that could not be parsed arrive as text; a bare text is the command itself.
    (raw) => {
      if (typeof raw !== 'string') return raw;
      const parsed = parseJson(raw);
      return parsed.ok && isObject(parsed.value) ? parsed.value : { command: raw };
    },
    shape.object({
      cmd: command,
      command,
      workdir: looseText,
      cwd: looseText,
      working_directory: looseText,
      timeout_ms: looseNumber,
      timeout: looseNumber,
      justification: looseText,
      sandbox_permissions: looseText,
      with_escalated_permissions: looseFlag,
      type: looseText,
    }),
  )
  .refine((raw) => (raw.cmd ?? raw.command) !== undefined)
  .transform(
    (raw): ShellInput => ({
      command: (raw.type === 'command_execution' ? unwrapped : String)(commandText(raw.cmd ?? raw.command ?? '')),
      cwd: folderOf(raw.workdir ?? raw.cwd ?? raw.working_directory),
      timeoutMs: raw.timeout_ms ?? raw.timeout,
      background: false,
      unsandboxed: raw.with_escalated_permissions === true || raw.sandbox_permissions === 'require_escalated',
      justification: raw.justification,
    }),
  );

/** `exec_command_end`, and the item `CommandExecution`. */
const ended = {
  command: shape.union([shape.string(), shape.array(shape.string())]),
  status: looseText,
  exit_code: looseNumber,
  stdout: looseText,
  stderr: looseText,
  aggregated_output: looseText,
  formatted_output: looseText,
  duration: looseElapsedMs,
  process_id: looseId,
};

const structuredBackground = shape
  .object({
    ...ended,
    status: shape.literal('in_progress'),
    process_id: shape.union([shape.string().min(1), shape.number().transform(String)]),
  })
  .transform(
    (raw): ShellBackground => ({
      kind: 'background',
      taskId: raw.process_id,
      because: 'yield',
      afterMs: raw.duration ?? null,
      stdout: raw.aggregated_output ?? raw.stdout ?? '',
      stderr: raw.stderr ?? '',
      notes: [],
    }),
  );

const structuredOutput = shape
  .object(ended)
  // A declined command never ran; without exit code and output, the text has more.
  .refine((raw) => raw.status !== 'declined' && (raw.exit_code ?? raw.aggregated_output ?? raw.stdout) !== undefined)
  .transform((raw): ShellOutput => {
    const parted = (raw.stdout ?? '') !== '' || (raw.stderr ?? '') !== '';
    const output = parted ? (raw.stdout ?? '') : (raw.aggregated_output ?? raw.formatted_output ?? '');
    return mergedOutput(output, raw.exit_code ?? null, {
      stderr: parted ? (raw.stderr ?? '') : '',
      merged: !parted,
      durationMs: raw.duration ?? null,
      timedOut: raw.exit_code === 124 && output.startsWith('command timed out'),
    });
  });

/** `failed in sandbox X with execution error: …, exit code: N, stdout: …, stderr: …` */
function readSandboxed(content: string): ShellOutput | undefined {
  if (!content.startsWith('failed in sandbox ')) return undefined;
  const colon = content.indexOf(': ');
  const detail = colon === -1 ? '' : content.slice(colon + 2);
  const exit = /exit code: (-?\d{1,10})/.exec(detail.slice(0, 400));
  const out = detail.indexOf(', stdout: ');
  const err = detail.lastIndexOf(', stderr: ');
  if (exit === null || out === -1 || err < out) {
    return mergedOutput(detail, exit === null ? null : Number(exit[1]), { timedOut: detail === 'command timed out' });
  }
  return mergedOutput(detail.slice(out + ', stdout: '.length, err), Number(exit[1]), {
    stderr: detail.slice(err + ', stderr: '.length),
    merged: false,
  });
}

function readAborted(content: string): ShellOutput | undefined {
  const aborted = /^aborted by user after ([\d.]{1,12})s\s*$/.exec(content.slice(0, 80));
  if (aborted === null) return undefined;
  return mergedOutput('', null, { interrupted: true, durationMs: Math.round(Number(aborted[1]) * 1000) });
}

/** The lines before the output, or what could be such lines. */
function headOf(content: string): string {
  const start = content.slice(0, HEAD_MAX);
  const stop = start.indexOf('\nOutput:');
  return stop === -1 ? start : start.slice(0, stop);
}

function readRunning(content: string): ShellBackground | undefined {
  if (!headOf(content).includes('running with session ID')) return undefined;
  const exec = readExecReport(content);
  if (exec === undefined || exec.sessionId === null) return undefined;
  return {
    kind: 'background',
    taskId: exec.sessionId,
    because: 'yield',
    afterMs: exec.wallMs,
    stdout: exec.output,
    stderr: '',
    notes: [],
  };
}

function saysTruncated(output: string): boolean {
  // Searches for the words first: outputs are long, and few contain them.
  return output.includes('tokens truncated') && /^[^\n]{0,200}\btokens truncated\b/m.test(output);
}

function readFinished(content: string): ShellOutput | undefined {
  const exec = readExecReport(content);
  if (exec === undefined || exec.sessionId !== null) return undefined;
  const aborted = exec.exitCode === null && exec.output.startsWith('aborted by user');
  const cut = exec.totalLines !== null || saysTruncated(exec.output.slice(0, 20_000));
  return mergedOutput(aborted ? '' : exec.output, exec.exitCode, {
    interrupted: aborted,
    timedOut: /^command timed out after \d/.test(exec.output),
    durationMs: exec.wallMs,
    cutFrom: cut ? { lines: exec.totalLines, tokens: exec.totalTokens } : undefined,
  });
}

const TIMED_OUT = /^command timed out after (\d{1,12}) milliseconds\n?/;

function readTimedOut(content: string): ShellOutput | undefined {
  const match = TIMED_OUT.exec(content.slice(0, 100));
  if (match === null) return undefined;
  return mergedOutput(content.slice(match[0].length), null, { timedOut: true, durationMs: Number(match[1]) });
}

/** Versions disagree about which of these are failures; the words are the same. */
function readOutcome(content: string): ShellOutput | undefined {
  return readFinished(content) ?? readSandboxed(content) ?? readTimedOut(content) ?? readAborted(content);
}

export const codex = defineDialect<ShellInput, ShellResult>({
  agent: 'codex',
  names: ['exec_command', 'shell_command', 'shell', 'container.exec', 'local_shell', 'local_shell_call'],
  input,
  structured: [
    { kind: 'background', schema: structuredBackground },
    { kind: 'output', schema: structuredOutput },
  ],
  text: [
    { kind: 'background', read: readRunning },
    { kind: 'output', read: readOutcome },
    { kind: 'output', read: (content) => mergedOutput(content, null) },
  ],
  errorText: [
    { kind: 'output', read: readOutcome },
    {
      kind: 'output',
      read: (content, { status }) =>
        status === 'error' && isCommandOutput(content) ? mergedOutput(content, null) : undefined,
    },
  ],
});
