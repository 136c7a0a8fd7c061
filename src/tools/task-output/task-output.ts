// Reading the output of any background work: TaskOutput of Claude Code, AgentOutputTool before it.

import { headAndTail } from '../../base/head-and-tail.ts';
import { clip, utf8Bytes } from '../../base/text.ts';
import { defineDialect, defineTool } from '../define.ts';
import * as shape from '../shape.ts';
import { anything, looseFlag, looseId, looseNumber, looseText, text } from '../shapes.ts';
import { tagged, taggedWidely } from '../tags.ts';

export interface TaskOutputInput {
  readonly taskId: string;
  /** Whether to wait for the end. */
  readonly block: boolean;
  readonly timeoutMs?: number | undefined;
}

export interface BackgroundTask {
  readonly taskId: string;
  /** local_bash, local_agent, remote_agent, …; older: agent. */
  readonly type: string;
  /** running, completed, failed, killed, …; some versions write in_progress. */
  readonly status: string;
  readonly description: string | null;
  readonly output: string;
  readonly exitCode: number | null;
  readonly prompt: string | null;
  readonly result: string | null;
  readonly error: string | null;
  /** Where the whole output is, if it was too long to show. */
  readonly outputPath: string | null;
}

export interface TaskOutputResult {
  readonly kind: 'task';
  /** success, timeout or not_ready; other writers: completed or running. */
  readonly retrieval: string;
  /** Null when the task is not known. */
  readonly task: BackgroundTask | null;
}

const CUT = /^\[Truncated\. Full output: ([^\]\n]{1,2000})\]\n*/;

function task(raw: {
  taskId: string;
  type?: string | undefined;
  status?: string | undefined;
  description?: string | undefined;
  output?: string | undefined;
  exitCode?: number | undefined;
  prompt?: string | undefined;
  result?: string | undefined;
  error?: string | undefined;
}): BackgroundTask {
  const output = raw.output ?? '';
  const cut = CUT.exec(output.slice(0, 2100));
  return {
    taskId: raw.taskId,
    type: raw.type ?? '',
    status: raw.status ?? '',
    description: raw.description ?? null,
    output: cut === null ? output : output.slice(cut[0].length),
    exitCode: raw.exitCode ?? null,
    prompt: raw.prompt ?? null,
    result: raw.result ?? null,
    error: raw.error ?? null,
    outputPath: cut?.[1] ?? null,
  };
}

const structured = shape
  .object({
    retrieval_status: text,
    task: shape
      .object({
        task_id: looseId,
        task_type: looseText,
        status: looseText,
        description: looseText,
        output: looseText,
        exitCode: looseNumber,
        prompt: looseText,
        result: anything.optional(),
        error: looseText,
      })
      .nullish()
      .catch(null),
  })
  .transform(
    (raw): TaskOutputResult => ({
      kind: 'task',
      retrieval: raw.retrieval_status,
      task:
        raw.task === null || raw.task === undefined
          ? null
          : task({
              ...raw.task,
              taskId: raw.task.task_id ?? '',
              type: raw.task.task_type,
              result: typeof raw.task.result === 'string' ? raw.task.result : undefined,
            }),
    }),
  );

/** Several agents at once, as AgentOutputTool answered. */
const agents = shape
  .object({
    retrieval_status: text,
    agents: shape.array(shape.looseObject({ agentId: looseId, status: looseText })).min(1),
  })
  .transform((raw): TaskOutputResult => {
    const [first] = raw.agents;
    const said = first?.['result'] ?? first?.['content'];
    return {
      kind: 'task',
      retrieval: raw.retrieval_status,
      task: task({
        taskId: first?.agentId ?? '',
        type: 'local_agent',
        status: first?.status,
        output: typeof said === 'string' ? said : undefined,
      }),
    };
  });

