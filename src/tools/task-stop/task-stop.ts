// Stopping background work: TaskStop of Claude Code, KillShell and KillBash before it.

import { commandLine } from '../command-facts.ts';
import { defineDialect, defineTool } from '../define.ts';
import { jsonObjectOf } from '../json-text.ts';
import { fitted } from '../parse-shape.ts';
import * as shape from '../shape.ts';
import { looseFlag, looseId, looseText, text } from '../shapes.ts';
import { copilot } from './task-stop.copilot.ts';

export interface TaskStopInput {
  readonly taskId: string;
}

export interface TaskStopResult {
  readonly kind: 'stopped';
  readonly message: string;
  readonly taskId: string | null;
  /** local_bash, local_agent, …; older versions ended shells only. */
  readonly taskType: string | null;
  readonly command: string | null;
  /** Explicit in 1.0.x. */
  readonly success: boolean;
}

const STOPPED = /^Successfully (?:killed shell|stopped task): ([^\s(]{1,200})(?: \()?/;

/** The command is in the last pair of brackets, and may contain brackets itself. */
function commandIn(message: string): string | null {
  const open = STOPPED.exec(message);
  if (open === null || !open[0].endsWith('(') || !message.endsWith(')')) return null;
  return message.slice(open[0].length, -1);
}

const stopped = shape
  .object({
    message: text,
    task_id: looseId,
    shell_id: looseId,
    task_type: looseText,
    command: looseText,
    success: looseFlag,
  })
  .transform(
    (raw): TaskStopResult => ({
      kind: 'stopped',
      message: raw.message,
      taskId: raw.task_id ?? raw.shell_id ?? STOPPED.exec(raw.message)?.[1] ?? null,
      taskType: raw.task_type ?? null,
      command: raw.command ?? commandIn(raw.message),
      success: raw.success ?? true,
    }),
  );

function read(content: string): TaskStopResult | undefined {
  const value = jsonObjectOf(content);
  return fitted(stopped, value ?? (STOPPED.test(content) ? { message: content.trim() } : undefined));
}

const claudeCode = defineDialect<TaskStopInput, TaskStopResult>({
  agent: 'claude-code',
  names: ['TaskStop', 'KillShell', 'KillBash'],
  input: shape
    .object({ task_id: looseId, shell_id: looseId, bash_id: looseId })
    .refine((raw) => (raw.task_id ?? raw.shell_id ?? raw.bash_id) !== undefined)
    .transform((raw): TaskStopInput => ({ taskId: raw.task_id ?? raw.shell_id ?? raw.bash_id ?? '' })),
  structured: [{ kind: 'stopped', schema: stopped }],
  text: [{ kind: 'stopped', read }],
});

const NOT_RUNNING =
  /^(?:Shell|Task) \S{1,200} is not running(?:, so cannot be (?:killed|stopped))?(?: \(status: (\w{1,40})\))?/;

export const taskStop = defineTool<TaskStopInput, TaskStopResult>({
  id: 'task-stop',
  title: 'Stop task',
  family: 'tasks',
  dialects: [claudeCode, copilot],
  failures: [
    // It ended by itself before it could be stopped: no one is to blame.
    { code: 'not-running', blame: 'expected', pattern: NOT_RUNNING },
    { code: 'task-not-found', blame: 'agent', pattern: /^No (?:task|shell|agent) found with ID/ },
  ],
  facts: ({ input, result }) => {
    const taskId = input?.taskId ?? result?.taskId ?? null;
    const command = result?.command ?? null;
    return {
      ...(taskId === null ? {} : { taskId }),
      ...(command === null ? {} : { command: commandLine(command) }),
    };
  },
  summary: ({ input, result, errorText }) => {
    const what = `stop ${input?.taskId ?? result?.taskId ?? '?'}`;
    if (result?.command != null) return `${what}: ${result.command}`;
    const status = errorText === null ? undefined : NOT_RUNNING.exec(errorText)?.[1];
    return status === undefined ? what : `${what} → was ${status} already`;
  },
  target: (input) => input.taskId,
  task: ({ input, result, errorText }) => {
    if (input === null) return null;
    const status = errorText === null ? undefined : NOT_RUNNING.exec(errorText)?.[1];
    const known = status === 'completed' || status === 'failed' || status === 'killed' ? status : null;
    const state = result === null ? known : result.success ? 'killed' : null;
    return { taskId: input.taskId, role: 'kill', state, exitCode: null };
  },
  quietFailure: (result) =>
    result.success ? null : { code: 'not-stopped', blame: 'environment', message: result.message },
});
