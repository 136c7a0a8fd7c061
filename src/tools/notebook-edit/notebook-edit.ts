// Changes to one cell of a notebook: NotebookEdit of Claude Code, in its old and new shapes.

import { detach } from '../../base/text.ts';
import { defineDialect, defineTool } from '../define.ts';
import { FILE_SYSTEM_FAILURES, READ_FIRST_FAILURES } from '../file-failures.ts';
import { changeText, diffOfDeletion, diffOfReplacements, diffOfWriting, type FileDiff, totalLines } from '../hunks.ts';
import { pathTail } from '../path-tail.ts';
import * as shape from '../shape.ts';
import { looseId, looseText, text } from '../shapes.ts';

export type CellEditMode = 'replace' | 'insert' | 'delete';

export interface NotebookEditInput {
  readonly path: string;
  /** By id, or by position in old versions. */
  readonly cell: string | null;
  readonly cellType?: string | undefined;
  readonly mode: CellEditMode;
  readonly newSource: string;
  /** The request, drawable whether or not it was done. */
  readonly proposed: readonly FileDiff[];
}

/** The cell was changed. Line numbers in the diff refer to the cell, not to the file, and are unknown. */
export interface CellEdited {
  readonly kind: 'cell-edited';
  /** Null if the result does not repeat it. */
  readonly path: string | null;
  readonly cell: string | null;
  readonly cellType: string | null;
  readonly language: string | null;
  readonly mode: CellEditMode;
  readonly newSource: string;
  /** Null if the log does not have it. */
  readonly oldSource: string | null;
  readonly files: readonly FileDiff[];
  /** The whole notebook before and after, left in the log. */
  readonly original: { readonly pointer: string; readonly characters: number } | null;
  readonly updated: { readonly pointer: string; readonly characters: number } | null;
}

/** The result arrived as a success but says that nothing was changed. */
export interface CellNotEdited {
  readonly kind: 'cell-not-edited';
  readonly error: string;
  readonly cell: string | null;
  readonly mode: CellEditMode;
}

export type NotebookEditResult = CellEdited | CellNotEdited;

function modeOf(word: string | undefined): CellEditMode {
  return word === 'insert' || word === 'delete' ? word : 'replace';
}

/** The cell's diff: exact if the old source is known, else only what was added or removed. */
function cellDiff(path: string, mode: CellEditMode, newSource: string, oldSource: string | null): FileDiff {
  if (mode === 'insert' || oldSource !== null) {
    const [oldText, newText] = [oldSource ?? '', mode === 'delete' ? '' : newSource];
    return { ...diffOfReplacements(path, [{ oldText, newText, everywhere: false }]), change: 'modified' };
  }
  if (mode === 'delete') return { ...diffOfDeletion(path, undefined), change: 'modified' };
  return diffOfWriting(path, newSource, 'modified');
}

function bodyRef(pointer: string, body: string | undefined): CellEdited['original'] {
  return body === undefined ? null : { pointer, characters: body.length };
}

const common = {
  notebook_path: looseText,
  cell_id: looseId,
  cell_number: looseId,
  cell_type: looseText,
  language: looseText,
  edit_mode: looseText,
};

const structuredError = shape.object({ ...common, error: text.min(1) }).transform(
  (raw): CellNotEdited => ({
    kind: 'cell-not-edited',
    error: raw.error,
    cell: raw.cell_id ?? raw.cell_number ?? null,
    mode: modeOf(raw.edit_mode),
  }),
);

const structuredEdit = shape
  .object({ ...common, new_source: text, old_source: looseText, original_file: looseText, updated_file: looseText })
  .transform((raw): CellEdited => {
    const mode = modeOf(raw.edit_mode);
    const oldSource = raw.old_source ?? null;
    return {
      kind: 'cell-edited',
      path: raw.notebook_path ?? null,
      cell: raw.cell_id ?? raw.cell_number ?? null,
      cellType: raw.cell_type ?? null,
      language: raw.language ?? null,
      mode,
      newSource: raw.new_source,
      oldSource,
      files: [cellDiff(raw.notebook_path ?? '', mode, raw.new_source, oldSource)],
      original: bodyRef('/original_file', raw.original_file),
      updated: bodyRef('/updated_file', raw.updated_file),
    };
  });

