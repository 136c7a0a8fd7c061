// Tests that weeks are summed up in the background of a first fill, and that closing the index waits for it.

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { newDatabase, type TestDatabase } from '../../../test/support/postgres.ts';
import { Connection } from './database/connection.ts';
import { connectionSettings } from './database/connection-settings.ts';
import { migrate } from './database/migrate.ts';
import { PostgresIndex } from './postgres-index.ts';

let database: TestDatabase;
let store: PostgresIndex;
let beside: Connection;
beforeEach(async () => {
  database = await newDatabase();
  const connection = await Connection.open(connectionSettings(database.address));
  await migrate(connection);
  store = new PostgresIndex(connection, { wholeOf: () => Promise.reject(new Error('There is no session.')) });
  beside = await Connection.open(connectionSettings(database.address));
  await beside.all('INSERT INTO stale_weeks VALUES (0)');
});
afterEach(async () => {
  await beside.close();
  await database.drop();
});

const refresh = () => store.refreshInsights('rules', () => Promise.reject(new Error('There is no session.')));

it('sums up before it closes', async () => {
  await refresh();
  await store.close();
  expect(await beside.all('SELECT * FROM stale_weeks')).toEqual([]);
});

it('tells that summing up failed when it is closed, and leaves no connection open', async () => {
  await beside.all('DROP TABLE day_sums CASCADE');
  await refresh();
  await expect(store.close()).rejects.toThrow('day_sums');
  const others = `SELECT count(*)::int4 AS n FROM pg_stat_activity
    WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`;
  await vi.waitFor(async () => expect(await beside.all(others)).toEqual([{ n: 0 }]));
});
