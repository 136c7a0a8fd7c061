// Whole rows of calls by the facts that name them. Which weeks they lie in is told, so that no other partition is looked at, nor
// planned for.

import { integer, type Row } from '../../../base/row.ts';
import type { Statements } from '../database/statement.ts';
import { ask } from './condition.ts';

function distinct(facts: readonly Row[], column: 'week' | 'session_pk'): number[] {
  return [...new Set(facts.map((row) => integer(row, column)))];
}

/** Of rows with week, session_pk and pk, in their order; what is no longer there is left out. */
export async function callRows(on: Statements, facts: readonly Row[]): Promise<Row[]> {
  if (facts.length === 0) return [];
  const rows = await ask(
    on,
    `SELECT * FROM calls
     WHERE week = ANY(?::int4[]) AND session_pk = ANY(?::int8[]) AND pk = ANY(?::int8[])`,
    distinct(facts, 'week'),
    distinct(facts, 'session_pk'),
    facts.map((row) => integer(row, 'pk')),
  );
  const byKey = new Map(rows.map((row) => [integer(row, 'pk'), row]));
  return facts.map((fact) => byKey.get(integer(fact, 'pk'))).filter((row) => row !== undefined);
}
