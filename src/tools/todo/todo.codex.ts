// How Codex spells the to-do list: update_plan, whose answer only says that it was updated.

import { defineDialect } from '../define.ts';
import * as shape from '../shape.ts';
import { listOf, looseFlag, looseText, orJsonText, text } from '../shapes.ts';
import type { Todo } from './changes.ts';
import type { TodoInput, TodoResult } from './todo.ts';

const step = shape
  .object({ step: text, status: looseText })
  .transform(
    (raw): Todo => ({ id: null, text: raw.step, status: raw.status ?? 'pending', activeForm: null, priority: null }),
  );

const plan = shape
  .object({ plan: orJsonText(listOf(step)), explanation: looseText })
  .transform((raw): TodoInput => ({ todos: raw.plan, explanation: raw.explanation ?? null }));

/** The list as `codex exec --json` prints it. */
const printed = shape
  .object({
    items: listOf(
      shape.object({ text, completed: looseFlag }).transform(
        (raw): Todo => ({
          id: null,
          text: raw.text,
          status: raw.completed === true ? 'completed' : 'pending',
          activeForm: null,
          priority: null,
        }),
      ),
    ),
  })
  .transform((raw): TodoInput => ({ todos: raw.items, explanation: null }));

export const codex = defineDialect<TodoInput, TodoResult>({
  agent: 'codex',
  names: ['update_plan'],
  input: shape.union([orJsonText(plan), printed]),
  structured: [
    {
      kind: 'todos',
      schema: printed.transform(
        ({ todos }): TodoResult => ({ kind: 'todos', before: null, after: todos ?? [], changes: [] }),
      ),
    },
  ],
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
