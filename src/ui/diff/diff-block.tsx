// A diff of one file: unified or side by side, unchanged runs folded, changed words marked, syntax highlighted.

import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { plural } from '../../base/units.ts';
import { languageOfPath } from '../text/languages.ts';
import { LineWindow, WINDOW_FROM } from '../text/line-window.tsx';
import { diffLayout, lineBreaks } from '../text/preferences.ts';
import { useHighlight } from '../text/use-highlight.ts';
import { type DiffColours, DiffText, MarkTable, SIGNS } from './diff-line.tsx';
import {
  type DiffHunk,
  type DiffRow,
  type DiffRows,
  diffRows,
  openRows,
  type SplitRow,
  splitRows,
} from './diff-rows.ts';
import './diff.css';

interface Drawing {
  readonly diff: DiffRows;
  readonly marks: MarkTable;
  readonly colours: DiffColours;
  readonly open: (id: number) => void;
  readonly hunkNote: HunkNote | undefined;
}

/** A note above a hunk, by its number: where it comes from, for example. */
export type HunkNote = (hunk: number) => ComponentChildren;

interface GapProps {
  readonly row: Extract<DiffRow, { readonly type: 'gap' }>;
  readonly note: HunkNote | undefined;
}

function Gap({ row, note }: GapProps) {
  const skipped = row.lines === null ? (note === undefined ? '⋯' : '') : `⋯ ${plural(row.lines, 'line')} not shown`;
  return (
    <div class="ts-diff__gap">
      {skipped}
      {row.section !== '' && <span class="ts-diff__section">{row.section}</span>}
      {note !== undefined && <span class="ts-diff__note">{note(row.hunk)}</span>}
    </div>
  );
}

function Fold({
  row,
  open,
}: {
  readonly row: Extract<DiffRow, { readonly type: 'fold' }>;
  readonly open: Drawing['open'];
}) {
  return (
    <button type="button" class="ts-diff__fold" onClick={() => open(row.id)}>
      ⋯ {plural(row.lines.length, 'unchanged line')}
    </button>
  );
}

function Numbers({ digits, numbers }: { readonly digits: number; readonly numbers: readonly (number | null)[] }) {
  return (
    <>
      {numbers.map((number, index) => (
        <span key={index} class="ts-diff__number" style={{ width: `${digits + 2}ch` }} data-number={number ?? ''} />
      ))}
    </>
  );
}

function UnifiedLine({ index, drawing }: { readonly index: number; readonly drawing: Drawing }) {
  const { diff, marks, colours } = drawing;
  const line = diff.lines[index];
  if (line === undefined) return null;
  return (
    <div class={`ts-diff__line ts-diff__line--${line.kind}`}>
      {diff.digits > 0 && <Numbers digits={diff.digits} numbers={[line.oldNumber, line.newNumber]} />}
      <span class="ts-diff__sign">{SIGNS[line.kind]}</span>
      <span class="ts-diff__text">
        <DiffText
          line={line}
          side={line.kind === 'removed' ? 'old' : 'new'}
          spans={marks.spans(index)}
          colours={colours}
        />
        {'\n'}
      </span>
    </div>
  );
}

function Half({
  index,
  side,
  drawing,
}: {
  readonly index: number | null;
  readonly side: 'old' | 'new';
  readonly drawing: Drawing;
}) {
  const { diff, marks, colours } = drawing;
  const line = index === null ? undefined : diff.lines[index];
  if (index === null || line === undefined) return <div class="ts-diff__half ts-diff__half--none" />;
  return (
    <div class={`ts-diff__half ts-diff__line--${line.kind}`}>
      {diff.digits > 0 && <Numbers digits={diff.digits} numbers={[side === 'old' ? line.oldNumber : line.newNumber]} />}
      <span class="ts-diff__sign">{SIGNS[line.kind]}</span>
      <span class="ts-diff__text">
        <DiffText line={line} side={side} spans={marks.spans(index)} colours={colours} />
        {'\n'}
      </span>
    </div>
  );
}

function drawRow(row: DiffRow | SplitRow, at: number, drawing: Drawing): ComponentChildren {
  switch (row.type) {
    case 'gap':
      return <Gap key={at} row={row} note={drawing.hunkNote} />;
    case 'fold':
      return <Fold key={at} row={row} open={drawing.open} />;
    case 'line':
      return <UnifiedLine key={at} index={row.index} drawing={drawing} />;
    case 'pair':
      return (
        <div key={at} class="ts-diff__pair">
          <Half index={row.left} side="old" drawing={drawing} />
          <Half index={row.right} side="new" drawing={drawing} />
        </div>
      );
  }
}

interface DiffBlockProps {
  readonly hunks: readonly DiffHunk[];
  readonly path: string;
  readonly label: string;
  readonly hunkNote?: HunkNote | undefined;
}

export function DiffBlock({ hunks, path, label, hunkNote }: DiffBlockProps) {
  const hasHeads = hunkNote !== undefined;
  const diff = useMemo(() => diffRows(hunks, hasHeads), [hunks, hasHeads]);
  const marks = useMemo(() => new MarkTable(diff), [diff]);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const language = languageOfPath(path);
  const colours: DiffColours = {
    old: useHighlight(diff.oldText, language),
    new: useHighlight(diff.newText, language),
  };
  const isSplit = diffLayout.value === 'split';
  const rows = useMemo(() => {
    const unified = openRows(diff, opened);
    return isSplit ? splitRows(diff, unified) : unified;
  }, [diff, opened, isSplit]);
  const drawing: Drawing = { diff, marks, colours, open: (id) => setOpened(new Set([...opened, id])), hunkNote };
  const wrap = isSplit || lineBreaks.value === 'broken';
  return (
    <div class={isSplit ? 'ts-diff ts-diff--split' : 'ts-diff'}>
      <LineWindow
        count={rows.length}
        label={label}
        wrap={wrap && rows.length <= WINDOW_FROM}
        draw={(index) => {
          const row = rows[index];
          return row === undefined ? null : drawRow(row, index, drawing);
        }}
      />
    </div>
  );
}
