// How OpenCode spells the to-do list: todowrite, whose result repeats the list, and todoread.

import { defineDialect } from '../define.ts';
import * as shape from '../shape.ts';
import { listOf, looseId, looseText, orJsonText, text } from '../shapes.ts';
import type { Todo } from './changes.ts';
import type { TodoInput, TodoResult } from './todo.ts';

const entry = shape.object({ content: text, status: looseText, id: looseId, priority: looseText }).transform(
  (raw): Todo => ({
    id: raw.id ?? null,
    text: raw.content,
    status: raw.status ?? 'pending',
    activeForm: null,
    priority: raw.priority ?? null,
  }),
);

const todos = listOf(entry);

const writing = shape
  .object({ todos: orJsonText(todos) })
  .transform((raw): TodoInput => ({ todos: raw.todos, explanation: null }));

const reading = shape.unknown().transform((): TodoInput => ({ todos: null, explanation: null }));

export const openCode = defineDialect<TodoInput, TodoResult>({
  agent: 'opencode',
  names: ['todowrite', 'todoread'],
  input: (name) => (name === 'todoread' ? reading : writing),
  structured: [
    {
      kind: 'todos',
      schema: shape
        .object({ todos })
        .transform((raw): TodoResult => ({ kind: 'todos', before: null, after: raw.todos, changes: [] })),
    },
  ],
  text: [],
});
