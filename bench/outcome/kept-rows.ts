// Which rows are kept after a partial run: ratios hold only within one run, so rows with bytes, which are relative to that
// run's JSON.parse, stay as they were.

import type { Row } from '../measure.ts';

function isRatio({ bytes }: Row): boolean {
  return bytes !== undefined;
}

/** The previous rows, with independent ones replaced; new ones come last. */
export function rowsToKeep(before: readonly Row[], measured: readonly Row[]): Row[] {
  const single = new Map(measured.filter((row) => !isRatio(row)).map((row) => [row.id, row]));
  const kept = before.map((row) => single.get(row.id) ?? row);
  const known = new Set(before.map(({ id }) => id));
  return [...kept, ...[...single.values()].filter(({ id }) => !known.has(id))];
}
