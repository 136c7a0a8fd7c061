// How the start of planning is drawn.

import { defineView } from '../../ui/tool-view.ts';
import { OtherResult } from '../../ui/view/other-result.tsx';
import { ViewFrame } from '../../ui/view/view-frame.tsx';
import type { PlanModeEntered } from './enter-plan-mode.ts';

export const view = defineView<object, PlanModeEntered>((props) => {
  const { result } = props;
  return (
    <ViewFrame view={props}>
      <div class="ts-view__lead">Plan mode: look around, change nothing</div>
      {result?.kind === 'entered' && <p class="ts-view__prose ts-view__dim">{result.message}</p>}
      <OtherResult view={props} />
    </ViewFrame>
  );
});
