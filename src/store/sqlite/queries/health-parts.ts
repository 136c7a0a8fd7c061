// How SQLite looks for what is wrong with logs, for the questions about them (sql/health).

import type { Row } from '../../../base/row.ts';
import type { Database } from '../../../sqlite/database.ts';
import { COLUMN_FLAGS } from '../../rows/call-numbers.ts';
import type { HealthParts } from '../../sql/health.ts';
import { callRows } from './call-rows.ts';
import { CallScan } from './call-scan.ts';
import { undefinedTools } from './drift.ts';
import { ledgerTotals, UnknownExamples } from './ledger-totals.ts';
import { keepBit } from './narrow.ts';

const PAGE = 500;

async function* oddCalls(database: Database, places: readonly string[]): AsyncGenerator<readonly Row[]> {
  const scan = new CallScan(database, { filter: { type: 'all' }, places, families: new Map() });
  const keys = scan.keys(keepBit(scan.column('flags'), COLUMN_FLAGS.problem));
  for (let from = 0; from < keys.length; from += PAGE) yield callRows(database, keys.slice(from, from + PAGE));
}

export function healthParts(database: Database): HealthParts {
  const examples = new UnknownExamples(database);
  return {
    oddCalls: (places) => oddCalls(database, places),
    ledgerTotals: async () => ledgerTotals(database),
    unknownExample: async (unknown) => examples.of(unknown),
    undefinedTools: async (places, generic) => undefinedTools(database, places, generic),
  };
}
