// How published pages are drawn: what was published, listed, read, watched or pinned.

import { formatBytes, formatMs, plural } from '../../base/units.ts';
import { MarkdownBlock } from '../../ui/markdown/markdown-block.tsx';
import { Badge } from '../../ui/parts/badge.tsx';
import { DataTable } from '../../ui/parts/data-table.tsx';
import { Empty } from '../../ui/parts/empty.tsx';
import { Facts } from '../../ui/parts/facts.tsx';
import { WebLink } from '../../ui/parts/link.tsx';
import { defineView, type ToolViewProps } from '../../ui/tool-view.ts';
import { resultCut } from '../../ui/view/cuts.ts';
import { HttpBadge } from '../../ui/view/http-badge.tsx';
import { Instant } from '../../ui/view/instant.tsx';
import { Notes } from '../../ui/view/notes.tsx';
import { OtherResult } from '../../ui/view/other-result.tsx';
import { isTyped } from '../../ui/view/untyped-result.tsx';
import { ViewFrame } from '../../ui/view/view-frame.tsx';
import type { ArtifactInput } from './artifact.ts';
import type { ArtifactAsset, ArtifactEntry, ArtifactPublished, ArtifactResult } from './artifact-results.ts';

type Props = ToolViewProps<ArtifactInput, ArtifactResult>;

function Published({ result }: { readonly result: ArtifactPublished }) {
  return (
    <>
      <div class="ts-view__line">
        <Badge tone={result.unchanged ? 'quiet' : 'ok'}>
          {result.unchanged ? 'unchanged' : result.updated ? 'new version' : 'published'}
        </Badge>
        <WebLink url={result.url} title={result.title} />
        {result.pinned && <Badge>pinned</Badge>}
      </div>
      <Facts
        facts={[
          ['version', result.version],
          ['from', result.path],
        ]}
      />
      <Notes notes={result.warnings} />
    </>
  );
}

function entryRow({ title, url, updatedAt, owner, pinned }: ArtifactEntry) {
  return [
    <WebLink key="link" url={url} title={title} />,
    updatedAt === undefined ? null : <Instant key="at" at={updatedAt} />,
    owner,
    pinned === true ? 'pinned' : null,
  ];
}

function assetRow({ id, url, path, mediaType, bytes, status, message }: ArtifactAsset) {
  return [
    url === null ? (path ?? id) : <WebLink key="link" url={url} title={path ?? id} />,
    mediaType,
    bytes === null ? null : formatBytes(bytes),
    [status, message]
      .filter((word) => word !== null)
      .join(': ')
      .replaceAll('_', ' '),
  ];
}

function Outcome({ view, result }: { readonly view: Props; readonly result: ArtifactResult }) {
  switch (result.kind) {
    case 'published':
      return <Published result={result} />;
    case 'listed':
      return result.artifacts.length === 0 ? (
        <Empty>Nothing is published.</Empty>
      ) : (
        <>
          <DataTable label="Pages" columns={['Page', 'Changed', 'Whose', '']} rows={result.artifacts.map(entryRow)} />
          {result.truncated && (
            <Empty>Not all of them{result.total === null ? '' : `: there are ${result.total}`}.</Empty>
          )}
        </>
      );
    case 'read':
      return (
        <>
          <div class="ts-view__line">
            <HttpBadge status={result.status} />
            <WebLink url={result.url} title={result.title} />
            {result.bytes !== null && <span class="ts-view__dim">{formatBytes(result.bytes)}</span>}
            {result.durationMs !== null && <span class="ts-view__dim">{formatMs(result.durationMs)}</span>}
          </div>
          <MarkdownBlock text={result.text} cut={resultCut(view, '/text')} />
        </>
      );
    case 'watch':
      return (
        <>
          <div class="ts-view__line">
            <Badge tone={result.watching ? 'info' : 'quiet'}>{result.watching ? 'watching' : 'not watching'}</Badge>
            <WebLink url={result.url} />
          </div>
          <Facts
            facts={[
              ['outcome', result.outcome],
              ['because', result.reason],
              ['task', result.taskId],
            ]}
          />
        </>
      );
    case 'watches':
      return (
        <DataTable
          label="Watched pages"
          columns={['Page', 'Task', 'Rail']}
          rows={result.watches.map(({ url, taskId, rail }) => [<WebLink key="link" url={url} />, taskId, rail])}
        />
      );
    case 'assets':
      return (
        <>
          <div class="ts-view__dim">
            {plural(result.assets.length, 'file')} {result.action}
          </div>
          <DataTable label="Files" columns={['File', 'Type', 'Size', 'State']} rows={result.assets.map(assetRow)} />
        </>
      );
    case 'pin':
      return (
        <div class="ts-view__line">
          <Badge tone="ok">{result.pinned ? 'pinned' : 'no longer pinned'}</Badge>
          <WebLink url={result.url} title={result.title} />
        </div>
      );
    case 'note':
      return null;
  }
}

export const view = defineView<ArtifactInput, ArtifactResult>((props) => {
  const { input, result } = props;
  return (
    <ViewFrame view={props}>
      {input !== null && (
        <>
          <div class="ts-view__line">
            <span class="ts-view__lead">{input.action.replaceAll('_', ' ')}</span>
            {input.title !== undefined && <span>{input.title}</span>}
            {input.url !== null && <WebLink url={input.url} />}
            {input.force && <Badge tone="warn">even if it was changed meanwhile</Badge>}
          </div>
          <Facts
            facts={[
              ['files', input.files.join(', ')],
              ['what it is', input.description],
              ['asked', input.prompt],
              ['asset', input.assetId],
            ]}
          />
        </>
      )}
      {isTyped(result) && <Outcome view={props} result={result} />}
      <OtherResult view={props} />
    </ViewFrame>
  );
});
