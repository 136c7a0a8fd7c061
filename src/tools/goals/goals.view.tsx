// View of a goal: what is to be achieved, and its cost so far.

import { formatCount, formatMs } from '../../base/units.ts';
import { MarkdownBlock } from '../../ui/markdown/markdown-block.tsx';
import { Empty } from '../../ui/parts/empty.tsx';
import { Facts } from '../../ui/parts/facts.tsx';
import { defineView } from '../../ui/tool-view.ts';
import { StateBadge } from '../../ui/view/agent-table.tsx';
import { OtherResult } from '../../ui/view/other-result.tsx';
import { ViewFrame } from '../../ui/view/view-frame.tsx';
import type { GoalInput, GoalResult, GoalState } from './goals.ts';

const ACTIONS = { get: 'Goal', create: 'New goal', update: 'Change of the goal' } as const;

function count(value: number | null): string | null {
  return value === null ? null : formatCount(value);
}

function State({ state }: { readonly state: GoalState }) {
  const { goal, report } = state;
  return (
    <>
      {goal === null ? (
        <Empty>There is no goal.</Empty>
      ) : (
        <>
          <div class="ts-view__line">
            <StateBadge state={goal.status} />
            <span>{goal.objective}</span>
          </div>
          <Facts
            facts={[
              ['tokens used', count(goal.tokensUsed)],
              ['of', count(goal.tokenBudget)],
              ['left', count(state.remainingTokens)],
              ['time used', goal.timeUsedMs === null ? null : formatMs(goal.timeUsedMs)],
            ]}
          />
        </>
      )}
      {report !== undefined && report !== '' && <MarkdownBlock title="Report" text={report} />}
    </>
  );
}

export const view = defineView<GoalInput, GoalResult>((props) => {
  const { input, result } = props;
  return (
    <ViewFrame view={props}>
      {input !== null && (
        <div class="ts-view__line">
          <span class="ts-view__lead">{ACTIONS[input.action]}</span>
          {result?.kind !== 'goal' && input.objective !== null && <span>{input.objective}</span>}
          <Facts
            facts={[
              ['to', input.status],
              ['budget in tokens', count(input.tokenBudget)],
            ]}
          />
        </div>
      )}
      {result?.kind === 'goal' && <State state={result} />}
      <OtherResult view={props} />
    </ViewFrame>
  );
});
