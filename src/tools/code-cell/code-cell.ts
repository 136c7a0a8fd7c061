// Scripts that call tools (code mode of Codex): `exec` starts a cell, `wait` checks a running one.

import { headAndTail } from '../../base/head-and-tail.ts';
import { asObject, asString, parseJson } from '../../base/json.ts';
import { clip, firstLine, utf8Bytes } from '../../base/text.ts';
import { failureInSummary } from '../../commands/failure-in-words.ts';
import { maskedFailure } from '../../commands/masked-failure.ts';
import { whyFailed } from '../../commands/why-failed.ts';
import { type ExecReport, readExecReport } from '../../model/exec-report.ts';
import type { Facts } from '../../model/interpretation.ts';
import type { Failure } from '../../model/outcome.ts';
import { commandFacts } from '../command-facts.ts';
import { defineDialect, defineTool, type KnownFailure, type TextContext } from '../define.ts';
import { PATCH_FAILURES } from '../patch-failures.ts';
import * as shape from '../shape.ts';
import { idText, looseFlag, looseNumber, looseText, orJsonText } from '../shapes.ts';
import { type InnerRefusal, innerRefusal } from './inner-refusal.ts';
import { commandsIn, scriptGist } from './script-gist.ts';

export interface CodeCellInput {
  readonly action: 'run' | 'wait';
  /** The script, for a run. */
  readonly source: string;
  /** The cell, for a wait. */
  readonly cellId: string | null;
  readonly waitMs?: number | undefined;
  /** The wait should end the cell. */
  readonly terminate: boolean;
}

export interface CodeCellRun {
  readonly kind: 'cell';
  readonly state: 'completed' | 'failed' | 'terminated' | 'running';
  /** The cell in which the script continues. */
  readonly cellId: string | null;
  readonly durationMs: number | null;
  /** The script's output, one text per write. */
  readonly outputs: readonly string[];
  readonly images: number;
  /** The script's error. */
  readonly error: string | null;
}

export interface CodeCellText {
  readonly kind: 'text';
  readonly text: string;
}

export type CodeCellResult = CodeCellRun | CodeCellText;

const ERROR_MARK = 'Script error:\n';

/** The error comes last: in its own block, or at the end of the only text. */
function partError(texts: readonly string[]): { readonly outputs: readonly string[]; readonly error: string } {
  const last = texts.at(-1) ?? '';
  const at = last.startsWith(ERROR_MARK) ? 0 : last.lastIndexOf(`\n${ERROR_MARK}`) + 1;
  if (at === 0 && !last.startsWith(ERROR_MARK)) return { outputs: texts, error: last };
  return { outputs: [...texts.slice(0, -1), last.slice(0, at)], error: last.slice(at + ERROR_MARK.length) };
}

function cellOf(exec: ExecReport, texts: readonly string[], images: number): CodeCellRun | undefined {
  if (exec.script === null) return undefined;
  const { outputs, error } = exec.script === 'failed' ? partError(texts) : { outputs: texts, error: null };
  return {
    kind: 'cell',
    state: exec.script,
    cellId: exec.cellId,
    durationMs: exec.wallMs,
    outputs: outputs.filter((text) => text !== ''),
    images,
    error,
  };
}

/** Either one text, or a header and a block for each output. */
function readCell(content: string, { blocks }: TextContext<CodeCellInput>): CodeCellRun | undefined {
  const texts: string[] = [];
  let images = 0;
  for (const block of blocks) {
    if (block.type === 'text') texts.push(block.text);
    else if (block.type === 'image') images++;
  }
  const head = texts[0] ?? content;
  const exec = head.startsWith('Script ') ? readExecReport(head) : undefined;
  if (exec === undefined) return undefined;
  texts[0] = exec.output;
  return cellOf(exec, texts, images);
}

const CELL_GONE = /\bexec cell \S{1,64} not found/;

type CellFailure = KnownFailure<CodeCellInput, CodeCellResult>;

