// How a read file is drawn: numbered lines with their range, images with their sizes, notebooks, PDFs.

import { formatBytes, formatCount, plural } from '../../base/units.ts';
import { Badge } from '../../ui/parts/badge.tsx';
import { Empty } from '../../ui/parts/empty.tsx';
import { Facts } from '../../ui/parts/facts.tsx';
import { ImageBox } from '../../ui/parts/image-box.tsx';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import { defineView, type ToolViewProps } from '../../ui/tool-view.ts';
import { DocumentLine } from '../../ui/view/content-blocks.tsx';
import { resultCut } from '../../ui/view/cuts.ts';
import { FilePath } from '../../ui/view/file-path.tsx';
import { NotebookCells } from '../../ui/view/notebook-cells.tsx';
import { Notes } from '../../ui/view/notes.tsx';
import { ReferencedImages } from '../../ui/view/referenced-images.tsx';
import { isTyped, UntypedResult } from '../../ui/view/untyped-result.tsx';
import { ViewFrame } from '../../ui/view/view-frame.tsx';
import type { ReadImage, ReadInput, ReadPages, ReadResult, ReadText } from './read-results.ts';

type Props = ToolViewProps<ReadInput, ReadResult>;

/** Some results do not repeat the path. */
function pathOf(view: Props, path: string): string {
  return path === '' ? (view.input?.path ?? '') : path;
}

function rangeOf({ startLine, lines, totalLines, partial }: ReadText): string {
  if (lines === 0) return 'no lines';
  const range = `lines ${formatCount(startLine)}–${formatCount(startLine + lines - 1)}`;
  if (partial === false) return `all ${plural(lines, 'line')}`;
  return totalLines === null ? range : `${range} of ${formatCount(totalLines)}`;
}

function Text({ view, result }: { readonly view: Props; readonly result: ReadText }) {
  return (
    <>
      {result.content === '' ? (
        <div class="ts-view__line">
          <FilePath path={pathOf(view, result.path)} links={view.links} />
          <Empty>The text is empty.</Empty>
        </div>
      ) : (
        <CodeBlock
          title={<FilePath path={pathOf(view, result.path)} links={view.links} />}
          facts={
            <>
              <span>{rangeOf(result)}</span>
              {result.truncated && <Badge tone="warn">cut by the agent</Badge>}
            </>
          }
          path={pathOf(view, result.path)}
          startLine={result.startLine}
          text={result.content}
          label="Content of the file"
          cut={resultCut(view, '/content')}
        />
      )}
      <Notes notes={result.remarks} />
    </>
  );
}

function Image({ view, result }: { readonly view: Props; readonly result: ReadImage }) {
  const { image, sizes, fileBytes } = result;
  const { original, displayed } = sizes ?? {};
  return (
    <ImageBox
      title={<FilePath path={pathOf(view, result.path)} links={view.links} />}
      url={view.bodies.url(image.from, image.pointer)}
      mediaType={image.mediaType}
      bytes={fileBytes ?? image.bytes}
      name={pathOf(view, result.path)}
      facts={
        <>
          {original !== undefined && (
            <span>
              file {original.width} × {original.height}
            </span>
          )}
          {displayed !== undefined && (
            <span>
              the model saw {displayed.width} × {displayed.height}
            </span>
          )}
        </>
      }
    />
  );
}

function Pages({ view, result }: { readonly view: Props; readonly result: ReadPages }) {
  return (
    <>
      <div class="ts-view__line">
        <FilePath path={pathOf(view, result.path)} links={view.links} />
        <span>{plural(result.pages, 'page')}</span>
        {result.firstPage !== undefined && <span class="ts-view__dim">from page {result.firstPage}</span>}
        {result.fileBytes !== null && <span class="ts-view__dim">{formatBytes(result.fileBytes)}</span>}
      </div>
      <Facts facts={[['images were put in', result.outputFolder]]} />
      <ReferencedImages images={result.images} bodies={view.bodies} name="Page" />
    </>
  );
}

function Found({ view, result }: { readonly view: Props; readonly result: ReadResult }) {
  const { links, bodies } = view;
  switch (result.kind) {
    case 'text':
      return <Text view={view} result={result} />;
    case 'image':
      return <Image view={view} result={result} />;
    case 'notebook':
      return (
        <>
          <FilePath path={pathOf(view, result.path)} links={links} />
          <NotebookCells cells={result.cells} bodies={bodies} />
          <ReferencedImages images={result.images} bodies={bodies} name="Image beside the cells" />
        </>
      );
    case 'pdf':
      return (
        <>
          <FilePath path={pathOf(view, result.path)} links={links} />
          <DocumentLine
            url={result.document === null ? null : bodies.url(result.document.from, result.document.pointer)}
            mediaType={result.document?.mediaType ?? 'application/pdf'}
            bytes={result.fileBytes ?? result.document?.bytes ?? null}
          />
        </>
      );
    case 'pages':
      return <Pages view={view} result={result} />;
    case 'unchanged':
      return (
        <div class="ts-view__line">
          <FilePath path={pathOf(view, result.path)} links={links} />
          <Badge>unchanged</Badge>
          <span class="ts-view__dim">not sent again: the model has it from an earlier read</span>
        </div>
      );
  }
}

function asked({ offset, limit, pages }: ReadInput): string {
  if (pages !== undefined) return `pages ${pages}`;
  if (offset === undefined && limit === undefined) return '';
  return `from line ${offset ?? 1}${limit === undefined ? '' : `, ${plural(limit, 'line')}`}`;
}

export const view = defineView<ReadInput, ReadResult>((props) => {
  const { input, result } = props;
  return (
    <ViewFrame view={props}>
      {!isTyped(result) && input !== null && (
        <div class="ts-view__line">
          <FilePath path={input.path} links={props.links} />
          <span class="ts-view__dim">{asked(input)}</span>
        </div>
      )}
      {isTyped(result) ? <Found view={props} result={result} /> : <UntypedResult view={props} />}
    </ViewFrame>
  );
});
