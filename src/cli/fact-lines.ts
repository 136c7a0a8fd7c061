// Facts side by side on a terminal.

import { cells } from './table.ts';

/** Facts side by side, as many on a line as have room: a figure is never cut. */
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