const SAID = /^(Updated|Inserted|Deleted) cell (\S{0,200})(?: with )?/;
const MODES: Readonly<Record<string, CellEditMode>> = { Updated: 'replace', Inserted: 'insert', Deleted: 'delete' };

function readSaid(content: string, input: NotebookEditInput | null): CellEdited | undefined {
  const said = SAID.exec(content);
  const mode = MODES[said?.[1] ?? ''];
  if (said === null || mode === undefined) return undefined;
  const newSource = mode === 'delete' ? '' : (input?.newSource ?? content.slice(said[0].length));
  const path = input?.path ?? null;
  return {
    kind: 'cell-edited',
    path,
    cell: input?.cell ?? detach(said[2] ?? ''),
    cellType: input?.cellType ?? null,
    language: null,
    mode,
    newSource,
    oldSource: null,
    files: [cellDiff(path ?? '', mode, newSource, null)],
    original: null,
    updated: null,
  };
}

const claudeCode = defineDialect<NotebookEditInput, NotebookEditResult>({
  agent: 'claude-code',
  names: ['NotebookEdit', 'NotebookEditCell'],
  input: shape
    .object({ ...common, file_path: looseText, new_source: looseText })
    .refine((raw) => (raw.notebook_path ?? raw.file_path) !== undefined, { place: 'notebook_path' })
    .transform((raw): NotebookEditInput => {
      const path = raw.notebook_path ?? raw.file_path ?? '';
      const mode = modeOf(raw.edit_mode);
      const newSource = raw.new_source ?? '';
      return {
        path,
        cell: raw.cell_id ?? raw.cell_number ?? null,
        cellType: raw.cell_type,
        mode,
        newSource,
        proposed: [cellDiff(path, mode, newSource, null)],
      };
    }),
  structured: [
    { kind: 'cell-not-edited', schema: structuredError },
    { kind: 'cell-edited', schema: structuredEdit },
  ],
  text: [{ kind: 'cell-edited', read: (content, { input }) => readSaid(content, input) }],
});

const FAILURES = [
  ...READ_FIRST_FAILURES,
  {
    code: 'cell-missing',
    blame: 'agent',
    pattern:
      /^(?:Cell with (?:ID|index)\b|Cell (?:number )?\S{1,80} (?:is out of bounds|not found)|Cell (?:ID|number) must)/,
  },
  {
    code: 'not-a-notebook',
    blame: 'agent',
    pattern: /^(?:File must be a Jupyter notebook|Notebook is not valid)/,
  },
  { code: 'bad-cell-edit', blame: 'agent', pattern: /^(?:Cell type is required|Edit mode must be)/ },
  ...FILE_SYSTEM_FAILURES,
] as const;

export const notebookEdit = defineTool<NotebookEditInput, NotebookEditResult>({
  id: 'notebook-edit',
  title: 'Notebook edit',
  family: 'files',
  touches: 'edit',
  dialects: [claudeCode],
  failures: FAILURES,
  facts: ({ input, result }) => {
    const path = input?.path ?? (result?.kind === 'cell-edited' ? result.path : null);
    const { added, removed } = totalLines(result?.kind === 'cell-edited' ? result.files : []);
    const known = result?.kind === 'cell-edited' && added !== null && removed !== null;
    return {
      ...(path === null ? {} : { path }),
      ...(known ? { linesAdded: added, linesRemoved: removed } : {}),
    };
  },
  summary: ({ input, result }) => {
    const mode = result?.mode ?? input?.mode ?? 'replace';
    const cell = result?.cell ?? input?.cell ?? null;
    const counts = result?.kind === 'cell-edited' ? changeText(totalLines(result.files)) : '';
    return `${pathTail(input?.path ?? '')} ${mode} cell${cell === null ? '' : ` ${cell}`} ${counts}`.trimEnd();
  },
  target: (input) => `${input.path}#${input.cell ?? ''}`,
  quietFailure: (result) => {
    if (result.kind !== 'cell-not-edited') return null;
    const known = FAILURES.find(({ pattern }) => pattern.test(result.error));
    return { code: known?.code ?? 'cell-not-edited', blame: known?.blame ?? 'agent', message: result.error };
  },
});
