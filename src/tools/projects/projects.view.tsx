// How project knowledge is drawn: what is in it, what was found, read or written.

import { formatBytes } from '../../base/units.ts';
import { MarkdownBlock } from '../../ui/markdown/markdown-block.tsx';
import { Badge } from '../../ui/parts/badge.tsx';
import { DataTable } from '../../ui/parts/data-table.tsx';
import { Empty } from '../../ui/parts/empty.tsx';
import { Facts } from '../../ui/parts/facts.tsx';
import { Section } from '../../ui/parts/section.tsx';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import { defineView, type ToolViewProps } from '../../ui/tool-view.ts';
import { inputCut, resultCut } from '../../ui/view/cuts.ts';
import { Instant } from '../../ui/view/instant.tsx';
import { OtherResult } from '../../ui/view/other-result.tsx';
import { isTyped } from '../../ui/view/untyped-result.tsx';
import { ViewFrame } from '../../ui/view/view-frame.tsx';
import type { ProjectFile, ProjectsInput, ProjectsResult } from './projects.ts';

type Props = ToolViewProps<ProjectsInput, ProjectsResult>;

function Files({ files }: { readonly files: readonly ProjectFile[] }) {
  if (files.length === 0) return <Empty>No files.</Empty>;
  return (
    <DataTable
      label="Files"
      columns={['File', 'Size', 'When']}
      rows={files.map(({ path, bytes, at }) => [
        path,
        bytes === null ? null : formatBytes(bytes),
        at === null ? null : <Instant key="at" at={at} />,
      ])}
    />
  );
}

function Outcome({ view, result }: { readonly view: Props; readonly result: ProjectsResult }) {
  switch (result.kind) {
    case 'info':
      return (
        <>
          <div class="ts-view__line">
            <span class="ts-view__lead">{result.name}</span>
            {result.knowledgeBytes !== null && <span class="ts-view__dim">{formatBytes(result.knowledgeBytes)}</span>}
          </div>
          {result.description !== '' && <p class="ts-view__prose">{result.description}</p>}
          {result.instructions !== '' && (
            <Section title="Instructions">
              <MarkdownBlock text={result.instructions} />
            </Section>
          )}
          <Files files={result.files} />
        </>
      );
    case 'document':
      return result.text === null ? (
        <Facts
          facts={[
            ['saved to', result.localFile],
            ['size', result.bytes === null ? null : formatBytes(result.bytes)],
          ]}
        />
      ) : (
        <CodeBlock
          title={result.path}
          facts={result.truncated ? <Badge tone="warn">cut</Badge> : undefined}
          path={result.path}
          text={result.text}
          cut={resultCut(view, '/text')}
        />
      );
    case 'hits':
      return result.hits.length === 0 ? (
        <Empty>Nothing was found.</Empty>
      ) : (
        <DataTable
          label="Hits"
          columns={['File', 'Page', 'Text']}
          rows={result.hits.map(({ name, page, text }) => [name, page, text])}
        />
      );
    case 'written':
      return <Badge tone="ok">{result.replaced ? 'replaced' : 'written'}</Badge>;
    case 'deleted':
      return <Badge tone={result.deleted ? 'ok' : 'warn'}>{result.deleted ? 'deleted' : 'not deleted'}</Badge>;
    case 'memory':
      return (
        <>
          <Files files={result.files} />
          {result.truncated && <Empty>Not all of them.</Empty>}
        </>
      );
    case 'note':
      return null;
  }
}

export const view = defineView<ProjectsInput, ProjectsResult>((props) => {
  const { input, result } = props;
  return (
    <ViewFrame view={props}>
      {input !== null && (
        <>
          <div class="ts-view__line">
            <Badge tone="info">{input.method.replaceAll('_', ' ')}</Badge>
            {input.path !== null && <code>{input.path}</code>}
            {input.query !== null && <span>“{input.query}”</span>}
            <Facts facts={[['from', input.localPath]]} />
          </div>
          {input.content !== undefined && (
            <CodeBlock title="Content" path={input.path} text={input.content} cut={inputCut(props, '/content')} />
          )}
        </>
      )}
      {isTyped(result) && <Outcome view={props} result={result} />}
      <OtherResult view={props} />
    </ViewFrame>
  );
});
