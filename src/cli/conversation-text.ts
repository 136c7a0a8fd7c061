// Log text of many lines on a terminal: made safe, wrapped, or cut to its first and last lines.

import { stripControls } from '../base/terminal.ts';
import { formatCount, plural } from '../base/units.ts';
import type { Output } from './output.ts';
import { cells, fitCells } from './table.ts';

const TAB = '    ';
/** Longer lines are data, not text: they are cut, so that a line of megabytes costs nothing. */
const LINE_MAX = 20_000;

/** Lines without control sequences. Of a line that was overwritten, such as a progress bar, the last state. */
export function safeLines(text: string, options: { readonly colours?: boolean } = {}): string[] {
  const lines = text.split('\n');
  while (lines.length > 0 && lines.at(-1)?.trim() === '') lines.pop();
  return lines.map((line) => {
    const last = line.includes('\r') ? (line.split('\r').findLast((part) => part !== '') ?? '') : line;
    return stripControls(last.slice(0, LINE_MAX), options).replaceAll('\t', TAB).trimEnd();
  });
}

/** Breaks a line between words, to pieces of at most this width; pieces keep the line's indentation. */
function wrapLine(line: string, width: number): string[] {
  if (cells(line) <= width) return [line];
  const indent = /^\s*/.exec(line)?.[0] ?? '';
  const start = cells(indent) > width / 2 ? '' : indent;
  const pieces: string[] = [];
  let piece = start;
  let isEmpty = true;
  const push = (): void => {
    pieces.push(piece.trimEnd());
    piece = start;
    isEmpty = true;
  };
  for (const word of line.trimStart().split(/(?<=\s)/)) {
    if (!isEmpty && cells(piece) + cells(word.trimEnd()) > width) push();
    let rest = word;
    // A URL in one piece can still be followed; scripts without spaces can be broken anywhere.
    while (cells(start) + cells(rest.trimEnd()) > width && cells(rest) > rest.length) {
      const cut = fitCells(rest, Math.max(2, width - cells(start)) + 1).slice(0, -1);
      if (cut === '') break;
      piece = start + cut;
      push();
      rest = rest.slice(cut.length);
    }
    piece += rest;
    isEmpty = false;
  }
  if (!isEmpty) push();
  return pieces;
}

export function wrapText(text: string, width: number): string[] {
  return safeLines(text).flatMap((line) => wrapLine(line, Math.max(10, width)));
}

export interface Cut {
  /** Lines shown from the beginning and from the end; the rest is cut. */
  readonly first: number;
  readonly last: number;
}

/** The first and last lines, and between them how many were left out. */
export function cutLines(lines: readonly string[], cut: Cut | null, out: Output, what = 'line'): string[] {
  if (cut === null || lines.length <= cut.first + cut.last + 1) return [...lines];
  const left = lines.length - cut.first - cut.last;
  const note = out.paint('dim', `… ${plural(left, `more ${what}`)} of ${formatCount(lines.length)} (--full shows all)`);
  return [...lines.slice(0, cut.first), note, ...(cut.last === 0 ? [] : lines.slice(-cut.last))];
}

/** One line of a program's output, cut to the width. Colours end with the line. */
export function outputLine(line: string, width: number): string {
  if (!line.includes('\x1b')) return fitCells(line, width);
  return cells(line) <= width ? `${line}\x1b[0m` : fitCells(stripControls(line), width);
}

/** Whether colours are shown at all. */
export function hasColours(out: Output): boolean {
  return out.paint('bold', 'x') !== 'x';
}
