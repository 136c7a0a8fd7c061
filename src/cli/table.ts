// Tables on the terminal: columns as wide as needed, one of them takes what is left, wide characters counted right.

import type { Output, Style } from './output.ts';

/** Combining marks, joiners, variation selectors and other invisible characters. */
const INVISIBLE = /\p{M}|\p{Cf}/u;
/** Drawn as a picture by default, two cells wide: ✅ and 🍎, not ☎. Flags are two letters of one cell each. */
const PICTURE = /(?!\p{Regional_Indicator})\p{Emoji_Presentation}/u;

/** Terminal cells of a text: East Asian wide and emoji take two, combining marks none. Colour sequences take none. */
export function cells(text: string): number {
  let width = 0;
  for (const char of text.replace(/\x1b\[[0-9;]*m/g, '')) {
    const code = char.codePointAt(0) ?? 0;
    if (code < 0x300) width += 1;
    else if (INVISIBLE.test(char)) width += 0;
    else width += isWide(code) || PICTURE.test(char) ? 2 : 1;
  }
  return width;
}

function isWide(code: number): boolean {
  return (
    (code >= 0x1100 && code <= 0x115f) ||
    (code >= 0x2e80 && code <= 0xa4cf) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xfe10 && code <= 0xfe19) ||
    (code >= 0xfe30 && code <= 0xfe6f) ||
    (code >= 0xff00 && code <= 0xff60) ||
    (code >= 0xffe0 && code <= 0xffe6) ||
    (code >= 0x17000 && code <= 0x1b2ff) ||
    (code >= 0x1f200 && code <= 0x1f2ff) ||
    (code >= 0x20000 && code <= 0x3fffd)
  );
}

/** Cuts the text to this many cells, with an ellipsis. */
export function fitCells(text: string, width: number): string {
  if (cells(text) <= width) return text;
  let kept = '';
  let used = 0;
  for (const char of text) {
    const next = used + cells(char);
    if (next > width - 1) break;
    kept += char;
    used = next;
  }
  return width > 0 ? `${kept}…` : '';
}

/** Cuts the beginning of the text, to this many cells. */
function fitEnd(text: string, width: number): string {
  if (cells(text) <= width) return text;
  return [...fitCells([...text].reverse().join(''), width)].reverse().join('');
}

export interface Column {
  readonly title: string;
  readonly align?: 'left' | 'right';
  /** Maximum width in cells. */
  readonly max?: number;
  /** Takes the width that is left. */
  readonly grows?: boolean;
  /** Other columns are dropped before it gets narrower than this. */
  readonly wants?: number;
  /** Which end of a long text is kept: for a path or a qualified name, the end is more useful. */
  readonly keeps?: 'start' | 'end';
  /** Dropped where the table does not fit, the last such column first; `late` ones when nothing else can shrink. */
  readonly hides?: boolean | 'late';
  /** Left out where no row has anything in it. */
  readonly mayBeEmpty?: boolean;
  /** The colour of its cells. */
  readonly style?: Style;
}

export interface Row {
  readonly cells: readonly string[];
  /** Colours that depend on the row, by title of the column. */
  readonly styles?: Readonly<Record<string, Style>>;
}

function pad(text: string, width: number, align: 'left' | 'right'): string {
  const space = ' '.repeat(Math.max(0, width - cells(text)));
  return align === 'right' ? space + text : text + space;
}

const GAP = 2;
const GROWING_MIN = 12;
const SHRUNK_MIN = 8;

/** The minimum width of a column: columns with a maximum, and the one that grows, shrink when space is short. */
function narrowest({ grows, max, wants }: Column, width: number, asWanted: boolean): number {
  if (asWanted && wants !== undefined) return Math.min(width, wants);
  if (grows === true) return Math.min(width, GROWING_MIN);
  return max === undefined ? width : Math.min(width, SHRUNK_MIN);
}

function totalOf(widths: readonly number[]): number {
  const shown = widths.filter((width) => width > 0);
  return shown.reduce((total, width) => total + width, 0) + GAP * Math.max(0, shown.length - 1);
}

/** Takes cells from the widest column until the table fits, or no column can shrink further. */
function shrink(columns: readonly Column[], natural: readonly number[], width: number, asWanted: boolean): number[] {
  const widths = [...natural];
  for (let over = totalOf(widths) - width; over > 0; over--) {
    let widest = -1;
    for (const [i, column] of columns.entries()) {
      const here = widths[i] ?? 0;
      if (here > narrowest(column, natural[i] ?? 0, asWanted) && here > (widths[widest] ?? 0)) widest = i;
    }
    if (widest === -1) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}

/** Cells per column; 0 for a dropped column. Fits into `width` if possible. */
export function layOut(columns: readonly Column[], rows: readonly Row[], width: number): number[] {
  const natural = columns.map((column, i) => {
    let widest = 0;
    for (const row of rows) widest = Math.max(widest, cells(row.cells[i] ?? ''));
    if (widest === 0 && column.mayBeEmpty === true) return 0;
    widest = Math.max(widest, cells(column.title));
    return Math.min(widest, column.max ?? Number.POSITIVE_INFINITY);
  });
  for (;;) {
    const hidden = columns.findLastIndex((column, i) => column.hides === true && (natural[i] ?? 0) > 0);
    const widths = shrink(columns, natural, width, hidden !== -1);
    if (totalOf(widths) <= width) return widths;
    const next = hidden !== -1 ? hidden : columns.findLastIndex(({ hides }, i) => hides === 'late' && natural[i] !== 0);
    if (next === -1) return widths;
    natural[next] = 0;
  }
}

/** Finished cells are painted, so that colours change no width. */
export function renderRow(
  columns: readonly Column[],
  widths: readonly number[],
  row: Row,
  paint?: Output['paint'],
): string {
  const shown: string[] = [];
  for (const [i, column] of columns.entries()) {
    const width = widths[i] ?? 0;
    if (width === 0) continue;
    const text = row.cells[i] ?? '';
    const fitted = column.keeps === 'end' ? fitEnd(text, width) : fitCells(text, width);
    const cell = pad(fitted, width, column.align ?? 'left');
    const style = row.styles?.[column.title] ?? column.style;
    shown.push(style === undefined || paint === undefined ? cell : paint(style, cell));
  }
  return shown.join(' '.repeat(GAP)).trimEnd();
}