function refusalIn(result: CodeCellResult | null): InnerRefusal | null {
  return result?.kind === 'cell' && result.error !== null ? innerRefusal(result.error) : null;
}

function refusal(code: InnerRefusal['code'], blame: CellFailure['blame']): CellFailure {
  return {
    code,
    blame,
    pattern: /^Script failed/,
    when: (_, __, result) => refusalIn(result)?.code === code,
    message: (text, result) => refusalIn(result)?.message ?? firstLine(text),
  };
}

const failures: readonly CellFailure[] = [
  // The cell has ended and its end was already reported.
  {
    code: 'cell-gone',
    blame: 'expected',
    pattern: CELL_GONE,
    message: (text, result) => errorOf(result) ?? firstLine(text),
  },
  refusal('inner-call-rejected', 'user'),
  refusal('inner-call-denied', 'policy'),
  refusal('inner-call-not-started', 'environment'),
  ...PATCH_FAILURES,
  {
    code: 'script-failed',
    blame: 'agent',
    pattern: /^Script failed/,
    message: (text, result) => errorOf(result) ?? firstLine(text),
  },
];

function errorOf(result: CodeCellResult | null): string | undefined {
  return result?.kind === 'cell' && result.error !== null ? firstLine(result.error) : undefined;
}

const waitInput = orJsonText(
  shape.object({ cell_id: idText, yield_time_ms: looseNumber, terminate: looseFlag }),
).transform(
  (raw): CodeCellInput => ({
    action: 'wait',
    source: '',
    cellId: raw.cell_id,
    waitMs: raw.yield_time_ms,
    terminate: raw.terminate ?? false,
  }),
);

const runInput = shape
  .union([shape.string(), shape.object({ input: looseText, code: looseText, source: looseText })])
  .transform((raw): CodeCellInput => {
    const source = typeof raw === 'string' ? raw : (raw.input ?? raw.code ?? raw.source ?? '');
    return { action: 'run', source, cellId: null, terminate: false };
  });

const codex = defineDialect<CodeCellInput, CodeCellResult>({
  agent: 'codex',
  names: ['exec', 'wait'],
  input: (name) => (name === 'exec' ? runInput : waitInput),
  structured: [],
  text: [
    { kind: 'cell', read: readCell },
    { kind: 'text', read: (text) => ({ kind: 'text', text }) },
  ],
  errorText: [{ kind: 'cell', read: readCell }],
});

const EXIT_CODE = /"exit_code":\s{0,4}(-?\d{1,6})\b/;
const EXIT_HEAD = 400;

/** A command's result as printed by the script. */
interface InnerResult {
  readonly exitCode: number;
  readonly output: string;
}

/** A command's output, if the script printed its whole result. */
function wroteInside(output: string): string {
  if (!output.trimStart().startsWith('{')) return output;
  const parsed = parseJson(output);
  return asString(parsed.ok ? asObject(parsed.value)?.['output'] : undefined) ?? output;
}

/** The first command that failed inside, if the script printed its commands' results: there is no other evidence. */
function failedInside(outputs: readonly string[]): InnerResult | undefined {
  for (const output of outputs) {
    const head = output.slice(0, EXIT_HEAD).trimStart();
    const exitCode = Number((head.startsWith('{') ? EXIT_CODE.exec(head)?.[1] : undefined) ?? 0);
    if (exitCode === 0) continue;
    return { exitCode, output: wroteInside(output) };
  }
  return undefined;
}

/** Failed tests or checks of a command that was started elsewhere: no other call has its failure. */
function failureInPoll(text: string): Failure | null {
  const found = failureInSummary(headAndTail(text), null);
  return found?.blame === 'code' ? found : null;
}

