// Scripted runs of many agents: Workflow of Claude Code.

import { clip } from '../../base/text.ts';
import { defineDialect, defineTool } from '../define.ts';
import * as shape from '../shape.ts';
import { anything, idText, looseId, looseText } from '../shapes.ts';

export interface WorkflowInput {
  /** Name of a stored workflow, or the name in the script's own description of itself. */
  readonly name: string | null;
  readonly script: string | null;
  readonly scriptPath: string | null;
  readonly args: unknown;
  readonly resumesRun: string | null;
}

export interface WorkflowLaunched {
  readonly kind: 'launched';
  readonly where: 'local' | 'remote';
  readonly taskId: string;
  readonly taskType: string | null;
  readonly name: string | null;
  readonly runId: string | null;
  readonly summary: string | null;
  readonly transcriptDir: string | null;
  readonly scriptPath: string | null;
  readonly sessionUrl: string | null;
  readonly warning: string | null;
  /** The script could not be parsed: nothing runs. */
  readonly error: string | null;
}

const launched = shape
  .object({
    status: shape.literal('async_launched', 'remote_launched'),
    taskId: idText,
    taskType: looseText,
    workflowName: looseText,
    runId: looseId,
    summary: looseText,
    transcriptDir: looseText,
    scriptPath: looseText,
    sessionUrl: looseText,
    warning: looseText,
    error: looseText,
  })
  .transform(
    (raw): WorkflowLaunched => ({
      kind: 'launched',
      where: raw.status === 'remote_launched' ? 'remote' : 'local',
      taskId: raw.taskId,
      taskType: raw.taskType ?? null,
      name: raw.workflowName ?? null,
      runId: raw.runId ?? null,
      summary: raw.summary ?? null,
      transcriptDir: raw.transcriptDir ?? null,
      scriptPath: raw.scriptPath ?? null,
      sessionUrl: raw.sessionUrl ?? null,
      warning: raw.warning ?? null,
      error: raw.error ?? null,
    }),
  );

const LAUNCHED = /^Workflow launched (?:in (?:the )?background|remotely)[^\n]{0,200}?Task ID: ([\w-]{1,200})/;
const TEXT_MAX = 16_000;

/** One `Key: value` line. */
function line(text: string, key: string): string | null {
  return new RegExp(`^${key}: (.{1,4000})$`, 'm').exec(text)?.[1]?.trim() ?? null;
}

function read(content: string): WorkflowLaunched | undefined {
  const text = content.slice(0, TEXT_MAX);
  const taskId = LAUNCHED.exec(text)?.[1];
  if (taskId === undefined) return undefined;
  const sessionUrl = line(text, 'Session(?: URL)?');
  return {
    kind: 'launched',
    where: sessionUrl === null ? 'local' : 'remote',
    taskId,
    taskType: null,
    name: null,
    runId: line(text, 'Run ID'),
    summary: line(text, 'Summary'),
    transcriptDir: line(text, 'Transcript dir'),
    scriptPath: line(text, 'Script file'),
    sessionUrl,
    warning: line(text, 'Warning'),
    error: line(text, 'Error'),
  };
}

const META_NAME = /\bmeta\s*=\s*\{[^}]{0,400}?\bname:\s*(?:'([^'\n]{1,200})'|"([^"\n]{1,200})"|`([^`\n]{1,200})`)/;

/** The name a script gives itself. */
function scriptName(script: string | undefined): string | null {
  const match = script === undefined ? null : META_NAME.exec(script.slice(0, 2000));
  return match?.[1] ?? match?.[2] ?? match?.[3] ?? null;
}

const claudeCode = defineDialect<WorkflowInput, WorkflowLaunched>({
  agent: 'claude-code',
  names: ['Workflow'],
  input: shape
    .object({
      name: looseText,
      title: looseText,
      script: looseText,
      scriptPath: looseText,
      args: anything.optional(),
      resumeFromRunId: looseId,
    })
    .transform(
      (raw): WorkflowInput => ({
        name: raw.name ?? scriptName(raw.script) ?? raw.title ?? null,
        script: raw.script ?? null,
        scriptPath: raw.scriptPath ?? null,
        args: raw.args ?? null,
        resumesRun: raw.resumeFromRunId ?? null,
      }),
    ),
  structured: [{ kind: 'launched', schema: launched }],
  text: [{ kind: 'launched', read }],
});

function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

export const workflow = defineTool<WorkflowInput, WorkflowLaunched>({
  id: 'workflow',
  title: 'Workflow',
  family: 'agents',
  dialects: [claudeCode],
  failures: [
    {
      code: 'workflow-not-found',
      blame: 'agent',
      pattern: /^(?:Unknown workflow|Workflow [^\n]{0,200}not found|No workflow )/,
    },
  ],
  facts: ({ input, result }) => {
    const path = result?.scriptPath ?? input?.scriptPath ?? null;
    return {
      ...(result === null ? {} : { taskId: result.taskId }),
      ...(path === null ? {} : { path: clip(path, 400) }),
      ...(result?.sessionUrl == null ? {} : { url: clip(result.sessionUrl, 400) }),
    };
  },
  summary: ({ input, result }) => {
    const path = input?.scriptPath ?? null;
    const name = result?.name ?? input?.name ?? (path === null ? 'workflow' : fileName(path));
    const summary = result?.summary ?? null;
    const again = input?.resumesRun == null ? '' : ` (again from ${input.resumesRun})`;
    return `${clip(name, 80)}${again}${summary === null ? '' : `: ${clip(summary, 100)}`}`;
  },
  target: (input) => input.name ?? input.scriptPath,
  quietFailure: (result) =>
    result.error === null ? null : { code: 'workflow-invalid', blame: 'agent', message: result.error },
});
