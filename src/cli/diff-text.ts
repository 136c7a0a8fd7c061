// File changes as terminal lines: numbered where the log has the position, added green, removed red.

import { stripControls } from '../base/terminal.ts';
import { formatCount } from '../base/units.ts';
import type { ChangeState, FileDiff, Hunk } from '../reading/display-parts.ts';
import { type Cut, cutLines } from './conversation-text.ts';
import type { Output } from './output.ts';
import { fitCells } from './table.ts';

const STATES: Record<Exclude<ChangeState, 'written'>, string> = {
  proposed: 'proposed, not written',
  staged: 'staged for review, not written yet',
  unknown: 'proposed; the log does not say whether it was written',
};

const CHANGES: Record<FileDiff['change'], string> = { added: ' (new)', deleted: ' (deleted)', modified: '' };

function countsText({ linesAdded, linesRemoved }: FileDiff, out: Output): string {
  const parts: string[] = [];
  if (linesAdded !== null && linesAdded > 0) parts.push(out.paint('green', `+${formatCount(linesAdded)}`));
  if (linesRemoved !== null && linesRemoved > 0) parts.push(out.paint('red', `−${formatCount(linesRemoved)}`));
  return parts.join(' ');
}

function hunkLines(hunk: Hunk, width: number, out: Output): string[] {
  let before = hunk.oldStart;
  let after = hunk.newStart;
  const isNumbered = before !== null && after !== null;
  const digits = String(Math.max((before ?? 0) + hunk.oldLines, (after ?? 0) + hunk.newLines)).length;
  return hunk.lines.map((line) => {
    const mark = line[0] ?? ' ';
    const number = mark === '-' ? before : mark === '\\' ? null : after;
    if (before !== null && (mark === '-' || mark === ' ')) before++;
    if (after !== null && (mark === '+' || mark === ' ')) after++;
    const gutter = isNumbered ? `${String(number ?? '').padStart(digits)} ` : '';
    const body = stripControls(line.slice(1)).replaceAll('\t', '    ').replaceAll('\n', ' ');
    const text = fitCells(`${mark} ${body}`, Math.max(10, width - gutter.length));
    const painted = mark === '+' ? out.paint('green', text) : mark === '-' ? out.paint('red', text) : text;
    return `${out.paint('dim', gutter)}${painted}`.trimEnd();
  });
}

interface DiffOptions {
  readonly width: number;
  /** Null shows everything. */
  readonly cut: Cut | null;
  /** Start with the file's name; left out where it is already shown above. */
  readonly named: boolean;
}

/** The note above a change; null if the change was simply made. */
export function stateText(state: ChangeState): string | null {
  return state === 'written' ? null : STATES[state];
}

export function diffLines(file: FileDiff, { width, cut, named }: DiffOptions, out: Output): string[] {
  const name = file.movedTo === undefined ? file.path : `${file.path} → ${file.movedTo}`;
  const head = `${out.paint('bold', out.safe(name))}${CHANGES[file.change]}  ${countsText(file, out)}`.trimEnd();
  const lines: string[] = [];
  for (const [i, hunk] of file.hunks.entries()) {
    const section = hunk.section === undefined || hunk.section === '' ? '' : ` ${out.safe(hunk.section)}`;
    if (i > 0 || section !== '') lines.push(out.paint('dim', `⋮${section}`));
    lines.push(...hunkLines(hunk, width, out));
  }
  const shown = cutLines(lines, cut, out);
  return named ? [head, ...shown] : shown;
}
