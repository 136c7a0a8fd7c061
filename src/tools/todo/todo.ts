// The to-do list: TodoWrite (and the old TodoRead) of Claude Code, update_plan of Codex.

import { parseJson } from '../../base/json.ts';
import { clip } from '../../base/text.ts';
import { defineDialect, defineTool } from '../define.ts';
import { fitted } from '../parse-shape.ts';
import * as shape from '../shape.ts';
import { listOf, looseId, looseList, looseText, orJsonText, text } from '../shapes.ts';
import { type Todo, type TodoChange, todoChanges } from './changes.ts';
import { codex } from './todo.codex.ts';
import { droid } from './todo.droid.ts';
import { gemini, qwen } from './todo.gemini.ts';
import { kimi, kimiCode } from './todo.kimi.ts';
import { openCode } from './todo.opencode.ts';

export type { Todo, TodoChange } from './changes.ts';

export interface TodoInput {
  /** Null for a call that only reads the list. */
  readonly todos: readonly Todo[] | null;
  readonly explanation: string | null;
}

export interface TodoResult {
  readonly kind: 'todos';
  /** Null when the log does not have the previous list. */
  readonly before: readonly Todo[] | null;
  readonly after: readonly Todo[];
  readonly changes: readonly TodoChange[];
}

const entry = shape
  .object({ content: text, status: looseText, activeForm: looseText, id: looseId, priority: looseText })
  .transform(
    (raw): Todo => ({
      id: raw.id ?? null,
      text: raw.content,
      status: raw.status ?? 'pending',
      activeForm: raw.activeForm ?? null,
      priority: raw.priority ?? null,
    }),
  );

const todos = listOf(entry);

/** Old versions answered a read with a sentence and the list as JSON. */
function readList(content: string): TodoResult | undefined {
  const start = content.indexOf('[');
  const end = content.lastIndexOf(']');
  if (start === -1 || end < start) return undefined;
  const parsed = parseJson(content.slice(start, end + 1));
  const after = parsed.ok ? fitted(todos, parsed.value) : undefined;
  return after === undefined ? undefined : { kind: 'todos', before: null, after, changes: [] };
}

const claudeCode = defineDialect<TodoInput, TodoResult>({
  agent: 'claude-code',
  names: ['TodoWrite', 'TodoRead'],
  input: (name) => (name === 'TodoRead' ? readInput : writeInput),
  structured: [
    {
      kind: 'todos',
      schema: shape.object({ newTodos: todos, oldTodos: looseList(entry) }).transform(
        (raw): TodoResult => ({
          kind: 'todos',
          before: raw.oldTodos,
          after: raw.newTodos,
          changes: todoChanges(raw.oldTodos, raw.newTodos),
        }),
      ),
    },
    {
      kind: 'todos',
      schema: todos.transform((after): TodoResult => ({ kind: 'todos', before: null, after, changes: [] })),
    },
  ],
  text: [
    {
      kind: 'todos',
      read: (content, { input }) =>
        /^Todos have been modified successfully/.test(content)
          ? { kind: 'todos', before: null, after: input?.todos ?? [], changes: [] }
          : undefined,
    },
    { kind: 'todos', read: readList },
  ],
});

const writeInput = shape
  .object({ todos: orJsonText(todos) })
  .transform((raw): TodoInput => ({ todos: raw.todos, explanation: null }));

const readInput = shape.unknown().transform((): TodoInput => ({ todos: null, explanation: null }));

export const todo = defineTool<TodoInput, TodoResult>({
  id: 'todo',
  title: 'To-do list',
  family: 'plan',
  dialects: [claudeCode, codex, openCode, gemini, qwen, kimi, kimiCode, droid],
  failures: [
    {
      code: 'todos-invalid',
      blame: 'agent',
      pattern: /^(?:Invalid todo|failed to parse function arguments|update_plan is a TODO\/checklist tool)/,
    },
  ],
  facts: () => ({}),
  summary: ({ name, input, result }) => {
    const list = result?.after ?? input?.todos ?? null;
    if (list === null) return name === 'TodoRead' ? 'read the list' : '';
    const done = list.filter(({ status }) => status === 'completed').length;
    const current = list.find(({ status }) => status === 'in_progress');
    const now = current === undefined ? '' : ` · ${clip(current.activeForm ?? current.text, 100)}`;
    return `${done}/${list.length} done${now}`;
  },
});
