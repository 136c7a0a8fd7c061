// How Gemini CLI and Qwen Code spell the to-do list: write_todos and todo_write, whose result says that it was accepted.

import { defineDialect } from '../define.ts';
import * as shape from '../shape.ts';
import { listOf, looseId, looseText, orJsonText } from '../shapes.ts';
import type { Todo } from './changes.ts';
import type { TodoInput, TodoResult } from './todo.ts';

const entry = shape
  .object({ description: looseText, content: looseText, status: looseText, id: looseId })
  .refine((raw) => (raw.description ?? raw.content) !== undefined)
  .transform(
    (raw): Todo => ({
      id: raw.id ?? null,
      text: raw.description ?? raw.content ?? '',
      status: raw.status ?? 'pending',
      activeForm: null,
      priority: null,
    }),
  );

const TAKEN = /^(?:Successfully (?:updated|cleared) the todo list|Todos? (?:list )?(?:have been|has been|updated))/i;

export const gemini = defineDialect<TodoInput, TodoResult>({
  agent: 'gemini',
  lends: false,
  names: ['write_todos'],
  input: shape
    .object({ todos: orJsonText(listOf(entry)) })
    .transform((raw): TodoInput => ({ todos: raw.todos, explanation: null })),
  structured: [],
  text: [
    {
      kind: 'todos',
      read: (content, { input }) =>
        TAKEN.test(content) ? { kind: 'todos', before: null, after: input?.todos ?? [], changes: [] } : undefined,
    },
  ],
});

export const qwen = defineDialect<TodoInput, TodoResult>({ ...gemini, agent: 'qwen', names: ['todo_write'] });
