// How Kimi spells the to-do list: `SetTodoList` in Kimi CLI, `TodoList` in Kimi Code; without a list it is only read.

import { defineDialect } from '../define.ts';
import * as shape from '../shape.ts';
import { listOf, looseText, orJsonText, text } from '../shapes.ts';
import type { Todo } from './changes.ts';
import type { TodoInput, TodoResult } from './todo.ts';

const entry = shape.object({ title: text, status: looseText }).transform(
  (raw): Todo => ({
    id: null,
    text: raw.title,
    status: raw.status === 'done' ? 'completed' : (raw.status ?? 'pending'),
    activeForm: null,
    priority: null,
  }),
);

export const kimi = defineDialect<TodoInput, TodoResult>({
  agent: 'kimi',
  names: ['SetTodoList'],
  input: shape
    .object({ todos: orJsonText(listOf(entry)).optional() })
    .transform((raw): TodoInput => ({ todos: raw.todos ?? null, explanation: null })),
  structured: [],
  text: [
    {
      kind: 'todos',
      read: (content, { input }) =>
        input?.todos == null || !/^Todo list updated/.test(content)
          ? undefined
          : { kind: 'todos', before: null, after: input.todos, changes: [] },
    },
  ],
});

export const kimiCode = defineDialect<TodoInput, TodoResult>({ ...kimi, agent: 'kimi-code', names: ['TodoList'] });
