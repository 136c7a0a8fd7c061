// The table of growth, as Markdown: the cost of a point, and per byte.

import { figure } from '../outcome/table.ts';
import type { PlannedPoint } from './growth-plan.ts';
import type { GrowthPoint } from './growth-point.ts';

export interface MeasuredPoint extends GrowthPoint {
  readonly curve: PlannedPoint['curve'];
  readonly label: string;
}

const TITLES = [
  'size',
  'MB',
  'calls',
  'files',
  'JSON.parse s',
  'files to calls s',
  '× speed',
  'cold index s',
  '× speed',
  'start ms',
  'RSS MB: parse, calls, index',
  'index %',
];

export function growthTable(points: readonly MeasuredPoint[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const rows = points.map((point) => [
    point.label,
    figure(point.bytes / 1e6),
    point.calls.toLocaleString('en-US'),
    point.files.toLocaleString('en-US'),
    figure(point.parseMs / 1000),
    figure(point.inspectMs / 1000),
    figure(point.parseMs / point.inspectMs),
    figure(point.indexMs / 1000),
    figure(point.parseMs / point.indexMs),
    figure(point.warmMs),
    [point.parseRssMb, point.inspectRssMb, point.indexRssMb].map((mb) => Math.round(mb)).join(', '),
    figure((100 * point.indexBytes) / point.bytes),
  ]);
  return [line(TITLES), line(TITLES.map((_, at) => (at === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}
