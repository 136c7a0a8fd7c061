// How a batch is drawn: what it was for, and the tools it asked for. Its calls follow as nested ones.

import { Facts } from '../../ui/parts/facts.tsx';
import { defineView } from '../../ui/tool-view.ts';
import { OtherResult } from '../../ui/view/other-result.tsx';
import { ViewFrame } from '../../ui/view/view-frame.tsx';
import type { BatchInput, BatchResult } from './batch.ts';

export const view = defineView<BatchInput, BatchResult>((props) => {
  const { input } = props;
  return (
    <ViewFrame view={props}>
      <div class="ts-view__line">
        <Facts
          facts={[
            ['for', input?.description ?? null],
            ['tools', input === null ? null : input.tools.join(', ')],
          ]}
        />
      </div>
      <OtherResult view={props} />
    </ViewFrame>
  );
});
