// View of a web search: the query, the links in order, and comments on them.

import { formatMs, plural } from '../../base/units.ts';
import { MarkdownBlock } from '../../ui/markdown/markdown-block.tsx';
import { Badge } from '../../ui/parts/badge.tsx';
import { Facts } from '../../ui/parts/facts.tsx';
import { WebLink } from '../../ui/parts/link.tsx';
import { LinkList } from '../../ui/parts/link-list.tsx';
import { defineView, type ToolViewProps } from '../../ui/tool-view.ts';
import { resultCut } from '../../ui/view/cuts.ts';
import { isTyped, UntypedResult } from '../../ui/view/untyped-result.tsx';
import { ViewFrame } from '../../ui/view/view-frame.tsx';
import type { SearchResults } from './search-results.ts';
import type { SearchInput, SearchResult } from './web-search.ts';

type Props = ToolViewProps<SearchInput, SearchResult>;

function Results({ view, result }: { readonly view: Props; readonly result: SearchResults }) {
  return (
    <>
      <div class="ts-view__line ts-view__dim">
        {(result.linkCount > 0 || result.entries.length === 0) && <span>{plural(result.linkCount, 'link')}</span>}
        {result.searches !== null && <span>{plural(result.searches, 'search', 'searches')}</span>}
        {result.durationMs !== null && <span>{formatMs(result.durationMs)}</span>}
      </div>
      {result.entries.map((entry, index) =>
        entry.type === 'links' ? (
          <LinkList key={index} links={entry.links} />
        ) : (
          <MarkdownBlock key={index} text={entry.text} cut={resultCut(view, `/entries/${index}/text`)} />
        ),
      )}
    </>
  );
}

function Outcome({ view, result }: { readonly view: Props; readonly result: SearchResult }) {
  switch (result.kind) {
    case 'results':
      return <Results view={view} result={result} />;
    case 'detached':
      return <Badge tone="info">still running: the answer comes later</Badge>;
    case 'done':
      return <div class="ts-view__dim">It was done. What it found is not in the log.</div>;
    case 'refused':
      return view.call.failure === null ? <Badge tone="error">{result.errorCode}</Badge> : null;
  }
}

const ACTIONS = { search: 'Searched', open: 'Opened', find: 'Looked in' } as const;

export const view = defineView<SearchInput, SearchResult>((props) => {
  const { input, result } = props;
  return (
    <ViewFrame view={props}>
      {input !== null && (
        <>
          <div class="ts-view__line">
            <span class="ts-view__dim">{ACTIONS[input.action]}</span>
            {input.queries
              .filter((query) => query !== '')
              .map((query) => (
                <span key={query} class="ts-view__lead">
                  “{query}”
                </span>
              ))}
            {input.url !== null && <WebLink url={input.url} />}
          </div>
          <Facts
            facts={[
              ['for', input.pattern],
              ['only in', input.allowedDomains.join(', ')],
              ['not in', input.blockedDomains.join(', ')],
            ]}
          />
        </>
      )}
      {isTyped(result) ? <Outcome view={props} result={result} /> : <UntypedResult view={props} />}
    </ViewFrame>
  );
});
