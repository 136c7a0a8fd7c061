// Facts next to each other on a terminal line.

import { cells } from './table.ts';

/** Fills lines with as many facts as fit. A fact is never cut. */
export function factLines(facts: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const fact of facts) {
    const last = lines.at(-1);
    const longer = `${last} · ${fact}`;
    if (last !== undefined && cells(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(fact);
  }
  return lines;
}
