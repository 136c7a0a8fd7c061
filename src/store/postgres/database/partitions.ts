// The partitions of calls and facts: which weeks each holds, and new ones for weeks that have none.

import { integer, text } from '../../../base/row.ts';
import type { Connection } from './connection.ts';
import { TABLES_LOCK } from './migrate.ts';
import { partitionOf, WEEKLY, weeksTogether } from './schema.ts';
import type { Statements } from './statement.ts';

/** Both tables have the same. */
const WEEKS = `SELECT c.relname::text AS name,
    (regexp_matches(pg_get_expr(c.relpartbound, c.oid), '[0-9]+', 'g'))[1]::int4 AS week
  FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'calls'::regclass ORDER BY 2`;

/** By each week that has a partition, all weeks in it. */
export async function partitionedWeeks(on: Statements): Promise<Map<number, readonly number[]>> {
  const partitions = new Map<string, number[]>();
  for (const row of await on.all(WEEKS)) {
    const name = text(row, 'name');
    partitions.set(name, [...(partitions.get(name) ?? []), integer(row, 'week')]);
  }
  return new Map([...partitions.values()].flatMap((weeks) => weeks.map((week) => [week, weeks] as const)));
}

/** The partitions of these weeks, where they are not there yet: before the transaction that needs them. Returns all weeks that have one. */
export function makePartitions(connection: Connection, weeks: readonly number[]): Promise<number[]> {
  return connection.transaction(async (on) => {
    await on.get(`SELECT pg_advisory_xact_lock(${TABLES_LOCK})`);
    const there = new Set((await partitionedWeeks(on)).keys());
    const statements: string[] = [];
    for (const week of weeks) {
      if (there.has(week)) continue;
      const together = weeksTogether(week).filter((other) => !there.has(other));
      for (const other of together) there.add(other);
      for (const table of WEEKLY) statements.push(partitionOf(table, together));
    }
    if (statements.length > 0) await on.run(statements.join('\n'));
    return [...there];
  });
}
