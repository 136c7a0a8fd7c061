// How resources of MCP servers are drawn: lists, contents, refreshed servers, subscriptions.

import { formatMs, plural } from '../../base/units.ts';
import { Badge } from '../../ui/parts/badge.tsx';
import { DataTable } from '../../ui/parts/data-table.tsx';
import { Empty } from '../../ui/parts/empty.tsx';
import { Facts } from '../../ui/parts/facts.tsx';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import { defineView, type ToolViewProps } from '../../ui/tool-view.ts';
import { DocumentLine } from '../../ui/view/content-blocks.tsx';
import { resultCut } from '../../ui/view/cuts.ts';
import { InputValue } from '../../ui/view/input-value.tsx';
import { OwnFailure } from '../../ui/view/own-failure.tsx';
import { isTyped, UntypedResult } from '../../ui/view/untyped-result.tsx';
import { ViewFrame } from '../../ui/view/view-frame.tsx';
import type { Resource, ResourceContents, ResourcesInput, ResourcesResult, ServerRefresh } from './resource-shapes.ts';

type Props = ToolViewProps<ResourcesInput, ResourcesResult>;

function Resources({ resources, label }: { readonly resources: readonly Resource[]; readonly label: string }) {
  if (resources.length === 0) return null;
  return (
    <DataTable
      label={label}
      columns={[label, 'Server', 'Type', 'What it is']}
      rows={resources.map(({ uri, name, server, mediaType, description }) => [
        <>
          {name} <code>{uri}</code>
        </>,
        server,
        mediaType,
        description,
      ])}
    />
  );
}

function Contents({ view, result }: { readonly view: Props; readonly result: ResourceContents }) {
  return (
    <>
      {result.contents.map(({ uri, mediaType, text, savedTo, blobBytes }, index) => (
        <div key={index} class="ts-view">
          {text !== null ? (
            <CodeBlock
              title={uri}
              facts={mediaType}
              path={uri}
              text={text}
              cut={resultCut(view, `/contents/${index}/text`)}
            />
          ) : (
            <DocumentLine url={null} mediaType={mediaType ?? 'data'} bytes={blobBytes} name={uri} />
          )}
          <Facts facts={[['saved to', savedTo]]} />
        </div>
      ))}
      {result.contents.length === 0 && <Empty>There is no content.</Empty>}
    </>
  );
}

function refreshRow({ server, status, toolCount, added, removed, error }: ServerRefresh) {
  return [
    server,
    <Badge key="state" tone={status === 'refreshed' ? 'ok' : 'warn'}>
      {status.replaceAll('_', ' ')}
    </Badge>,
    toolCount,
    [...(added ?? []).map((name) => `+ ${name}`), ...(removed ?? []).map((name) => `− ${name}`), error ?? ''].join(' '),
  ];
}

function Outcome({ view, result }: { readonly view: Props; readonly result: ResourcesResult }) {
  switch (result.kind) {
    case 'resources':
      return (
        <>
          <OwnFailure view={view} message={result.error} tone="warn" title="The server said" />
          <Resources resources={result.resources} label="Resource" />
          <Resources resources={result.templates} label="Template" />
          {result.resources.length + result.templates.length === 0 && <Empty>No resources.</Empty>}
          {result.nextCursor !== null && <Empty>There are more: {result.nextCursor}</Empty>}
        </>
      );
    case 'contents':
      return (
        <>
          <OwnFailure view={view} message={result.error} tone="warn" title="The server said" />
          <Contents view={view} result={result} />
        </>
      );
    case 'refreshed':
      return (
        <DataTable
          label="Servers"
          columns={['Server', 'State', 'Tools', 'Changes']}
          rows={result.servers.map(refreshRow)}
        />
      );
    case 'subscribed':
      return (
        <div class="ts-view__line">
          <Badge tone={result.success ? 'ok' : 'error'}>{result.success ? 'subscribed' : 'not subscribed'}</Badge>
          <Facts facts={[['subscription', result.subscriptionId]]} />
        </div>
      );
    case 'unsubscribed':
      return <Badge tone={result.success ? 'ok' : 'error'}>{result.success ? 'ended' : 'not ended'}</Badge>;
    case 'note':
      return <CodeBlock isProse text={result.text} />;
  }
}

export const view = defineView<ResourcesInput, ResourcesResult>((props) => {
  const { input, result } = props;
  return (
    <ViewFrame view={props}>
      {input !== null && (
        <>
          <div class="ts-view__line">
            <span class="ts-view__lead">{input.operation.replaceAll('-', ' ')}</span>
            <Badge tone="info">{input.server ?? 'all servers'}</Badge>
            {input.uri !== null && <code>{input.uri}</code>}
            {result?.kind === 'resources' && (
              <span class="ts-view__dim">{plural(result.resources.length + result.templates.length, 'resource')}</span>
            )}
          </div>
          <Facts
            facts={[
              ['tool', input.tool],
              ['subscription', input.subscriptionId],
              ['every', input.intervalMs === undefined ? null : formatMs(input.intervalMs)],
              ['because', input.reason],
              ['from', input.cursor],
            ]}
          />
          {input.arguments !== undefined && <InputValue title="Arguments" value={input.arguments} />}
        </>
      )}
      {isTyped(result) ? <Outcome view={props} result={result} /> : <UntypedResult view={props} />}
    </ViewFrame>
  );
});
