// View of a fetched page: its URL, its status, and what the model got of it.

import { formatBytes, formatMs } from '../../base/units.ts';
import { MarkdownBlock } from '../../ui/markdown/markdown-block.tsx';
import { Badge } from '../../ui/parts/badge.tsx';
import { Facts } from '../../ui/parts/facts.tsx';
import { WebLink } from '../../ui/parts/link.tsx';
import { defineView, type ToolViewProps } from '../../ui/tool-view.ts';
import { BodyBlocks } from '../../ui/view/body-blocks.tsx';
import { resultCut } from '../../ui/view/cuts.ts';
import { HttpBadge } from '../../ui/view/http-badge.tsx';
import { isTyped, UntypedResult } from '../../ui/view/untyped-result.tsx';
import { ViewFrame } from '../../ui/view/view-frame.tsx';
import type { FetchInput, FetchResult } from './web-fetch.ts';

type Props = ToolViewProps<FetchInput, FetchResult>;

function Outcome({ view, result }: { readonly view: Props; readonly result: FetchResult }) {
  switch (result.kind) {
    case 'page':
      return (
        <>
          <div class="ts-view__line">
            <HttpBadge status={result.status} words={result.statusText} />
            {result.bytes !== null && <span class="ts-view__dim">{formatBytes(result.bytes)}</span>}
            {result.durationMs !== null && <span class="ts-view__dim">{formatMs(result.durationMs)}</span>}
          </div>
          <MarkdownBlock title="What the model got" text={result.text} cut={resultCut(view, '/text')} />
        </>
      );
    case 'redirect':
      return (
        <>
          <div class="ts-view__line">
            <HttpBadge status={result.status} words="redirect" />
            <span>The page is on another host: nothing was fetched.</span>
          </div>
          <Facts
            facts={[
              ['from', result.from && <WebLink url={result.from} />],
              ['to', <WebLink key="to" url={result.to} />],
            ]}
          />
        </>
      );
    case 'detached':
      return <Badge tone="info">still running: the answer comes later</Badge>;
    case 'document':
      return (
        <>
          <Facts
            facts={[
              ['title', result.title],
              ['fetched', result.retrievedAt],
            ]}
          />
          <BodyBlocks blocks={result.blocks} view={view} pointer="/blocks" />
        </>
      );
    case 'refused':
      return view.call.failure === null ? <Badge tone="error">{result.errorCode}</Badge> : null;
  }
}

export const view = defineView<FetchInput, FetchResult>((props) => {
  const { input, result } = props;
  return (
    <ViewFrame view={props}>
      {input !== null && (
        <>
          <div class="ts-view__line">
            <WebLink url={input.url} />
          </div>
          <Facts
            facts={[
              ['asked', input.prompt],
              ['from character', input.offset],
            ]}
          />
        </>
      )}
      {isTyped(result) ? <Outcome view={props} result={result} /> : <UntypedResult view={props} />}
    </ViewFrame>
  );
});
