// Owns shell commands: Bash and PowerShell of Claude Code, exec_command, shell and their kin of Codex.

import { z } from 'zod';
import { clip } from '../../base/text.ts';
import { defineDialect, defineTool } from '../define.ts';
import { anything, looseFlag, looseNumber, looseText, text } from '../shapes.ts';
import { expectedExit } from './expected-exit.ts';

export interface ShellInput {
  readonly command: string;
  readonly description?: string | undefined;
  readonly cwd?: string | undefined;
  readonly timeoutMs?: number | undefined;
  readonly background: boolean;
  /** Asked to run outside the sandbox. */
  readonly unsandboxed: boolean;
}

export interface ShellOutput {
  readonly kind: 'output';
  readonly stdout: string;
  readonly stderr: string;
  /** Where only one stream is known, stdout holds both. */
  readonly merged: boolean;
  /** Null when the log does not say: Claude Code writes none for a success. */
  readonly exitCode: number | null;
  readonly interrupted: boolean;
  readonly isImage: boolean;
  /** What the agent's own reading of the exit code was ("No matches found"). */
  readonly meaning?: string | undefined;
  readonly persisted?: { readonly path: string; readonly bytes: number | null } | undefined;
  readonly git?: unknown;
}

export interface ShellBackground {
  readonly kind: 'background';
  readonly taskId: string;
  /** Why it went to the background: asked for, its time ran out, a person sent it there, or a message had to get through. */
  readonly because: 'asked' | 'timeout' | 'user' | 'message';
  readonly outputPath?: string | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

export type ShellResult = ShellOutput | ShellBackground;

const structuredBackground = z
  .object({
    backgroundTaskId: text.min(1),
    stdout: looseText,
    stderr: looseText,
    backgroundedByUser: looseFlag,
    backgroundedToDeliverMessage: looseFlag,
    timedOutAfterMs: looseNumber,
    rawOutputPath: looseText,
  })
  .transform(
    (raw): ShellBackground => ({
      kind: 'background',
      taskId: raw.backgroundTaskId,
      because: backgroundReason(raw),
      outputPath: raw.rawOutputPath,
      stdout: raw.stdout ?? '',
      stderr: raw.stderr ?? '',
    }),
  );

function backgroundReason(raw: {
  timedOutAfterMs?: number | undefined;
  backgroundedByUser?: boolean | undefined;
  backgroundedToDeliverMessage?: boolean | undefined;
}): ShellBackground['because'] {
  if (raw.timedOutAfterMs !== undefined) return 'timeout';
  if (raw.backgroundedByUser === true) return 'user';
  return raw.backgroundedToDeliverMessage === true ? 'message' : 'asked';
}

const structuredOutput = z
  .object({
    stdout: text,
    stderr: looseText,
    interrupted: looseFlag,
    isImage: looseFlag,
    returnCodeInterpretation: looseText,
    persistedOutputPath: looseText,
    persistedOutputSize: looseNumber,
    gitOperation: anything.optional(),
  })
  .transform(
    (raw): ShellOutput => ({
      kind: 'output',
      stdout: raw.stdout,
      stderr: raw.stderr ?? '',
      merged: false,
      exitCode: null,
      interrupted: raw.interrupted ?? false,
      isImage: raw.isImage ?? false,
      meaning: raw.returnCodeInterpretation,
      persisted:
        raw.persistedOutputPath === undefined
          ? undefined
          : { path: raw.persistedOutputPath, bytes: raw.persistedOutputSize ?? null },
      git: raw.gitOperation,
    }),
  );

const BACKGROUND_TEXTS: readonly { pattern: RegExp; because: ShellBackground['because'] }[] = [
  { pattern: /^Command running in background with ID: ([\w-]+)/, because: 'asked' },
  {
    pattern: /^Command did not complete within its [\d.]+m?s timeout and was moved to the background \(ID: ([\w-]+)\)/,
    because: 'timeout',
  },
  { pattern: /^Command was manually backgrounded by user with ID: ([\w-]+)/, because: 'user' },
  { pattern: /^Command was moved to the background \(ID: ([\w-]+)\)/, because: 'message' },
];
const OUTPUT_PATH = /Output is being written to: (\S+)/;

function readBackground(content: string): ShellBackground | undefined {
  for (const { pattern, because } of BACKGROUND_TEXTS) {
    const taskId = pattern.exec(content)?.[1];
    if (taskId !== undefined) {
      return {
        kind: 'background',
        taskId,
        because,
        outputPath: OUTPUT_PATH.exec(content)?.[1]?.replace(/\.$/, ''),
        stdout: '',
        stderr: '',
      };
    }
  }
  return undefined;
}

function output(stdout: string, exitCode: number | null): ShellOutput {
  return { kind: 'output', stdout, stderr: '', merged: true, exitCode, interrupted: false, isImage: false };
}

const claudeCode = defineDialect<ShellInput, ShellResult>({
  agent: 'claude-code',
  names: ['Bash', 'PowerShell', 'BashTool'],
  input: z
    .object({
      command: text,
      description: looseText,
      timeout: looseNumber,
      run_in_background: looseFlag,
      dangerouslyDisableSandbox: looseFlag,
    })
    .transform(
      (raw): ShellInput => ({
        command: raw.command,
        description: raw.description,
        timeoutMs: raw.timeout,
        background: raw.run_in_background ?? false,
        unsandboxed: raw.dangerouslyDisableSandbox ?? false,
      }),
    ),
  structured: [
    { kind: 'background', schema: structuredBackground },
    { kind: 'output', schema: structuredOutput },
  ],
  text: [
    { kind: 'background', read: readBackground },
    { kind: 'output', read: (content) => output(content === '(Bash completed with no output)' ? '' : content, null) },
  ],
  errorText: [
    {
      kind: 'output',
      read: (content) => {
        const exit = /^Exit code (-?\d+)(?:\n|$)/.exec(content);
        return exit === null ? undefined : output(content.slice(exit[0].length), Number(exit[1]));
      },
    },
    { kind: 'output', read: (content) => output(content, null) },
  ],
});

export const shell = defineTool<ShellInput, ShellResult>({
  id: 'shell',
  title: 'Shell',
  family: 'shell',
  dialects: [claudeCode],
  failures: [
    {
      code: 'timed-out',
      blame: 'environment',
      pattern: /^(?:Exit code (?:124|143)\n)?[\s\S]{0,200}?Command timed out after /,
    },
    {
      code: 'no-match',
      blame: 'expected',
      pattern: /^(?:Exit code 1\s*$)/,
      when: (input) => input !== null && expectedExit(input.command, 1),
    },
    { code: 'command-not-found', blame: 'environment', pattern: /^Exit code 12[67](?:\n|$)/ },
    { code: 'stopped-by-signal', blame: 'user', pattern: /^Exit code 130(?:\n|$)/ },
    { code: 'killed', blame: 'environment', pattern: /^Exit code (?:137|143)(?:\n|$)/ },
    { code: 'exit-code', blame: 'environment', pattern: /^Exit code -?\d+(?:\n|$)/ },
    { code: 'standalone-sleep', blame: 'policy', pattern: /^Blocked: / },
  ],
  facts: ({ input, result, errorText }) => {
    const exit = result?.kind === 'output' ? result.exitCode : null;
    const bytes = result === null ? errorText?.length : result.stdout.length + result.stderr.length;
    return {
      ...(input === null ? {} : { command: clip(input.command, 200) }),
      ...(exit === null ? {} : { exitCode: exit }),
      ...(bytes === undefined ? {} : { bytes }),
      ...(result?.kind === 'background' ? { taskId: result.taskId } : {}),
      ...(result?.kind === 'output' && result.meaning !== undefined ? { note: result.meaning } : {}),
    };
  },
  summary: ({ input }) => input?.command ?? '',
  target: (input) => input.command.trim(),
});
