// How waiting for an environment is drawn.

import { Badge } from '../../ui/parts/badge.tsx';
import { defineView } from '../../ui/tool-view.ts';
import { OtherResult } from '../../ui/view/other-result.tsx';
import { ViewFrame } from '../../ui/view/view-frame.tsx';
import type { EnvironmentInput, EnvironmentNote, EnvironmentState } from './wait-for-environment.ts';

export const view = defineView<EnvironmentInput, EnvironmentState | EnvironmentNote>((props) => {
  const { input, result } = props;
  const state = result?.kind === 'state' ? result : null;
  return (
    <ViewFrame view={props}>
      <div class="ts-view__line">
        <span>
          Environment <code>{input?.environmentId ?? state?.environmentId}</code>
        </span>
        {state !== null && <Badge tone={state.status === 'ready' ? 'ok' : 'warn'}>{state.status}</Badge>}
        {state?.message !== undefined && <span>{state.message}</span>}
      </div>
      <OtherResult view={props} />
    </ViewFrame>
  );
});
