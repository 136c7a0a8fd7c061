// The table that a run prints: rows and their ratios as text, for a terminal or as Markdown.

import type { Row } from '../measure.ts';
import { cpuRatio, wallRatio, type Yardstick, yardstickOf } from './ratios.ts';

interface Column {
  readonly title: string;
  cell(row: Row, yardstick: Yardstick | undefined): string;
}

/** Enough digits to compare, and no more. */
export function figure(value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return '';
  if (value >= 100) return Math.round(value).toLocaleString('en-US');
  if (value >= 10) return value.toFixed(1);
  return value.toFixed(2);
}

function counted({ count, counted: what }: Row): string {
  return count === undefined ? '' : `${count.toLocaleString('en-US')} ${what ?? ''}`.trim();
}

const COLUMNS: readonly Column[] = [
  { title: 'wall ms', cell: ({ wallMs }) => figure(wallMs) },
  { title: '× speed', cell: (row, yardstick) => figure(wallRatio(row, yardstick)) },
  { title: 'CPU ms', cell: ({ cpuMs }) => figure(cpuMs) },
  { title: '× CPU', cell: (row, yardstick) => figure(cpuRatio(row, yardstick)) },
  {
    title: 'MB/s',
    cell: ({ bytes, wallMs }) => (bytes === undefined || wallMs === undefined ? '' : figure(bytes / 1000 / wallMs)),
  },
  { title: 'p50 ms', cell: ({ p50Ms }) => figure(p50Ms) },
  { title: 'p95 ms', cell: ({ p95Ms }) => figure(p95Ms) },
  { title: '× bare', cell: ({ ofBare }) => figure(ofBare) },
  { title: '% of logs', cell: ({ share }) => (share === undefined ? '' : figure(100 * share)) },
  { title: 'RSS MB', cell: ({ rssMb }) => (rssMb === undefined ? '' : String(Math.round(rssMb))) },
];

function cells(rows: readonly Row[]): string[][] {
  const yardstick = yardstickOf(rows);
  return rows.map((row) => [row.title, ...COLUMNS.map(({ cell }) => cell(row, yardstick)), counted(row)]);
}

const TITLES = ['work', ...COLUMNS.map(({ title }) => title), 'found'];

export function textTable(rows: readonly Row[]): string {
  const lines = [TITLES, ...cells(rows)];
  const widths = TITLES.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  const isLeft = (at: number): boolean => at === 0;
  return lines
    .map((line) =>
      line
        .map((cell, at) => (isLeft(at) ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export function markdownTable(rows: readonly Row[]): string {
  const line = (parts: readonly string[]): string => `| ${parts.join(' | ')} |`;
  return [line(TITLES), line(TITLES.map((_, at) => (at === 0 ? '---' : '---:'))), ...cells(rows).map(line)].join('\n');
}
