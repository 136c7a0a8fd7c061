// How a search for tools is drawn: the tools that were found.

import { formatCount, plural } from '../../base/units.ts';
import { Badge } from '../../ui/parts/badge.tsx';
import { Empty } from '../../ui/parts/empty.tsx';
import { Facts } from '../../ui/parts/facts.tsx';
import { defineView } from '../../ui/tool-view.ts';
import { OtherResult } from '../../ui/view/other-result.tsx';
import { ViewFrame } from '../../ui/view/view-frame.tsx';
import type { ToolSearchInput, ToolSearchResult } from './tool-search.ts';

export const view = defineView<ToolSearchInput, ToolSearchResult>((props) => {
  const { input, result } = props;
  return (
    <ViewFrame view={props}>
      {input !== null && (
        <div class="ts-view__line">
          <code class="ts-view__lead">{input.query}</code>
          {input.limit !== undefined && <span class="ts-view__dim">at most {input.limit}</span>}
        </div>
      )}
      {result?.kind === 'matches' && (
        <>
          <div class="ts-view__line">
            <span>{plural(result.names.length, 'tool')}</span>
            {result.among !== null && <span class="ts-view__dim">among {formatCount(result.among)}</span>}
          </div>
          {result.names.length === 0 ? (
            <Empty>No tools match.</Empty>
          ) : (
            <div class="ts-view__line">
              {result.names.map((name) => (
                <Badge key={name}>
                  <code>{name}</code>
                </Badge>
              ))}
            </div>
          )}
          <Facts facts={[['not ready yet', result.pendingServers.join(', ')]]} />
        </>
      )}
      <OtherResult view={props} />
    </ViewFrame>
  );
});
