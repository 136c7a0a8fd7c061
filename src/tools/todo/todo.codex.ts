// How Codex spells the to-do list: update_plan, whose answer says no more than that it was updated.

import { defineDialect } from '../define.ts';
import * as shape from '../shape.ts';
import { listOf, looseText, orJsonText, text } from '../shapes.ts';
import type { Todo } from './changes.ts';
import type { TodoInput, TodoResult } from './todo.ts';

const step = shape
  .object({ step: text, status: looseText })
  .transform(
    (raw): Todo => ({ id: null, text: raw.step, status: raw.status ?? 'pending', activeForm: null, priority: null }),
  );

export const codex = defineDialect<TodoInput, TodoResult>({
  agent: 'codex',
  names: ['update_plan'],
  input: orJsonText(shape.object({ plan: orJsonText(listOf(step)), explanation: looseText })).transform(
    (raw): TodoInput => ({ todos: raw.plan, explanation: raw.explanation ?? null }),
  ),
  structured: [],
  text: [
    {
      kind: 'todos',
      read: (content, { input }) =>
        /^Plan updated\b/.test(content)
          ? { kind: 'todos', before: null, after: input?.todos ?? [], changes: [] }
          : undefined,
    },
  ],
});
