// The ledger as it leaves the program.

import type { Ledger } from './ledger.ts';
import { addsUp } from './ledger.ts';

export interface LedgerRecord {
  readonly file: string;
  /** Null when the file has no known format. */
  readonly agent: string | null;
  readonly session: string | null;
  readonly lines: number;
  readonly observed: number;
  readonly ignored: Readonly<Record<string, number>>;
  readonly problems: Readonly<Record<string, number>>;
  readonly calls: number;
  /** Unknown record types; part of observed. */
  readonly unknown: Readonly<Record<string, number>>;
  /** Remarks on lines that were read nevertheless; not part of the sum. */
  readonly findings: Readonly<Record<string, number>>;
  readonly addsUp: boolean;
}

export function ledgerRecord(
  file: {
    readonly path: string;
    readonly agent: string | null;
    readonly session: string | null;
    readonly calls: number;
  },
  ledger: Ledger,
): LedgerRecord {
  return {
    file: file.path,
    agent: file.agent,
    session: file.session,
    lines: ledger.lines,
    observed: ledger.observed,
    ignored: Object.fromEntries(ledger.ignored),
    problems: Object.fromEntries(ledger.problems),
    calls: file.calls,
    unknown: Object.fromEntries(ledger.unknown),
    findings: Object.fromEntries(ledger.findings),
    addsUp: addsUp(ledger),
  };
}
