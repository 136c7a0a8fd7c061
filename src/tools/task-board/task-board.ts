// The task board: TaskCreate, TaskUpdate, TaskGet and TaskList of Claude Code. Not to be confused with background tasks.

import { clip } from '../../base/text.ts';
import { plural } from '../../base/units.ts';
import { defineDialect, defineTool } from '../define.ts';
import type { Shape } from '../shape.ts';
import * as shape from '../shape.ts';
import { anything, idText, listOf, looseId, looseList, looseText, looseTexts, orJsonText } from '../shapes.ts';
import { readCreated, readList, readNotFound, readTask, readUpdated } from './texts.ts';

export interface TaskBoardInput {
  readonly action: 'create' | 'update' | 'get' | 'list';
  readonly id: string | null;
  readonly subject: string | null;
  readonly description: string | null;
  readonly activeForm: string | null;
  /** pending, in_progress, completed, deleted. */
  readonly status: string | null;
  readonly owner: string | null;
  readonly addBlocks: readonly string[];
  readonly addBlockedBy: readonly string[];
  readonly metadata: unknown;
}

export interface BoardTask {
  readonly id: string;
  readonly subject: string;
  readonly description: string | null;
  readonly status: string | null;
  readonly owner: string | null;
  readonly blocks: readonly string[];
  readonly blockedBy: readonly string[];
}

export interface TaskCreated {
  readonly kind: 'created';
  readonly task: BoardTask;
}

export interface TaskUpdated {
  readonly kind: 'updated';
  readonly id: string | null;
  readonly success: boolean;
  readonly fields: readonly string[];
  readonly statusChange: { readonly from: string; readonly to: string } | null;
  readonly error: string | null;
}

export interface TaskShown {
  readonly kind: 'task';
  /** Null when there is no such task. */
  readonly task: BoardTask | null;
}

export interface TaskListed {
  readonly kind: 'tasks';
  readonly tasks: readonly BoardTask[];
}

export type TaskBoardResult = TaskCreated | TaskUpdated | TaskShown | TaskListed;

const ids = looseList(idText);

const task = shape
  .object({
    id: idText,
    subject: looseText,
    description: looseText,
    status: looseText,
    owner: looseText,
    blocks: ids,
    blockedBy: ids,
  })
  .transform(
    (raw): BoardTask => ({
      id: raw.id,
      subject: raw.subject ?? '',
      description: raw.description ?? null,
      status: raw.status ?? null,
      owner: raw.owner ?? null,
      blocks: raw.blocks,
      blockedBy: raw.blockedBy,
    }),
  );

const updated = shape
  .object({
    success: shape.boolean(),
    taskId: looseId,
    updatedFields: looseTexts,
    error: looseText,
    statusChange: shape.object({ from: shape.string(), to: shape.string() }).optional().catch(undefined),
  })
  .transform(
    (raw): TaskUpdated => ({
      kind: 'updated',
      id: raw.taskId ?? null,
      success: raw.success,
      fields: raw.updatedFields,
      statusChange: raw.statusChange ?? null,
      error: raw.error ?? null,
    }),
  );

const ACTIONS: Readonly<Record<string, TaskBoardInput['action']>> = {
  TaskCreate: 'create',
  TaskUpdate: 'update',
  TaskGet: 'get',
  TaskList: 'list',
};

function inputFor(action: TaskBoardInput['action']): Shape<TaskBoardInput> {
  return shape
    .object({
      taskId: looseId,
      subject: looseText,
      description: looseText,
      activeForm: looseText,
      status: looseText,
      owner: looseText,
      addBlocks: orJsonText(ids),
      addBlockedBy: orJsonText(ids),
      metadata: orJsonText(anything.optional()),
    })
    .refine((raw) => action === 'list' || (action === 'create' ? raw.subject : raw.taskId) !== undefined)
    .transform(
      (raw): TaskBoardInput => ({
        action,
        id: raw.taskId ?? null,
        subject: raw.subject ?? null,
        description: raw.description ?? null,
        activeForm: raw.activeForm ?? null,
        status: raw.status ?? null,
        owner: raw.owner ?? null,
        addBlocks: raw.addBlocks,
        addBlockedBy: raw.addBlockedBy,
        metadata: raw.metadata ?? null,
      }),
    );
}

