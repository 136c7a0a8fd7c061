// Combines the rows of several rounds: the median of every time, the maximum of memory.

import type { Row } from '../measure.ts';
import { median } from './numbers.ts';

const MIDDLE = ['wallMs', 'cpuMs', 'p50Ms', 'p95Ms', 'ofBare', 'share'] as const;

/** Rows with the same id come together, in the order of their first appearance. */
export function combineRounds(rounds: readonly (readonly Row[])[]): Row[] {
  const byId = new Map<string, Row[]>();
  for (const row of rounds.flat()) byId.set(row.id, [...(byId.get(row.id) ?? []), row]);
  return [...byId.values()].flatMap((rows) => combine(rows) ?? []);
}

function combine(rows: readonly Row[]): Row | undefined {
  const [first] = rows;
  if (first === undefined) return undefined;
  const middles = MIDDLE.flatMap((figure) => {
    const values = rows.flatMap((row) => row[figure] ?? []);
    return values.length === 0 ? [] : [[figure, median(values)] as const];
  });
  const memory = rows.flatMap(({ rssMb }) => rssMb ?? []);
  return {
    ...first,
    ...Object.fromEntries(middles),
    ...(memory.length === 0 ? {} : { rssMb: Math.max(...memory) }),
  };
}
