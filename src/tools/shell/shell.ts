// Shell commands: Bash and PowerShell of Claude Code, exec_command, shell and their kin of Codex.

import { clip, trimEndOf, utf8Bytes } from '../../base/text.ts';
import { commandAim } from '../../commands/command-aim.ts';
import { base64Bytes, type ContentBlock } from '../../model/content.ts';
import type { Facts } from '../../model/interpretation.ts';
import { commandFacts } from '../command-facts.ts';
import { defineDialect, defineTool, type TextContext } from '../define.ts';
import { readPersisted } from '../persisted.ts';
import { SANDBOX_DENIED } from '../sandbox-denials.ts';
import * as shape from '../shape.ts';
import { looseFlag, looseNumber, looseText, text } from '../shapes.ts';
import { TYPED_REFUSAL } from '../typed-refusal.ts';
import { explain, failures, isCommandOutput, masked, noise, quietFailure } from './failures.ts';
import {
  mergedOutput,
  type ShellBackground,
  type ShellImage,
  type ShellInput,
  type ShellOutput,
  type ShellResult,
} from './result.ts';
import { codex } from './shell.codex.ts';
import { copilot, copilotVscode } from './shell.copilot.ts';
import { cursor } from './shell.cursor.ts';
import { droid } from './shell.droid.ts';
import { gemini, qwen } from './shell.gemini.ts';
import { kimi, kimiCode } from './shell.kimi.ts';
import { openCode } from './shell.opencode.ts';
import { pi } from './shell.pi.ts';
import { commandTarget } from './target.ts';

export type { GitOperation, ShellBackground, ShellImage, ShellInput, ShellOutput, ShellResult } from './result.ts';

const NO_NOTES: readonly string[] = [];

function notesOf(first: string | undefined, second?: string): readonly string[] {
  if (first === undefined && second === undefined) return NO_NOTES;
  return [first, second].filter((note): note is string => note !== undefined && note.trim() !== '');
}

