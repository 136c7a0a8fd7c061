// How a to-do list is drawn: its items, and what changed with this call.

import { useMemo } from 'preact/hooks';
import { type CheckItem, CheckList } from '../../ui/parts/check-list.tsx';
import { Empty } from '../../ui/parts/empty.tsx';
import { defineView } from '../../ui/tool-view.ts';
import { UntypedResult } from '../../ui/view/untyped-result.tsx';
import { ViewFrame } from '../../ui/view/view-frame.tsx';
import type { Todo, TodoChange } from './changes.ts';
import type { TodoInput, TodoResult } from './todo.ts';

function isSame(a: Todo, b: Todo): boolean {
  return a.id === b.id && a.text === b.text && a.status === b.status;
}

function changeWords(change: TodoChange): CheckItem['change'] {
  switch (change.change) {
    case 'added':
      return { words: 'new', tone: 'info' };
    case 'removed':
      return { words: 'removed', tone: 'warn' };
    case 'status':
      return {
        words: `was ${change.from.replaceAll('_', ' ')}`,
        tone: change.todo.status === 'completed' ? 'ok' : 'info',
      };
    case 'reworded':
      return { words: `was “${change.from}”`, tone: 'quiet' };
  }
}

function itemOf(todo: Todo, change?: TodoChange): CheckItem {
  const isActive = todo.status === 'in_progress' && todo.activeForm !== null && todo.activeForm !== todo.text;
  return {
    text: todo.text,
    status: todo.status,
    change: change === undefined ? undefined : changeWords(change),
    facts: (
      <>
        {isActive && `— ${todo.activeForm}`}
        {todo.priority !== null && ` ${todo.priority}`}
      </>
    ),
  };
}

/** The current list, with changes next to their items, and removed items at its end. */
function itemsOf({ after, changes }: TodoResult): readonly CheckItem[] {
  const removed = changes.filter(({ change }) => change === 'removed');
  return [
    ...after.map((todo) =>
      itemOf(
        todo,
        changes.find((change) => change.change !== 'removed' && isSame(change.todo, todo)),
      ),
    ),
    ...removed.map((change) => ({ ...itemOf(change.todo, change), isGone: true })),
  ];
}

function Result({ result }: { readonly result: TodoResult }) {
  const items = useMemo(() => itemsOf(result), [result]);
  const done = result.after.filter(({ status }) => status === 'completed').length;
  if (items.length === 0) return <Empty>The list is empty.</Empty>;
  return (
    <>
      <div class="ts-view__dim">
        {done} of {result.after.length} done
        {result.before === null && ' · the log does not say what was there before'}
      </div>
      <CheckList items={items} label="To-do list" />
    </>
  );
}

export const view = defineView<TodoInput, TodoResult>((props) => {
  const { input, result } = props;
  return (
    <ViewFrame view={props}>
      {input !== null && input.explanation !== null && <p class="ts-view__prose">{input.explanation}</p>}
      {result?.kind === 'todos' ? (
        <Result result={result} />
      ) : (
        <>
          {input !== null && input.todos !== null && (
            <CheckList items={input.todos.map((todo) => itemOf(todo))} label="To-do list as asked for" />
          )}
          <UntypedResult view={props} />
        </>
      )}
    </ViewFrame>
  );
});