const INPUTS = {
  create: inputFor('create'),
  update: inputFor('update'),
  get: inputFor('get'),
  list: inputFor('list'),
};

/** Both a creation and a read answer `{task}`; only a read has the status. */
const shown = shape.object({ task: shape.union([task, shape.literal(null)]) });

const claudeCode = defineDialect<TaskBoardInput, TaskBoardResult>({
  agent: 'claude-code',
  names: ['TaskCreate', 'TaskUpdate', 'TaskGet', 'TaskList'],
  input: (name) => INPUTS[ACTIONS[name] ?? 'list'],
  structured: [
    { kind: 'updated', schema: updated },
    {
      kind: 'tasks',
      schema: shape
        .object({ tasks: listOf(task) })
        .transform((raw): TaskListed => ({ kind: 'tasks', tasks: raw.tasks })),
    },
    {
      kind: 'task',
      schema: shown
        .refine((raw) => raw.task === null || raw.task.status !== null)
        .transform((raw): TaskShown => ({ kind: 'task', task: raw.task })),
    },
    {
      kind: 'created',
      schema: shape.object({ task }).transform((raw): TaskCreated => ({ kind: 'created', task: raw.task })),
    },
  ],
  text: [
    { kind: 'created', read: readCreated },
    { kind: 'updated', read: readUpdated },
    { kind: 'task', read: readTask },
    { kind: 'updated', read: readNotFound },
    { kind: 'tasks', read: readList },
  ],
});

function updateWords(input: TaskBoardInput, result: TaskBoardResult | null): string {
  const change = result?.kind === 'updated' ? result.statusChange : null;
  const status = change === null ? input.status : `${change.from} → ${change.to}`;
  const parts = [
    ...(status === null ? [] : [status]),
    ...(input.owner === null ? [] : [`owner ${input.owner}`]),
    ...(input.subject === null ? [] : [clip(input.subject, 80)]),
    ...(input.addBlockedBy.length === 0 ? [] : [`blocked by ${input.addBlockedBy.map((id) => `#${id}`).join(' ')}`]),
    ...(input.addBlocks.length === 0 ? [] : [`blocks ${input.addBlocks.map((id) => `#${id}`).join(' ')}`]),
  ];
  return `#${input.id} ${parts.join(', ')}`.trimEnd();
}

export const taskBoard = defineTool<TaskBoardInput, TaskBoardResult>({
  id: 'task-board',
  title: 'Task board',
  family: 'plan',
  dialects: [claudeCode],
  failures: [
    { code: 'task-not-found', blame: 'agent', pattern: /^(?:Task not found|No task found|Task #?\S{1,80} not found)/ },
  ],
  facts: ({ result }) => (result?.kind === 'tasks' ? { matches: result.tasks.length } : {}),
  summary: ({ input, result }) => {
    if (result?.kind === 'tasks') {
      const done = result.tasks.filter(({ status }) => status === 'completed').length;
      return `${plural(result.tasks.length, 'task')}, ${done} done`;
    }
    if (input === null) return '';
    if (input.action === 'list') return 'list tasks';
    if (input.action === 'update') return updateWords(input, result);
    const made = result?.kind === 'created' || result?.kind === 'task' ? result.task : null;
    if (made !== null) return `#${made.id} ${clip(made.subject, 120)}`;
    return input.action === 'create' ? clip(input.subject ?? '', 120) : `#${input.id}`;
  },
  target: (input) => (input.id === null ? clip(input.subject ?? '', 200) : `${input.action} #${input.id}`),
  quietFailure: (result, input) => {
    if (result.kind === 'task' && result.task === null) {
      return { code: 'task-not-found', blame: 'agent', message: `There is no task ${input?.id ?? ''}.` };
    }
    if (result.kind !== 'updated' || result.success) return null;
    const message = result.error ?? 'The task was not updated.';
    return { code: /not found/i.test(message) ? 'task-not-found' : 'update-failed', blame: 'agent', message };
  },
});
