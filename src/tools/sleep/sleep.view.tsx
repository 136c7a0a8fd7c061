// How a pause is drawn.

import { formatMs } from '../../base/units.ts';
import { Badge } from '../../ui/parts/badge.tsx';
import { Facts } from '../../ui/parts/facts.tsx';
import { defineView } from '../../ui/tool-view.ts';
import { OtherResult } from '../../ui/view/other-result.tsx';
import { ViewFrame } from '../../ui/view/view-frame.tsx';
import type { SleepInput, SleepNote, Slept } from './sleep.ts';

function span(ms: number | null | undefined): string | null {
  return ms === null || ms === undefined ? null : formatMs(ms);
}

export const view = defineView<SleepInput, Slept | SleepNote>((props) => {
  const { input, result } = props;
  const slept = result?.kind === 'slept' ? result : null;
  return (
    <ViewFrame view={props}>
      <div class="ts-view__line">
        <Facts
          facts={[
            ['wanted', span(input?.durationMs)],
            ['slept', span(slept?.elapsedMs)],
          ]}
        />
        {slept?.interrupted === true && <Badge tone="info">woken early: something came in</Badge>}
      </div>
      <OtherResult view={props} />
    </ViewFrame>
  );
});
