// Compares two runs: which figures became better or worse by more than noise, independent of how fast the machine was that
// day.

import type { Row } from '../measure.ts';
import { cpuRatio, wallRatio, type Yardstick, yardstickOf } from './ratios.ts';
import type { Results } from './results.ts';

export const NOISE = 0.1;

export interface Change {
  readonly id: string;
  readonly figure: string;
  /** Above 1: times as good as before; below 1: worse. NaN for a count that changed. */
  readonly factor: number;
  readonly before: number;
  readonly now: number;
}

interface Figure {
  readonly name: string;
  readonly isHigherBetter: boolean;
  of(row: Row, yardstick: Yardstick): number | undefined;
}

/** A time expressed as the number of MB that could have been parsed meanwhile. */
function inParsedMb(ms: number | undefined, { cpuMsPerMb }: Yardstick): number | undefined {
  return ms === undefined ? undefined : ms / cpuMsPerMb;
}

const FIGURES: readonly Figure[] = [
  { name: 'speed', isHigherBetter: true, of: (row, yardstick) => wallRatio(row, yardstick) },
  { name: 'CPU', isHigherBetter: true, of: (row, yardstick) => cpuRatio(row, yardstick) },
  {
    name: 'CPU',
    isHigherBetter: false,
    of: ({ bytes, cpuMs }, yardstick) => (bytes === undefined ? inParsedMb(cpuMs, yardstick) : undefined),
  },
  { name: 'p50', isHigherBetter: false, of: ({ p50Ms }, yardstick) => inParsedMb(p50Ms, yardstick) },
  { name: 'p95', isHigherBetter: false, of: ({ p95Ms }, yardstick) => inParsedMb(p95Ms, yardstick) },
  { name: 'of bare', isHigherBetter: true, of: ({ ofBare }) => ofBare },
  { name: '% of logs', isHigherBetter: false, of: ({ share }) => share },
  { name: 'RSS', isHigherBetter: false, of: ({ rssMb }) => rssMb },
];

/** Figures that changed by more than `noise`, worst first. Rows that only one run has are not compared. */
export function compareResults(before: Results, now: Results, noise = NOISE): Change[] {
  const [was, is] = [yardstickOf(before.rows), yardstickOf(now.rows)];
  if (was === undefined || is === undefined) return [];
  const known = new Map(before.rows.map((row) => [row.id, row]));
  const changes = now.rows.flatMap((row) => {
    const old = known.get(row.id);
    return old === undefined
      ? []
      : [...figureChanges(old, was, row, is, noise), ...countChanges(old, row, before, now)];
  });
  return changes.toSorted((a, b) => rank(a) - rank(b));
}

function rank({ factor }: Change): number {
  return Number.isNaN(factor) ? -1 : factor;
}

function figureChanges(old: Row, was: Yardstick, row: Row, is: Yardstick, noise: number): Change[] {
  return FIGURES.flatMap(({ name, isHigherBetter, of }) => {
    const [before, now] = [of(old, was), of(row, is)];
    if (before === undefined || now === undefined || before <= 0 || now <= 0) return [];
    const factor = isHigherBetter ? now / before : before / now;
    if (factor <= 1 + noise && factor >= 1 / (1 + noise)) return [];
    return [{ id: row.id, figure: name, factor, before, now }];
  });
}

/** The same library has the same calls in it, whatever the version. */
function countChanges(old: Row, row: Row, before: Results, now: Results): Change[] {
  const isSameLibrary = before.scale.bytes === now.scale.bytes;
  if (!isSameLibrary || row.counted !== 'calls' || row.count === old.count) return [];
  return [{ id: row.id, figure: 'calls found', factor: Number.NaN, before: old.count ?? 0, now: row.count ?? 0 }];
}

/** "1.4 × better", "1.2 × worse", or what else it is. */
export function changeText({ factor, figure, before, now }: Change): string {
  if (Number.isNaN(factor)) return `${figure}: ${before} → ${now}`;
  return factor > 1 ? `${figure} ${factor.toFixed(2)} × better` : `${figure} ${(1 / factor).toFixed(2)} × worse`;
}
