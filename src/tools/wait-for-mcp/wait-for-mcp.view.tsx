// How waiting for MCP servers is drawn.

import { formatMs } from '../../base/units.ts';
import { Facts } from '../../ui/parts/facts.tsx';
import { defineView } from '../../ui/tool-view.ts';
import { JsonTree } from '../../ui/tree/json-tree.tsx';
import { OtherResult } from '../../ui/view/other-result.tsx';
import { ViewFrame } from '../../ui/view/view-frame.tsx';
import type { WaitInput, WaitResult } from './wait-for-mcp.ts';

export const view = defineView<WaitInput, WaitResult>((props) => {
  const { input, result } = props;
  return (
    <ViewFrame view={props}>
      {input !== null && (
        <div class="ts-view__line">
          <span class="ts-view__lead">{input.servers.length === 0 ? 'All servers' : input.servers.join(', ')}</span>
          <Facts facts={[['waits at most', input.timeoutMs === undefined ? null : formatMs(input.timeoutMs)]]} />
        </div>
      )}
      {result?.kind === 'value' && <JsonTree title="Servers" value={result.value} />}
      <OtherResult view={props} />
    </ViewFrame>
  );
});
