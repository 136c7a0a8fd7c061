// How Copilot spells shell commands: `bash` and `powershell`, with the outcome in the last line of the output.

import { defineDialect } from '../define.ts';
import * as shape from '../shape.ts';
import { looseFlag, looseNumber, looseText, text } from '../shapes.ts';
import { mergedOutput, type ShellBackground, type ShellInput, type ShellOutput, type ShellResult } from './result.ts';

/** `<exited with exit code 1>` up to 1.0.5, `<shellId: 3 completed with exit code 1>` since. */
const EXITED = /\n?<(?:exited|shellId: \S{1,200} completed) with exit code (-?\d{1,10})>\s*$/;
const RUNS =
  /\n?<command (?:with (?:shellId|id): (\S{1,200}) is still running(?: after ([\d.]{1,12}) seconds)?|started in background with (?:shellId|id): ([^\s>]{1,200}))[^\n]{0,600}>\s*$/;

/** The mark is at the end: only that part is searched, because outputs are long. */
const TAIL = 1000;

function before(content: string, mark: RegExpExecArray): string {
  return content.slice(0, Math.max(0, content.length - TAIL) + mark.index);
}

function readExited(content: string): ShellOutput | undefined {
  const mark = EXITED.exec(content.slice(-TAIL));
  return mark === null ? undefined : mergedOutput(before(content, mark), Number(mark[1]));
}

function readRunning(content: string): ShellBackground | undefined {
  const mark = RUNS.exec(content.slice(-TAIL));
  const taskId = mark?.[1] ?? mark?.[3];
  if (mark === null || taskId === undefined) return undefined;
  return {
    kind: 'background',
    taskId,
    because: mark[1] === undefined ? 'asked' : 'yield',
    afterMs: mark[2] === undefined ? null : Math.round(Number(mark[2]) * 1000),
    stdout: before(content, mark),
    stderr: '',
    notes: [],
  };
}

const asked = shape.object({
  command: text,
  description: looseText,
  explanation: looseText,
  initial_wait: looseNumber,
  mode: looseText,
  isBackground: looseFlag,
});

const input = asked.transform(
  (raw): ShellInput => ({
    command: raw.command,
    description: raw.description ?? raw.explanation,
    timeoutMs: raw.initial_wait === undefined ? undefined : raw.initial_wait * 1000,
    background: raw.mode === 'async' || raw.mode === 'background' || raw.isBackground === true,
    unsandboxed: false,
  }),
);

export const copilot = defineDialect<ShellInput, ShellResult>({
  agent: 'copilot',
  names: ['bash', 'powershell'],
  input,
  structured: [],
  text: [
    { kind: 'background', read: readRunning },
    { kind: 'output', read: readExited },
    { kind: 'output', read: (content) => mergedOutput(content, null) },
  ],
});

/** The chat of VS Code logs requests, but no results. */
export const copilotVscode = defineDialect<ShellInput, ShellResult>({
  agent: 'copilot-vscode',
  names: ['run_in_terminal'],
  input,
  structured: [],
  text: [],
});