const structuredBackground = shape
  .object({
    backgroundTaskId: text.min(1),
    stdout: looseText,
    stderr: looseText,
    backgroundedByUser: looseFlag,
    backgroundedToDeliverMessage: looseFlag,
    timedOutAfterMs: looseNumber,
    rawOutputPath: looseText,
    backgroundCwdHint: looseText,
  })
  .transform(
    (raw): ShellBackground => ({
      kind: 'background',
      taskId: raw.backgroundTaskId,
      because: backgroundReason(raw),
      outputPath: raw.rawOutputPath,
      afterMs: raw.timedOutAfterMs ?? null,
      stdout: raw.stdout ?? '',
      stderr: raw.stderr ?? '',
      notes: notesOf(raw.backgroundCwdHint),
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

const gitOperation = shape
  .object({
    commit: shape.object({ sha: text, kind: looseText, branch: looseText }).optional().catch(undefined),
    push: shape.object({ branch: text }).optional().catch(undefined),
    branch: shape.object({ ref: text, action: text }).optional().catch(undefined),
    pr: shape.object({ number: shape.number(), url: looseText, action: text }).optional().catch(undefined),
  })
  .transform(({ commit, push, branch, pr }) => ({
    ...(commit === undefined
      ? {}
      : { commit: { sha: commit.sha, how: commit.kind ?? 'committed', branch: commit.branch } }),
    ...(push === undefined ? {} : { push }),
    ...(branch === undefined ? {} : { branch }),
    ...(pr === undefined ? {} : { pullRequest: pr }),
  }))
  .optional()
  .catch(undefined);

/** An image arrives as a data URL in stdout; its bytes stay in the log. */
function imageIn(stdout: string): ShellImage | undefined {
  const match = /^data:([\w.+-]{1,80}\/[\w.+-]{1,80});base64,/.exec(stdout.slice(0, 200));
  const mediaType = match?.[1];
  if (match === null || mediaType === undefined) return undefined;
  const bytes = base64Bytes(stdout) - Math.floor((match[0].length * 3) / 4);
  return { mediaType, bytes: Math.max(0, bytes), pointer: '/stdout', from: 'structured' };
}

const structuredOutput = shape
  .object({
    stdout: text,
    stderr: looseText,
    interrupted: looseFlag,
    isImage: looseFlag,
    sandbox: looseFlag,
    returnCodeInterpretation: looseText,
    persistedOutputPath: looseText,
    persistedOutputSize: looseNumber,
    staleReadFileStateHint: looseText,
    ghRateLimitHint: looseText,
    gitOperation,
  })
  .transform((raw): ShellOutput => {
    const isImage = raw.isImage ?? false;
    const image = isImage ? imageIn(raw.stdout) : undefined;
    return {
      kind: 'output',
      stdout: image === undefined ? raw.stdout : '',
      stderr: raw.stderr ?? '',
      merged: false,
      exitCode: null,
      interrupted: raw.interrupted ?? false,
      timedOut: false,
      durationMs: null,
      isImage,
      image,
      meaning: raw.returnCodeInterpretation,
      persisted:
        raw.persistedOutputPath === undefined
          ? undefined
          : { path: raw.persistedOutputPath, bytes: raw.persistedOutputSize ?? null },
      sandboxed: raw.sandbox,
      git: raw.gitOperation,
      notes: notesOf(raw.staleReadFileStateHint, raw.ghRateLimitHint),
    };
  });

const BACKGROUND_TEXTS: readonly { readonly pattern: RegExp; readonly because: ShellBackground['because'] }[] = [
  { pattern: /^Command running in background with ID: ([\w-]+)/, because: 'asked' },
  {
    pattern:
      /^Command did not complete within its ([\d.]+m?s) timeout and was moved to the background \(ID: ([\w-]+)\)/,
    because: 'timeout',
  },
  { pattern: /^Command was manually backgrounded by user with ID: ([\w-]+)/, because: 'user' },
  { pattern: /^Command was moved to the background \(ID: ([\w-]+)\)/, because: 'message' },
];
const OUTPUT_PATH = /Output is being written to: ([^\n]{1,2000})/;

/** A path ends with its sentence. */
function outputPath(content: string): string | undefined {
  const line = OUTPUT_PATH.exec(content.slice(0, 4000))?.[1];
  const end = line?.indexOf('. ', 1) ?? -1;
  return end === -1 ? line?.replace(/\.$/, '') : line?.slice(0, end);
}

function spanMs(span: string): number {
  const value = Number.parseFloat(span);
  return span.endsWith('ms') ? value : value * 1000;
}

function readBackground(content: string): ShellBackground | undefined {
  if (!content.startsWith('Command ')) return undefined;
  for (const { pattern, because } of BACKGROUND_TEXTS) {
    const match = pattern.exec(content);
    const taskId = match?.[2] ?? match?.[1];
    if (match === null || taskId === undefined) continue;
    return {
      kind: 'background',
      taskId,
      because,
      outputPath: outputPath(content),
      afterMs: match[2] === undefined ? null : spanMs(match[1] ?? ''),
      stdout: '',
      stderr: '',
      notes: [],
    };
  }
  return undefined;
}

function readSpilled(content: string): ShellOutput | undefined {
  const notice = readPersisted(content);
  if (notice === undefined) return undefined;
  const persisted = { path: notice.path, bytes: notice.bytes };
  return { ...(readExit(notice.preview) ?? mergedOutput(notice.preview, null)), persisted };
}

function readImage(content: string, { blocks }: TextContext<ShellInput>): ShellOutput | undefined {
  const block = blocks.find((candidate): candidate is ContentBlock & { type: 'image' } => candidate.type === 'image');
  if (block === undefined) return undefined;
  const { mediaType, bytes, pointer } = block;
  return mergedOutput(content, null, { isImage: true, image: { mediaType, bytes, pointer, from: 'record' } });
}

const EXIT_TAIL = /\[Exit code: (-?\d{1,10})\]$/;

/** Some writers append the exit code to the text. */
function readTailed(content: string): ShellOutput | undefined {
  const tail = EXIT_TAIL.exec(content.slice(-80).trimEnd());
  if (tail === null) return undefined;
  return mergedOutput(trimEndOf(content.slice(0, content.lastIndexOf(tail[0])), '\n'), Number(tail[1]));
}

function readPlain(content: string): ShellOutput {
  return mergedOutput(/^\((?:Bash|PowerShell) completed with no output\)$/.test(content) ? '' : content, null);
}

function readExit(content: string): ShellOutput | undefined {
  const exit = /^Exit code (-?\d{1,10})(?:\n|$)/.exec(content.slice(0, 40));
  if (exit === null) return undefined;
  const output = content.slice(exit[0].length);
  return mergedOutput(output, Number(exit[1]), { timedOut: output.startsWith('Command timed out after ') });
}

const claudeCode = defineDialect<ShellInput, ShellResult>({
  agent: 'claude-code',
  names: ['Bash', 'PowerShell', 'BashTool', 'bash'],
  input: shape
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
    { kind: 'output', read: readSpilled },
    { kind: 'output', read: readImage },
    { kind: 'output', read: readTailed },
    { kind: 'output', read: readPlain },
  ],
  errorText: [
    { kind: 'output', read: readExit },
    { kind: 'output', read: readSpilled },
    { kind: 'output', read: readTailed },
    {
      kind: 'output',
      read: (content, { status }) =>
        status === 'error' && isCommandOutput(content)
          ? mergedOutput(content, null, { timedOut: content.startsWith('Command timed out after ') })
          : undefined,
    },
  ],
});

export const shell = defineTool<ShellInput, ShellResult>({
  id: 'shell',
  title: 'Shell',
  family: 'shell',
  dialects: [claudeCode, codex, copilot, copilotVscode, openCode, pi, gemini, qwen, kimi, kimiCode, cursor, droid],
  failures: [TYPED_REFUSAL, SANDBOX_DENIED, ...failures],
  explain,
  facts: ({ input, result, errorText }) => {
    const out = result?.kind === 'output' ? result : null;
    const facts: Facts = input === null ? {} : commandFacts([input.command]);
    if (out?.image !== undefined) facts.bytes = out.image.bytes;
    else if (result !== null) facts.bytes = utf8Bytes(result.stdout) + utf8Bytes(result.stderr);
    else if (errorText !== null) facts.bytes = utf8Bytes(errorText);
    if (result?.kind === 'background') facts.taskId = result.taskId;
    if (out === null) return facts;
    if (out.exitCode !== null) facts.exitCode = out.exitCode;
    if (out.meaning !== undefined) facts.note = clip(out.meaning, 120);
    if (out.isImage) facts.images = 1;
    if (out.persisted !== undefined || out.cutFrom !== undefined) facts.truncated = true;
    return facts;
  },
  summary: ({ input }) => input?.command ?? '',
  target: (input) => commandTarget(input.command),
  aim: (input) => commandAim(input.command),
  reportedMs: (result) => (result.kind === 'output' ? result.durationMs : null),
  quietFailure,
  masked,
  noise,
  atEnd: ({ said, exitCode }) => mergedOutput(said, exitCode),
});
