// What redaction did: how much was masked by each rule, and what was left out because it could not be looked through.

import { plural } from '../base/units.ts';

export interface RedactionReport {
  /** Which rules these were: two reports with the same version come from the same rules. */
  readonly version: string;
  readonly masked: Readonly<Record<string, number>>;
  readonly leftOut: Readonly<Record<string, number>>;
}

/** Counts while the work goes on. */
export class ReportCounts {
  readonly #masked = new Map<string, number>();
  readonly #leftOut = new Map<string, number>();

  mask(rule: string): void {
    this.#masked.set(rule, (this.#masked.get(rule) ?? 0) + 1);
  }

  leaveOut(reason: string): void {
    this.#leftOut.set(reason, (this.#leftOut.get(reason) ?? 0) + 1);
  }

  report(version: string): RedactionReport {
    return { version, masked: inOrder(this.#masked), leftOut: inOrder(this.#leftOut) };
  }
}

/** The most frequent first. */
function inOrder(counts: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries([...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)));
}

/** In one line: `masked 3: jwt 2, github 1 (rules 1)`. */
export function reportText({ version, masked, leftOut }: RedactionReport): string {
  const parts = (counts: Readonly<Record<string, number>>): string =>
    Object.entries(counts)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ');
  const sum = Object.values(masked).reduce((total, count) => total + count, 0);
  const told = sum === 0 ? 'nothing to mask' : `${plural(sum, 'place')} masked: ${parts(masked)}`;
  const missing = Object.keys(leftOut).length === 0 ? '' : `; left out: ${parts(leftOut)}`;
  return `${told}${missing} (rules ${version})`;
}