/** A completed script hides how its commands went. */
function maskedIn({ outputs }: CodeCellRun, { action, source }: CodeCellInput): Failure | null {
  const commands = commandsIn(source);
  const isPoll = action === 'wait' || source.includes('write_stdin');
  const inner = failedInside(outputs);
  if (inner !== undefined) {
    const command = commands.length === 1 ? (commands[0] ?? null) : null;
    const why = whyFailed({ command, exitCode: inner.exitCode, stdout: inner.output, stderr: '' });
    return why.blame === 'expected' || (why.blame === 'unknown' && inner.output.trim() === '') ? null : why;
  }
  // Followed by a neutral command, so that none of the script's own counts as the deciding one.
  if (commands.length === 0 && isPoll) return failureInPoll(outputs.map(wroteInside).join('\n'));
  return commands.length === 0
    ? null
    : maskedFailure(`${commands.join('\n')}\n:`, outputs.map(wroteInside).join('\n'), '');
}

/** The state in words. That a script continues is only its first answer: its outcome is in the call's status. */
function stateWords(action: CodeCellInput['action'], result: CodeCellResult | null): string {
  if (result?.kind !== 'cell') return '';
  if (CELL_GONE.test(result.error ?? '')) return ' → gone';
  if (result.state === 'running') return action === 'run' ? '' : ' → still running';
  const inner = result.state === 'completed' ? failedInside(result.outputs) : undefined;
  if (inner !== undefined) return ` → exit ${inner.exitCode}`;
  return action === 'run' && result.state === 'completed' ? '' : ` → ${result.state}`;
}

function seenState(result: CodeCellResult | null): 'running' | 'completed' | 'failed' | 'killed' | null {
  if (result?.kind !== 'cell' || CELL_GONE.test(result.error ?? '')) return null;
  return result.state === 'terminated' ? 'killed' : result.state;
}

export const codeCell = defineTool<CodeCellInput, CodeCellResult>({
  id: 'code-cell',
  title: 'Script',
  family: 'shell',
  dialects: [codex],
  failures,
  facts: ({ input, result }) => {
    const cellId = input?.cellId ?? (result?.kind === 'cell' ? result.cellId : null);
    const facts: Facts = input?.action === 'run' ? commandFacts(commandsIn(input.source)) : {};
    if (cellId !== null) facts.taskId = cellId;
    if (result?.kind !== 'cell') return facts;
    facts.bytes = result.outputs.reduce((sum, text) => sum + utf8Bytes(text), 0);
    if (result.images > 0) facts.images = result.images;
    return facts;
  },
  summary: ({ input, result }) => {
    if (input === null) return '';
    if (input.action === 'run') return `${scriptGist(input.source)}${stateWords('run', result)}`;
    return `${input.terminate ? 'end' : 'wait for'} cell ${input.cellId ?? '?'}${stateWords('wait', result)}`;
  },
  target: (input) => (input.action === 'run' ? clip(input.source, 400) : input.cellId),
  reportedMs: (result) => (result.kind === 'cell' ? result.durationMs : null),
  task: ({ input, result }) => {
    if (input === null || input.action === 'run' || input.cellId === null) return null;
    return {
      taskId: `cell:${input.cellId}`,
      role: input.terminate ? 'kill' : 'poll',
      state: seenState(result),
      exitCode: null,
      ...(result?.kind === 'cell' && result.error !== null ? { said: headAndTail(result.error) } : {}),
    };
  },
  // A wait only looks: a failed script is the failure of the call that started it.
  quietFailure: (result, input) => {
    if (result.kind !== 'cell' || result.state !== 'failed') return null;
    const message = firstLine(result.error ?? '');
    if (CELL_GONE.test(message)) return { code: 'cell-gone', blame: 'expected', message };
    if (input?.action === 'wait') return null;
    return refusalIn(result) ?? { code: 'script-failed', blame: 'agent', message };
  },
  masked: (result, input) =>
    result.kind === 'cell' && result.state === 'completed' && input !== null ? maskedIn(result, input) : null,
  atEnd: ({ said }) => ({
    kind: 'cell',
    state: 'failed',
    cellId: null,
    durationMs: null,
    outputs: [],
    images: 0,
    error: said,
  }),
});
