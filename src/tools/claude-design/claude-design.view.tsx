// How a call to the design service is drawn.

import { Badge } from '../../ui/parts/badge.tsx';
import { defineView } from '../../ui/tool-view.ts';
import { BodyBlocks } from '../../ui/view/body-blocks.tsx';
import { InputValue } from '../../ui/view/input-value.tsx';
import { OtherResult } from '../../ui/view/other-result.tsx';
import { ViewFrame } from '../../ui/view/view-frame.tsx';
import type { DesignInput, DesignReply } from './claude-design.ts';

export const view = defineView<DesignInput, DesignReply>((props) => {
  const { input, result } = props;
  return (
    <ViewFrame view={props}>
      {input !== null && (
        <>
          <div class="ts-view__line">
            <code class="ts-view__lead">{input.operation}</code>
          </div>
          <InputValue title="Arguments" value={input.arguments} />
        </>
      )}
      {result?.kind === 'reply' && (
        <>
          {result.isError && (
            <div class="ts-view__line">
              <Badge tone="error">the service calls it an error</Badge>
            </div>
          )}
          <BodyBlocks blocks={result.blocks} view={props} pointer="/blocks" />
        </>
      )}
      <OtherResult view={props} />
    </ViewFrame>
  );
});
