// View of a wake-up: when, why, and with which prompt.

import { formatInstant } from '../../base/time.ts';
import { formatMs, plural } from '../../base/units.ts';
import { Badge } from '../../ui/parts/badge.tsx';
import { Facts } from '../../ui/parts/facts.tsx';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import { defineView } from '../../ui/tool-view.ts';
import { Instant } from '../../ui/view/instant.tsx';
import { isTyped, UntypedResult } from '../../ui/view/untyped-result.tsx';
import { ViewFrame } from '../../ui/view/view-frame.tsx';
import type { ScheduleWakeupInput, ScheduleWakeupResult } from './schedule-wakeup.ts';

function seconds(count: number | null): string | null {
  return count === null ? null : formatMs(count * 1000);
}

export const view = defineView<ScheduleWakeupInput, ScheduleWakeupResult>((props) => {
  const { input, result } = props;
  return (
    <ViewFrame view={props}>
      {input !== null && (
        <>
          <div class="ts-view__line">
            <span class="ts-view__lead">{input.stop ? 'End of the loop' : 'Wake-up'}</span>
            {input.nothingNew === true && <Badge>nothing new since the last time</Badge>}
            <Facts
              facts={[
                ['wanted in', seconds(input.delaySeconds)],
                ['because', input.reason],
              ]}
            />
          </div>
          {input.prompt !== null && <CodeBlock title="Prompt" isProse text={input.prompt} />}
        </>
      )}
      {result?.kind === 'scheduled' && (
        <div class="ts-view__line">
          <Badge tone="info">scheduled</Badge>
          <Facts
            facts={[
              ['at', result.at === null ? result.atWords : <Instant at={formatInstant(result.at)} />],
              ['in', seconds(result.delaySeconds)],
            ]}
          />
          {result.clamped && <Badge tone="warn">moved: the wish was out of bounds</Badge>}
        </div>
      )}
      {result?.kind === 'stopped' && (
        <div class="ts-view__line">
          <Badge tone="ok">stopped</Badge>
          <span>{plural(result.cancelled, 'wake-up')} cancelled</span>
        </div>
      )}
      {!isTyped(result) && <UntypedResult view={props} />}
    </ViewFrame>
  );
});
