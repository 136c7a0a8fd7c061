// The cells of a notebook: source, text output, images.

import { plural } from '../../base/units.ts';
import { MarkdownBlock } from '../markdown/markdown-block.tsx';
import { Empty } from '../parts/empty.tsx';
import { CodeBlock } from '../text/code-block.tsx';
import { TerminalBlock } from '../text/terminal-block.tsx';
import type { ViewBodies } from '../tool-view.ts';
import { type ImageReference, ReferencedImages } from './referenced-images.tsx';

export interface Cell {
  readonly id: string | null;
  readonly type: string;
  readonly source: string;
  readonly language?: string | undefined;
  readonly executionCount: number | null;
  readonly outputs: readonly {
    readonly type: string;
    readonly text: string;
    readonly images: readonly ImageReference[];
  }[];
}

function CellTitle({ cell, index }: { readonly cell: Cell; readonly index: number }) {
  return (
    <>
      {cell.executionCount === null ? `${index + 1}` : `In [${cell.executionCount}]`}
      {cell.id !== null && ` · ${cell.id}`}
    </>
  );
}

function OneCell({
  cell,
  index,
  bodies,
}: {
  readonly cell: Cell;
  readonly index: number;
  readonly bodies: ViewBodies;
}) {
  const title = <CellTitle cell={cell} index={index} />;
  return (
    <>
      {cell.type === 'markdown' ? (
        <MarkdownBlock title={title} facts="markdown" text={cell.source} />
      ) : (
        <CodeBlock
          title={title}
          facts={<span>{cell.type === 'code' ? (cell.language ?? 'python') : cell.type}</span>}
          language={cell.type === 'code' ? (cell.language ?? 'python') : null}
          text={cell.source}
          label={`Cell ${index + 1}`}
        />
      )}
      {cell.outputs.map((output, at) => (
        <div key={at} class="ts-view">
          {output.text !== '' && (
            <TerminalBlock title="Output" tone={output.type === 'error' ? 'error' : 'quiet'} text={output.text} />
          )}
          <ReferencedImages images={output.images} bodies={bodies} name={`Output of cell ${index + 1}`} />
        </div>
      ))}
    </>
  );
}

/** Larger notebooks are rare, and their source is in the raw result. */
const CELLS_MAX = 200;

export function NotebookCells({ cells, bodies }: { readonly cells: readonly Cell[]; readonly bodies: ViewBodies }) {
  if (cells.length === 0) return <Empty>There are no cells.</Empty>;
  return (
    <>
      {cells.slice(0, CELLS_MAX).map((cell, index) => (
        <OneCell key={index} cell={cell} index={index} bodies={bodies} />
      ))}
      {cells.length > CELLS_MAX && <Empty>{plural(cells.length - CELLS_MAX, 'cell')} more: see the raw result.</Empty>}
    </>
  );
}