function read(content: string): TaskOutputResult | undefined {
  const body = content.trimStart();
  if (!body.startsWith('<retrieval_status>')) return undefined;
  const outputAt = body.search(/<(?:output|result|error)>/);
  const head = outputAt === -1 ? body : body.slice(0, outputAt);
  const retrieval = tagged(head, 'retrieval_status') ?? '';
  const taskId = tagged(head, 'task_id') ?? tagged(head, 'agent_id');
  if (taskId === undefined) return { kind: 'task', retrieval, task: null };
  const exit = Number(tagged(head, 'exit_code') ?? Number.NaN);
  return {
    kind: 'task',
    retrieval,
    task: task({
      taskId,
      type: tagged(head, 'task_type'),
      status: tagged(head, 'status'),
      description: tagged(head, 'description'),
      output: taggedWidely(body, 'output'),
      exitCode: Number.isInteger(exit) ? exit : undefined,
      result:
        outputAt !== -1 && body.startsWith('<result>', outputAt) ? taggedWidely(body, 'result', outputAt) : undefined,
      error:
        outputAt !== -1 && body.startsWith('<error>', outputAt) ? taggedWidely(body, 'error', outputAt) : undefined,
    }),
  };
}

const claudeCode = defineDialect<TaskOutputInput, TaskOutputResult>({
  agent: 'claude-code',
  names: ['TaskOutput', 'AgentOutputTool', 'AgentOutput'],
  input: shape
    .object({
      task_id: looseId,
      agentId: looseId,
      agent_id: looseId,
      bash_id: looseId,
      block: looseFlag,
      timeout: looseNumber,
      wait_up_to: looseNumber,
    })
    .refine((raw) => (raw.task_id ?? raw.agentId ?? raw.agent_id ?? raw.bash_id) !== undefined)
    .transform(
      (raw): TaskOutputInput => ({
        taskId: raw.task_id ?? raw.agentId ?? raw.agent_id ?? raw.bash_id ?? '',
        block: raw.block ?? true,
        // The old tool used seconds.
        timeoutMs: raw.timeout ?? (raw.wait_up_to === undefined ? undefined : raw.wait_up_to * 1000),
      }),
    ),
  structured: [
    { kind: 'task', schema: agents },
    { kind: 'task', schema: structured },
  ],
  text: [{ kind: 'task', read }],
});

function stateOf(status: string): 'running' | 'completed' | 'failed' | 'killed' | null {
  switch (status) {
    case 'running':
    case 'in_progress':
    case 'pending':
      return 'running';
    case 'completed':
    case 'failed':
    case 'killed':
      return status;
    case 'stopped':
      return 'killed';
    default:
      return null;
  }
}

export const taskOutput = defineTool<TaskOutputInput, TaskOutputResult>({
  id: 'task-output',
  title: 'Task output',
  family: 'tasks',
  dialects: [claudeCode],
  failures: [{ code: 'task-not-found', blame: 'agent', pattern: /^(?:No (?:task|agent|shell) found|Task not found)/ }],
  facts: ({ input, result }) => {
    const found = result?.task ?? null;
    return {
      ...(input === null ? {} : { taskId: input.taskId }),
      ...(found === null ? {} : { bytes: utf8Bytes(found.output) }),
      ...(found === null || found.exitCode === null ? {} : { exitCode: found.exitCode }),
      ...(found?.outputPath == null ? {} : { truncated: true }),
    };
  },
  summary: ({ input, result }) => {
    const what = `task ${input?.taskId ?? result?.task?.taskId ?? '?'}`;
    if (result === null) return what;
    if (result.task === null) return `${what} → ${result.retrieval}`;
    const { status, exitCode, description } = result.task;
    const exit = exitCode === null ? '' : `, exit ${exitCode}`;
    return `${what} → ${status}${exit}${description === null ? '' : ` · ${clip(description, 80)}`}`;
  },
  target: (input) => input.taskId,
  task: ({ input, result }) =>
    input === null
      ? null
      : {
          taskId: input.taskId,
          role: 'poll',
          state: result?.task == null ? null : stateOf(result.task.status),
          exitCode: result?.task?.exitCode ?? null,
          ...(result?.task?.status === 'failed' ? { said: headAndTail(result.task.output) } : {}),
        },
});
