// Tests that weeks of sums are the same here as in the database.

import { expect, it } from 'vitest';
import { newDatabase } from '../../../../test/support/postgres.ts';
import { Connection } from './connection.ts';
import { connectionSettings } from './connection-settings.ts';
import { sumWeek, weekStart } from './fact-times.ts';
import { migrate } from './migrate.ts';
import { FIRST_WEEK_MS, LAST_WEEK_MS } from './sums-schema.ts';

const EDGES = [FIRST_WEEK_MS, LAST_WEEK_MS, weekStart(1), weekStart(2968), weekStart(16_000), 0, -1e15, 1e300];
const TIMES = EDGES.flatMap((at) => [at - 1, at - 0.5, at, at + 0.25, at + 86_400_000]);

it('puts a time in the week that the database puts it in', async () => {
  const database = await newDatabase();
  const connection = await Connection.open(connectionSettings(database.address), 1);
  try {
    await migrate(connection);
    const rows = await connection.all(
      'SELECT at_week(at) AS week FROM unnest($1::float8[]) WITH ORDINALITY AS t (at, num) ORDER BY num',
      [...TIMES, null],
    );
    expect([...TIMES, null].map(sumWeek)).toEqual(rows.map(({ week }) => week));
  } finally {
    await connection.close();
    await database.drop();
  }
});
