// How a setting is drawn: what it was, what it is.

import { Badge } from '../../ui/parts/badge.tsx';
import { defineView } from '../../ui/tool-view.ts';
import { OtherResult } from '../../ui/view/other-result.tsx';
import { SmallValue } from '../../ui/view/small-value.tsx';
import { ViewFrame } from '../../ui/view/view-frame.tsx';
import type { ConfigInput, ConfigNote, ConfigResult } from './config.ts';

export const view = defineView<ConfigInput, ConfigResult | ConfigNote>((props) => {
  const { input, result, call } = props;
  const told = result?.kind === 'setting' ? result : null;
  return (
    <ViewFrame view={props}>
      <div class="ts-view__line">
        <code class="ts-view__lead">{told?.setting ?? input?.setting}</code>
        {told !== null && <Badge tone={told.success ? 'ok' : 'error'}>{told.operation}</Badge>}
        {told === null && input?.value !== undefined && (
          <span>
            wanted: <SmallValue value={input.value} />
          </span>
        )}
        {told?.previousValue !== undefined && (
          <span class="ts-view__dim">
            was <SmallValue value={told.previousValue} />
          </span>
        )}
        {told !== null && (told.newValue !== undefined || told.value !== undefined) && (
          <span>
            is <SmallValue value={told.newValue ?? told.value} />
          </span>
        )}
      </div>
      {told?.error !== undefined && call.failure === null && <div>{told.error}</div>}
      <OtherResult view={props} />
    </ViewFrame>
  );
});
