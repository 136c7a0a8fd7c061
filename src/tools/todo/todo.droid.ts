// How Factory's Droid spells the to-do list: one text with a numbered line for each item.

import { defineDialect } from '../define.ts';
import * as shape from '../shape.ts';
import { text } from '../shapes.ts';
import type { Todo } from './changes.ts';
import type { TodoInput, TodoResult } from './todo.ts';

const LINE = /^\s{0,8}\d{1,4}\.\s{0,4}\[(\w{1,20})\]\s{0,4}(.*)$/;
const LINES_MAX = 1000;

function todosIn(list: string): Todo[] {
  return list.split('\n', LINES_MAX).flatMap((line): Todo[] => {
    const [, status, words] = LINE.exec(line) ?? [];
    if (status === undefined || words === undefined) return [];
    return [{ id: null, text: words, status, activeForm: null, priority: null }];
  });
}

export const droid = defineDialect<TodoInput, TodoResult>({
  agent: 'droid',
  names: ['TodoWrite'],
  input: shape
    .object({ todos: text })
    .transform((raw): TodoInput => ({ todos: todosIn(raw.todos), explanation: null })),
  structured: [],
  text: [
    {
      kind: 'todos',
      read: (content, { input }) =>
        input?.todos == null || !/^TODO List Updated/i.test(content)
          ? undefined
          : { kind: 'todos', before: null, after: input.todos, changes: [] },
    },
  ],
});
