// The engine of a test's stores: SQLite, or PostgreSQL when the tests are repeated there (see both-engines.ts). Tests name a
// store by its folder, whichever engine it is.

import { afterAll } from 'vitest';
import { useStore } from '../../src/store/store-address.ts';
import { newDatabase, type TestDatabase } from './postgres.ts';

export const ENGINE = process.env['TOOLSCOPE_TEST_ENGINE'] === 'postgres' ? 'postgres' : 'sqlite';

const databases = new Map<string, Promise<TestDatabase>>();

afterAll(async () => {
  for (const database of databases.values()) await (await database).drop();
});

/**
 * Prepares the store of this folder for the engine under test, for this process and its children: a file in the folder, or a
 * database that represents it, dropped when the test file is done. Returns the folder.
 */
export async function storeIn(folder: string): Promise<string> {
  if (ENGINE === 'sqlite') return folder;
  const known = databases.get(folder) ?? newDatabase();
  databases.set(folder, known);
  useStore((await known).address);
  return folder;
}
