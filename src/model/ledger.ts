// The ledger: per file, lines = observed + ignored (with the reason) + problems. It always adds up.

export interface Ledger {
  /** Lines of the file: every \n-ended one, and a last one without \n if it is not empty. */
  lines: number;
  observed: number;
  /** Reason → lines. */
  readonly ignored: Map<string, number>;
  /** Problem code → lines. */
  readonly problems: Map<string, number>;
  /** Unknown record types; these lines are observed, and kept. */
  readonly unknown: Map<string, number>;
  /** Remarks on lines that were read nevertheless; not part of the sum. */
  readonly findings: Map<string, number>;
}

export function emptyLedger(): Ledger {
  return {
    lines: 0,
    observed: 0,
    ignored: new Map(),
    problems: new Map(),
    unknown: new Map(),
    findings: new Map(),
  };
}

export function count(table: Map<string, number>, key: string, by = 1): void {
  table.set(key, (table.get(key) ?? 0) + by);
}

function sum(table: ReadonlyMap<string, number>): number {
  let total = 0;
  for (const n of table.values()) total += n;
  return total;
}

export function addsUp(ledger: Ledger): boolean {
  return ledger.lines === ledger.observed + sum(ledger.ignored) + sum(ledger.problems);
}

export function problemLines(ledger: Ledger): number {
  return sum(ledger.problems);
}

export function ignoredLines(ledger: Ledger): number {
  return sum(ledger.ignored);
}

/** Adds one ledger to another, for totals over files. */
export function mergeLedger(into: Ledger, from: Ledger): void {
  into.lines += from.lines;
  into.observed += from.observed;
  for (const table of ['ignored', 'problems', 'unknown', 'findings'] as const) {
    for (const [key, n] of from[table]) count(into[table], key, n);
  }
}
