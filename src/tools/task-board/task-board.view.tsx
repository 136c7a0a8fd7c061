// View of the task board: what was created or changed, and the list at that time.

import { Badge } from '../../ui/parts/badge.tsx';
import { Callout } from '../../ui/parts/callout.tsx';
import type { CheckItem } from '../../ui/parts/check-list.tsx';
import { CheckList } from '../../ui/parts/check-list.tsx';
import { Empty } from '../../ui/parts/empty.tsx';
import { Facts } from '../../ui/parts/facts.tsx';
import { defineView, type ToolViewProps } from '../../ui/tool-view.ts';
import { JsonTree } from '../../ui/tree/json-tree.tsx';
import { isTyped, UntypedResult } from '../../ui/view/untyped-result.tsx';
import { ViewFrame } from '../../ui/view/view-frame.tsx';
import type { BoardTask, TaskBoardInput, TaskBoardResult, TaskUpdated } from './task-board.ts';

type Props = ToolViewProps<TaskBoardInput, TaskBoardResult>;

function itemOf({ id, subject, status, owner, blocks, blockedBy }: BoardTask, change?: CheckItem['change']): CheckItem {
  const facts = [
    owner === null ? '' : `of ${owner}`,
    blockedBy.length === 0 ? '' : `waits for #${blockedBy.join(', #')}`,
    blocks.length === 0 ? '' : `before #${blocks.join(', #')}`,
  ].filter((part) => part !== '');
  return { text: `#${id} ${subject}`, status: status ?? 'pending', change, facts: facts.join(' · ') };
}

function One({ task, change }: { readonly task: BoardTask; readonly change?: CheckItem['change'] }) {
  return (
    <>
      <CheckList items={[itemOf(task, change)]} label="Task" />
      {task.description !== null && task.description !== '' && <p class="ts-view__prose">{task.description}</p>}
    </>
  );
}

function Updated({ view, result }: { readonly view: Props; readonly result: TaskUpdated }) {
  const { statusChange } = result;
  if (!result.success) {
    if (view.call.failure !== null) return null;
    return (
      <Callout tone="warn" title="Nothing was changed">
        {result.error}
      </Callout>
    );
  }
  return (
    <Facts
      facts={[
        ['changed', result.fields.join(', ')],
        ['status', statusChange && `${statusChange.from} → ${statusChange.to}`.replaceAll('_', ' ')],
      ]}
    />
  );
}

function Outcome({ view, result }: { readonly view: Props; readonly result: TaskBoardResult }) {
  switch (result.kind) {
    case 'created':
      return (
        <One
          task={{ ...result.task, description: result.task.description ?? view.input?.description ?? null }}
          change={{ words: 'new', tone: 'info' }}
        />
      );
    case 'updated':
      return <Updated view={view} result={result} />;
    case 'task':
      return result.task === null ? <Empty>There is no such task.</Empty> : <One task={result.task} />;
    case 'tasks':
      return result.tasks.length === 0 ? (
        <Empty>The board is empty.</Empty>
      ) : (
        <CheckList items={result.tasks.map((task) => itemOf(task))} label="Tasks" />
      );
  }
}

const ACTIONS = { create: 'New task', update: 'Change of task', get: 'Task', list: 'All tasks' } as const;

function Asked({ input }: { readonly input: TaskBoardInput }) {
  const { metadata } = input;
  return (
    <>
      <div class="ts-view__line">
        <span class="ts-view__lead">{ACTIONS[input.action]}</span>
        {input.id !== null && <code>#{input.id}</code>}
        {input.status !== null && <Badge>{input.status.replaceAll('_', ' ')}</Badge>}
        {input.subject !== null && input.action !== 'create' && <span>{input.subject}</span>}
      </div>
      <Facts
        facts={[
          ['owner', input.owner],
          ['while it is done', input.activeForm],
          ['before', input.addBlocks.map((id) => `#${id}`).join(', ')],
          ['waits for', input.addBlockedBy.map((id) => `#${id}`).join(', ')],
        ]}
      />
      {input.action === 'update' && input.description !== null && <p class="ts-view__prose">{input.description}</p>}
      {metadata !== null && metadata !== undefined && <JsonTree title="Further data" value={metadata} />}
    </>
  );
}

export const view = defineView<TaskBoardInput, TaskBoardResult>((props) => {
  const { input, result } = props;
  const isOpenWish = !isTyped(result) && input?.action === 'create';
  return (
    <ViewFrame view={props}>
      {input !== null && <Asked input={input} />}
      {isOpenWish && input.subject !== null && (
        <p class="ts-view__prose">
          {input.subject}
          {input.description !== null && `\n${input.description}`}
        </p>
      )}
      {isTyped(result) ? <Outcome view={props} result={result} /> : <UntypedResult view={props} />}
    </ViewFrame>
  );
});
