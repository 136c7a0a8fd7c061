// The engine that a test's stores are of: SQLite, or PostgreSQL in the run of the tests that repeats them there (see
// both-engines.ts). Tests name a store by its folder, whichever engine it is.

import { afterAll } from 'vitest';
import { useStore } from '../../src/store/store-address.ts';
import { newDatabase, type TestDatabase } from './postgres.ts';

export const ENGINE = process.env['TOOLSCOPE_TEST_ENGINE'] === 'postgres' ? 'postgres' : 'sqlite';

const databases = new Map<string, Promise<TestDatabase>>();

afterAll(async () => {
  for (const database of databases.values()) await (await database).drop();
});

/**
 * Lets whatever opens the store of this folder next, here or in a process started from here, open one of the engine under test: a
 * file in the folder, or a database that stands for it, dropped when the test file is done. Gives the folder back.
 */
export async function storeIn(folder: string): Promise<string> {
  if (ENGINE === 'sqlite') return folder;
  const known = databases.get(folder) ?? newDatabase();
  databases.set(folder, known);
  useStore((await known).address);
  return folder;
}
