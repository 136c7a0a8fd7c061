// Which rows are kept when a run has measured only a part: ratios hold within one run only, so that rows of bytes, which
// are told next to that run's JSON.parse, stay as they were.

import type { Row } from '../measure.ts';

function isRatio({ bytes }: Row): boolean {
  return bytes !== undefined;
}

/** The rows kept before, with those replaced that stand for themselves; new ones come last. */
export function rowsToKeep(before: readonly Row[], measured: readonly Row[]): Row[] {
  const single = new Map(measured.filter((row) => !isRatio(row)).map((row) => [row.id, row]));
  const kept = before.map((row) => single.get(row.id) ?? row);
  const known = new Set(before.map(({ id }) => id));
  return [...kept, ...[...single.values()].filter(({ id }) => !known.has(id))];
}
