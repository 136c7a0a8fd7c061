// Tests that words get their numbers although others who name words let go of those that are known.

import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { newDatabase, type TestDatabase } from '../../../../test/support/postgres.ts';
import { Connection } from '../database/connection.ts';
import { connectionSettings } from '../database/connection-settings.ts';
import { migrate } from '../database/migrate.ts';
import { Words } from './words.ts';

let database: TestDatabase;
let connection: Connection;

beforeAll(async () => {
  database = await newDatabase();
  connection = await Connection.open(connectionSettings(database.address));
  await migrate(connection);
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

it('numbers all words of a piece of work although another one begins with none meanwhile', async () => {
  const busy = await Connection.open(connectionSettings(database.address), 1);
  let free: (() => void) | undefined;
  const held = busy.transaction(() => new Promise<void>((done) => (free = done)));
  await vi.waitFor(() => expect(free).toBeDefined());
  const words = new Words(1);
  const numbers = (on: Connection, ...paths: string[]): Promise<number[]> =>
    words.with(on, () => paths.map((path) => words.numberOf('path', path)));
  const rose = await numbers(connection, 'rose');
  const two = numbers(busy, 'rose', 'fern');
  await numbers(connection, 'oak');
  // Two are known now, more than are kept.
  await numbers(connection, 'elm');
  free?.();
  expect(await two).toEqual([...rose, ...(await numbers(connection, 'fern'))]);
  await held;
  await busy.close();
});
