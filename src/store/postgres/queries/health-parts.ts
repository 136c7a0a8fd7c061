// How PostgreSQL looks for what is wrong with logs, for the questions about them (sql/health).

import { integer, type Row } from '../../../base/row.ts';
import { COLUMN_FLAGS } from '../../rows/call-numbers.ts';
import type { HealthParts } from '../../sql/health.ts';
import type { Connection } from '../database/connection.ts';
import { ask } from './condition.ts';
import { undefinedTools } from './drift.ts';
import { ledgerTotals, unknownExample } from './ledger-totals.ts';
import { scopeOf } from './scope.ts';

const PAGE = 2000;

async function* oddCalls(on: Connection, places: readonly string[]): AsyncGenerator<readonly Row[]> {
  const scope = await scopeOf(on, places, 'f.session_pk');
  for (let after = 0; ; ) {
    // Each call is looked up by its key: planned as a join it reads all calls.
    const rows = await ask(
      on,
      `SELECT f.session_pk, f.pk, (SELECT c.detail FROM calls c WHERE c.week = f.week AND c.session_pk = f.session_pk AND c.pk = f.pk) AS detail
       FROM facts f WHERE (f.flags & ${COLUMN_FLAGS.problem}) <> 0 AND f.pk > ?::int8 AND ${scope.sql} ORDER BY f.pk LIMIT ${PAGE}`,
      after,
      ...scope.values,
    );
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = integer(last, 'pk');
  }
}

export function healthParts(connection: Connection): HealthParts {
  return {
    oddCalls: (places) => oddCalls(connection, places),
    ledgerTotals: () => connection.snapshot(ledgerTotals),
    unknownExample: (unknown) => unknownExample(connection, unknown),
    undefinedTools: (places, generic) => connection.snapshot((on) => undefinedTools(on, places, generic)),
  };
}
