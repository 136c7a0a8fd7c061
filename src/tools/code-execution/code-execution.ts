// Tools that the API runs in its own container: code, shell commands, file edits, and the advisor.

import { asArray, asName, asNumber, asObject, asString, type JsonObject } from '../../base/json.ts';
import { clip, firstLine, utf8Bytes } from '../../base/text.ts';
import { plural } from '../../base/units.ts';
import { commandFacts } from '../command-facts.ts';
import { defineDialect, defineTool } from '../define.ts';
import * as shape from '../shape.ts';
import { anything } from '../shapes.ts';

export interface ExecutionInput {
  readonly what: 'code' | 'command' | 'file' | 'advice';
  /** The code, the command line, or the question. */
  readonly source: string;
  /** For files: view, create, str_replace. */
  readonly action?: string | undefined;
  readonly path?: string | undefined;
  readonly oldText?: string | undefined;
  readonly newText?: string | undefined;
}

export interface ExecutionOutput {
  readonly kind: 'output';
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | null;
  /** Ids of files that the run created. */
  readonly files: readonly string[];
}

export interface ExecutionFile {
  readonly kind: 'file';
  readonly action: 'viewed' | 'created' | 'updated' | 'replaced';
  readonly text: string | null;
  readonly lines: number | null;
  readonly diff: readonly string[];
}

export interface ExecutionAdvice {
  readonly kind: 'advice';
  readonly text: string;
}

export interface ExecutionError {
  readonly kind: 'error';
  readonly errorCode: string;
  readonly message: string | null;
}

export type ExecutionResult = ExecutionOutput | ExecutionFile | ExecutionAdvice | ExecutionError;

/** Every result is an object whose type ends in the same words, whatever the tool. */
function ofType(ending: RegExp) {
  return shape.record(anything).refine((raw) => ending.test(asString(raw['type']) ?? ''));
}

function fileIds(raw: JsonObject): readonly string[] {
  const outputs = asArray(raw['content']) ?? [];
  return outputs.map((one) => asName(asObject(one)?.['file_id'])).filter((id) => id !== undefined);
}

const failed = ofType(/_error$/).transform(
  (raw): ExecutionError => ({
    kind: 'error',
    errorCode: asName(raw['error_code']) ?? 'unknown',
    message: asName(raw['error_message']) ?? null,
  }),
);

const output = ofType(/code_execution_result$/)
  .refine((raw) => typeof raw['stdout'] === 'string' || typeof raw['stderr'] === 'string')
  .transform(
    (raw): ExecutionOutput => ({
      kind: 'output',
      stdout: asString(raw['stdout']) ?? '',
      stderr: asString(raw['stderr']) ?? '',
      exitCode: asNumber(raw['return_code']) ?? null,
      files: fileIds(raw),
    }),
  );

const ACTIONS: readonly { ending: RegExp; action: ExecutionFile['action'] }[] = [
  { ending: /_view_result$/, action: 'viewed' },
  { ending: /_str_replace_result$/, action: 'replaced' },
  { ending: /_create_result$/, action: 'created' },
];

const file = ofType(/^text_editor_code_execution_\w+_result$/).transform((raw): ExecutionFile => {
  const type = asString(raw['type']) ?? '';
  const action = ACTIONS.find(({ ending }) => ending.test(type))?.action ?? 'viewed';
  const lines = (asArray(raw['lines']) ?? []).filter((line) => typeof line === 'string');
  return {
    kind: 'file',
    action: action === 'created' && raw['is_file_update'] === true ? 'updated' : action,
    text: asString(raw['content']) ?? null,
    lines: asNumber(raw['num_lines']) ?? asNumber(raw['total_lines']) ?? null,
    diff: lines,
  };
});

const advice = ofType(/^advisor/).transform(
  (raw): ExecutionAdvice => ({
    kind: 'advice',
    text: asString(raw['text']) ?? asString(raw['content']) ?? '',
  }),
);

const WHATS = new Map<string, ExecutionInput['what']>([
  ['code_execution', 'code'],
  ['bash_code_execution', 'command'],
  ['text_editor_code_execution', 'file'],
  ['advisor', 'advice'],
]);

