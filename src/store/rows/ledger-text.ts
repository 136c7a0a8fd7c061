// The ledger as stored in the index: JSON, its tables as lists.

import { asArray, asNumber, parseJson } from '../../base/json.ts';
import { emptyLedger, type Ledger } from '../../model/ledger.ts';

const TABLES = ['ignored', 'problems', 'unknown', 'findings'] as const;

export function ledgerText(ledger: Ledger): string {
  const tables = TABLES.map((name) => [...ledger[name]]);
  return JSON.stringify([ledger.lines, ledger.observed, ...tables]);
}

/** The parsed ledger; an unreadable one counts nothing. */
export function ledgerOf(text: string): Ledger {
  const ledger = emptyLedger();
  const parsed = parseJson(text);
  const [total, observed, ...tables] = (parsed.ok ? asArray(parsed.value) : undefined) ?? [];
  ledger.lines = asNumber(total) ?? 0;
  ledger.observed = asNumber(observed) ?? 0;
  for (const [i, name] of TABLES.entries()) {
    for (const entry of asArray(tables[i]) ?? []) {
      const [key, lines] = asArray(entry) ?? [];
      if (typeof key === 'string') ledger[name].set(key, asNumber(lines) ?? 0);
    }
  }
  return ledger;
}
