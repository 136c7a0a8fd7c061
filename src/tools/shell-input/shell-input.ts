// Writing to a running command, or reading its output: write_stdin of Codex.

import { headAndTail } from '../../base/head-and-tail.ts';
import { clip, utf8Bytes } from '../../base/text.ts';
import { whyFailed } from '../../commands/why-failed.ts';
import { readExecReport, reportedCommand } from '../../model/exec-report.ts';
import type { Failure } from '../../model/outcome.ts';
import { defineDialect, defineTool, type KnownFailure } from '../define.ts';
import * as shape from '../shape.ts';
import { idText, looseElapsedMs, looseId, looseNumber, looseText, orJsonText } from '../shapes.ts';

export interface ShellInputInput {
  readonly sessionId: string;
  /** What was typed; empty when the call only reads. */
  readonly chars: string;
  readonly waitMs?: number | undefined;
}

/** What the command wrote since the last time, and whether it is still running. */
export interface ShellInputOutput {
  readonly kind: 'output';
  readonly output: string;
  readonly running: boolean;
  readonly exitCode: number | null;
  readonly sessionId: string | null;
  readonly durationMs: number | null;
  /** Size of the whole in tokens, if the log has it. */
  readonly tokens: number | null;
}

export interface ShellInputRefused {
  readonly kind: 'refused';
  readonly message: string;
}

export type ShellInputResult = ShellInputOutput | ShellInputRefused;

function hasFailed(result: ShellInputResult | null): boolean {
  return result?.kind === 'output' && (result.exitCode ?? 0) !== 0;
}

const failures: readonly KnownFailure<ShellInputInput, ShellInputResult>[] = [
  { code: 'stdin-closed', blame: 'agent', pattern: /^write_stdin failed: [^\n]{0,80}stdin is closed/i },
  // The process has ended and its end was already reported.
  {
    code: 'unknown-session',
    blame: 'expected',
    pattern: /^write_stdin failed: [^\n]{0,80}(?:unknown (?:process|session)|UnknownProcessId|not found)/i,
  },
  // Stopped with Ctrl-C. The exit of a command counts here only if no other call has it.
  {
    code: 'stopped',
    blame: 'expected',
    pattern: /^/,
    when: (input, _, result) => input?.chars.endsWith('\u0003') === true && hasFailed(result),
    message: (text, result) => (result?.kind === 'output' ? whyEnded(result, text).message : ''),
  },
];

/** The command itself is in the call that started it; some reports repeat it. */
function whyEnded({ exitCode, output }: ShellInputOutput, text: string): Failure {
  return whyFailed({ command: reportedCommand(text), exitCode, stdout: output, stderr: '' });
}

/** The command's end, if it has its own record. */
const ended = shape
  .object({
    command: shape.union([shape.string(), shape.array(shape.string())]),
    process_id: looseId,
    status: looseText,
    exit_code: looseNumber,
    aggregated_output: looseText,
    stdout: looseText,
    duration: looseElapsedMs,
  })
  .transform(
    (raw): ShellInputOutput => ({
      kind: 'output',
      output: raw.aggregated_output ?? raw.stdout ?? '',
      running: raw.status === 'in_progress',
      exitCode: raw.exit_code ?? null,
      sessionId: raw.process_id ?? null,
      durationMs: raw.duration ?? null,
      tokens: null,
    }),
  );

function readOutput(content: string): ShellInputOutput | undefined {
  const exec = readExecReport(content);
  if (exec === undefined) return undefined;
  return {
    kind: 'output',
    output: exec.output,
    running: exec.sessionId !== null,
    exitCode: exec.exitCode,
    sessionId: exec.sessionId,
    durationMs: exec.wallMs,
    tokens: exec.totalTokens,
  };
}

const codex = defineDialect<ShellInputInput, ShellInputResult>({
  agent: 'codex',
  names: ['write_stdin'],
  input: orJsonText(shape.object({ session_id: idText, chars: looseText, yield_time_ms: looseNumber })).transform(
    (raw): ShellInputInput => ({ sessionId: raw.session_id, chars: raw.chars ?? '', waitMs: raw.yield_time_ms }),
  ),
  structured: [{ kind: 'output', schema: ended }],
  text: [
    { kind: 'output', read: readOutput },
    // The log has no flag for success: these words are the only sign.
    {
      kind: 'refused',
      read: (content) =>
        content.startsWith('write_stdin failed') ? { kind: 'refused', message: clip(content, 400) } : undefined,
    },
    {
      kind: 'output',
      read: (content) => ({
        kind: 'output',
        output: content,
        running: false,
        exitCode: null,
        sessionId: null,
        durationMs: null,
        tokens: null,
      }),
    },
  ],
  errorText: [{ kind: 'output', read: readOutput }],
});

/** Typed keys by their usual names. */
function typed(chars: string): string {
  if (chars === '') return 'look';
  const names: Readonly<Record<string, string>> = {
    '\u0003': '^C',
    '\u0004': '^D',
    '\u001b': 'Esc',
    '\n': '⏎',
    '\r': '⏎',
  };
  return `type ${clip(
    chars.slice(0, 200).replace(/[\u0003\u0004\u001b\r\n]/g, (key) => names[key] ?? key),
    60,
  )}`;
}

function stateOf(seen: ShellInputOutput | null): 'running' | 'completed' | 'failed' | null {
  if (seen === null) return null;
  if (seen.running) return 'running';
  if (seen.exitCode === null) return null;
  return seen.exitCode === 0 ? 'completed' : 'failed';
}

export const shellInput = defineTool<ShellInputInput, ShellInputResult>({
  id: 'shell-input',
  title: 'Shell input',
  family: 'shell',
  dialects: [codex],
  failures,
  explain: (_, text, result) => (result?.kind === 'output' && hasFailed(result) ? whyEnded(result, text) : null),
  facts: ({ input, result }) => ({
    ...(input === null ? {} : { taskId: input.sessionId }),
    ...(result?.kind === 'output' && result.exitCode !== null ? { exitCode: result.exitCode } : {}),
    ...(result?.kind === 'output' ? { bytes: utf8Bytes(result.output) } : {}),
  }),
  summary: ({ input, result }) => {
    const what = input === null ? '' : `${typed(input.chars)} · session ${input.sessionId}`;
    if (result?.kind !== 'output') return what;
    if (result.running) return `${what} → still running`;
    return result.exitCode === null ? what : `${what} → exit ${result.exitCode}`;
  },
  target: (input) => input.sessionId,
  reportedMs: (result) => (result.kind === 'output' ? result.durationMs : null),
  task: ({ input, result }) => {
    if (input === null) return null;
    const seen = result?.kind === 'output' ? result : null;
    return {
      taskId: `session:${input.sessionId}`,
      role: 'poll',
      state: stateOf(seen),
      exitCode: seen?.exitCode ?? null,
      ...(seen !== null && hasFailed(seen) ? { said: headAndTail(seen.output) } : {}),
    };
  },
  quietFailure: (result) => {
    if (result.kind === 'output') return null;
    const known = failures.find(({ pattern, when }) => when === undefined && pattern.test(result.message));
    return { code: known?.code ?? 'write-failed', blame: known?.blame ?? 'environment', message: result.message };
  },
});
