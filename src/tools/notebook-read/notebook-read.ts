// Reading notebooks with a separate tool: NotebookRead of Claude Code, before Read could do it.

import { plural } from '../../base/units.ts';
import { type ByteRef, byteRefs } from '../byte-ref.ts';
import { defineDialect, defineTool } from '../define.ts';
import { FILE_SYSTEM_FAILURES } from '../file-failures.ts';
import { countCellImages, type NotebookCell, readCells, readTextCells } from '../notebook-cells.ts';
import { pathTail } from '../path-tail.ts';
import * as shape from '../shape.ts';
import { anything, looseId, looseText } from '../shapes.ts';

export interface NotebookReadInput {
  readonly path: string;
  /** One cell only. */
  readonly cellId?: string | undefined;
}

export interface NotebookRead {
  readonly kind: 'cells';
  readonly cells: readonly NotebookCell[];
  readonly images: readonly ByteRef[];
}

const cellList = shape
  .array(shape.looseObject({ source: anything }))
  .transform((cells): NotebookRead => ({ kind: 'cells', cells: readCells(cells, ''), images: [] }));

const cellsInside = shape
  .object({ cells: shape.array(anything) })
  .transform(({ cells }): NotebookRead => ({ kind: 'cells', cells: readCells(cells, '/cells'), images: [] }));

const cellsOfFile = shape
  .object({ file: shape.object({ cells: shape.array(anything) }) })
  .transform(({ file }): NotebookRead => ({ kind: 'cells', cells: readCells(file.cells, '/file/cells'), images: [] }));

const claudeCode = defineDialect<NotebookReadInput, NotebookRead>({
  agent: 'claude-code',
  names: ['NotebookRead', 'ReadNotebook'],
  input: shape
    .object({ notebook_path: looseText, file_path: looseText, cell_id: looseId })
    .refine((raw) => (raw.notebook_path ?? raw.file_path) !== undefined, { place: 'notebook_path' })
    .transform((raw): NotebookReadInput => ({ path: raw.notebook_path ?? raw.file_path ?? '', cellId: raw.cell_id })),
  structured: [
    { kind: 'cells', schema: cellList },
    { kind: 'cells', schema: cellsInside },
    { kind: 'cells', schema: cellsOfFile },
  ],
  text: [
    {
      kind: 'cells',
      read: (content, { blocks }) =>
        content.startsWith('<cell id="')
          ? { kind: 'cells', cells: readTextCells(content), images: byteRefs(blocks, 'image') }
          : undefined,
    },
  ],
});

export const notebookRead = defineTool<NotebookReadInput, NotebookRead>({
  id: 'notebook-read',
  title: 'Notebook read',
  family: 'files',
  touches: 'read',
  dialects: [claudeCode],
  failures: [
    { code: 'not-a-notebook', blame: 'agent', pattern: /^(?:File must be a Jupyter notebook|Notebook is not valid)/ },
    { code: 'cell-missing', blame: 'agent', pattern: /^Cell with (?:ID|index)\b/ },
    ...FILE_SYSTEM_FAILURES,
  ],
  facts: ({ input, result }) => {
    const images = result === null ? 0 : result.images.length + countCellImages(result.cells);
    return { ...(input === null ? {} : { path: input.path }), ...(images === 0 ? {} : { images }) };
  },
  summary: ({ input, result }) => {
    const cell = input?.cellId === undefined ? '' : ` cell ${input.cellId}`;
    const found = result === null ? '' : ` (${plural(result.cells.length, 'cell')})`;
    return `${pathTail(input?.path ?? '')}${cell}${found}`;
  },
  target: (input) => input.path,
});