function readInput(what: ExecutionInput['what'], raw: JsonObject): ExecutionInput {
  const told = ['code', 'command', 'question', 'prompt', 'query'].map((key) => asString(raw[key]));
  return {
    what,
    source: (what === 'file' ? asString(raw['file_text']) : told.find((one) => one !== undefined)) ?? '',
    action: what === 'file' ? asName(raw['command']) : undefined,
    path: asName(raw['path']),
    oldText: asString(raw['old_str']),
    newText: asString(raw['new_str']),
  };
}

const inputs = new Map(
  [...WHATS].map(([name, what]) => [
    name,
    shape.record(anything).transform((raw): ExecutionInput => readInput(what, raw)),
  ]),
);

const codeInput = shape.record(anything).transform((raw): ExecutionInput => readInput('code', raw));

const claudeCode = defineDialect<ExecutionInput, ExecutionResult>({
  agent: 'claude-code',
  names: [...WHATS.keys()],
  input: (name) => inputs.get(name) ?? codeInput,
  structured: [
    { kind: 'error', schema: failed },
    { kind: 'output', schema: output },
    { kind: 'file', schema: file },
    { kind: 'advice', schema: advice },
  ],
  text: [
    {
      kind: 'advice',
      read: (content, { input }) => (input?.what === 'advice' ? { kind: 'advice', text: content } : undefined),
    },
    {
      kind: 'output',
      read: (content) => ({ kind: 'output', stdout: content, stderr: '', exitCode: null, files: [] }),
    },
  ],
});

function countPrefix(lines: readonly string[], prefix: string): number {
  return lines.reduce((sum, line) => sum + (line.startsWith(prefix) ? 1 : 0), 0);
}

export const codeExecution = defineTool<ExecutionInput, ExecutionResult>({
  id: 'code-execution',
  title: 'Code execution by the API',
  family: 'shell',
  dialects: [claudeCode],
  failures: [
    {
      code: 'container-error',
      blame: 'environment',
      pattern: /^/,
      when: (_input, _text, result) => result?.kind === 'error',
      message: (_text, result) => (result?.kind === 'error' ? (result.message ?? result.errorCode) : ''),
    },
  ],
  facts: ({ input, result }) => ({
    ...(input?.path === undefined ? {} : { path: input.path }),
    ...(input?.what === 'command' ? commandFacts([input.source]) : {}),
    ...(result?.kind === 'output' && result.exitCode !== null ? { exitCode: result.exitCode } : {}),
    ...(result?.kind === 'output' ? { bytes: utf8Bytes(result.stdout) + utf8Bytes(result.stderr) } : {}),
    ...(result?.kind === 'output' && result.files.length > 0 ? { files: result.files.length } : {}),
    ...(result?.kind === 'file' && result.lines !== null ? { lines: result.lines } : {}),
    ...(result?.kind === 'file' && result.diff.length > 0
      ? { linesAdded: countPrefix(result.diff, '+'), linesRemoved: countPrefix(result.diff, '-') }
      : {}),
  }),
  summary: ({ input, result }) => {
    const what =
      input?.what === 'file' ? `${input.action ?? 'edit'} ${input.path ?? ''}` : firstLine(input?.source ?? '');
    const shown = clip(what, 110);
    if (result?.kind === 'error') return `${shown} → ${result.errorCode}`;
    if (result?.kind === 'output' && result.exitCode !== null && result.exitCode !== 0) {
      return `${shown} → exit ${result.exitCode}`;
    }
    if (result?.kind === 'file' && result.lines !== null) return `${shown} → ${plural(result.lines, 'line')}`;
    return shown;
  },
  target: (input) => clip(input.path ?? input.source, 200),
  quietFailure: (result) => {
    if (result.kind === 'error') {
      return { code: 'container-error', blame: 'environment', message: result.message ?? result.errorCode };
    }
    if (result.kind !== 'output' || result.exitCode === null || result.exitCode === 0) return null;
    return {
      code: 'exit-code',
      blame: 'environment',
      message: firstLine(result.stderr) || `Exit code ${result.exitCode}`,
    };
  },
});
