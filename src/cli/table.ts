// Owns tables for the terminal: columns as wide as needed, one of them takes what is left, wide characters counted right.

/** Terminal cells of a text: East Asian wide and emoji take two, combining marks none. Colour sequences take none. */
export function cells(text: string): number {
  let width = 0;
  for (const char of text.replace(/\x1b\[[0-9;]*m/g, '')) {
    const code = char.codePointAt(0) ?? 0;
    if (code < 0x300) width += 1;
    else if (/\p{M}|\u200d|[\ufe00-\ufe0f]/u.test(char)) width += 0;
    else width += isWide(code) ? 2 : 1;
  }
  return width;
}

function isWide(code: number): boolean {
  return (
    (code >= 0x1100 && code <= 0x115f) ||
    (code >= 0x2e80 && code <= 0xa4cf) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xfe30 && code <= 0xfe6f) ||
    (code >= 0xff00 && code <= 0xff60) ||
    (code >= 0xffe0 && code <= 0xffe6) ||
    (code >= 0x1f300 && code <= 0x1faff) ||
    (code >= 0x20000 && code <= 0x3fffd)
  );
}

/** The text cut to so many cells, with an ellipsis. */
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

export interface Column {
  readonly title: string;
  readonly align?: 'left' | 'right';
  /** At most so many cells. */
  readonly max?: number;
  /** Takes the width that is left. */
  readonly grows?: boolean;
}

export interface Row {
  readonly cells: readonly string[];
  /** Applied to each finished cell, by column number. */
  readonly paint?: (cell: string, column: number) => string;
}

function pad(text: string, width: number, align: 'left' | 'right'): string {
  const space = ' '.repeat(Math.max(0, width - cells(text)));
  return align === 'right' ? space + text : text + space;
}

const GAP = 2;
const GROWING_MIN = 12;

export function layOut(columns: readonly Column[], rows: readonly Row[], width: number): number[] {
  const widths = columns.map((column, i) => {
    let widest = cells(column.title);
    for (const row of rows) widest = Math.max(widest, cells(row.cells[i] ?? ''));
    return Math.min(widest, column.max ?? Number.POSITIVE_INFINITY);
  });
  const growing = columns.findIndex(({ grows }) => grows === true);
  if (growing !== -1) {
    const others = widths.reduce((total, w, i) => (i === growing ? total : total + w + GAP), 0);
    widths[growing] = Math.max(GROWING_MIN, Math.min(widths[growing] ?? 0, width - others));
  }
  return widths;
}

export function renderRow(columns: readonly Column[], widths: readonly number[], row: Row): string {
  return columns
    .map((column, i) => {
      const width = widths[i] ?? 0;
      const cell = pad(fitCells(row.cells[i] ?? '', width), width, column.align ?? 'left');
      return row.paint === undefined ? cell : row.paint(cell, i);
    })
    .join(' '.repeat(GAP))
    .trimEnd();
}
