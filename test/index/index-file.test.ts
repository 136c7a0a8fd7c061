// Tests problems with the index file: damaged, written by a newer or an older program, no place for it, a full disk.

import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { generateLibrary } from '../../bench/generate/library.ts';
import { integer, textOrNull } from '../../src/base/row.ts';
import { Indexer } from '../../src/library/indexer.ts';
import { openLibraryIndex } from '../../src/library/library-index.ts';
import { openIndex, openIndexToRead } from '../../src/store/sqlite/open-index.ts';
import { SqliteIndex } from '../../src/store/sqlite/sqlite-index.ts';
import { buildProgram, toolscope } from '../support/program.ts';
import { indexPicture, LONG_AFTER, newFolder, readPicture } from './support.ts';

function smallLibrary(seed: string): string {
  const logs = newFolder();
  generateLibrary({ dir: logs, bytes: 8e5, seed, callsPerSession: 10 });
  return logs;
}

/** How many sessions were added. */
async function indexed(folder: string, logs: string): Promise<number> {
  const library = await openLibraryIndex(folder, { now: () => LONG_AFTER });
  const report = await library.indexer?.sweep([logs]);
  await library.close();
  return report?.sessions.added ?? 0;
}

it('sets a damaged index aside and builds it again', async () => {
  const logs = smallLibrary('damaged');
  const folder = newFolder();
  writeFileSync(join(folder, 'index.sqlite'), 'this is no database, and never was one'.repeat(200));
  const library = await openLibraryIndex(folder, { now: () => LONG_AFTER });
  expect(library.setAside).toContain('index.sqlite.damaged-');
  expect(existsSync(library.setAside ?? '')).toBe(true);
  await library.indexer?.sweep([logs]);
  await library.close();
  expect(await indexPicture(folder)).toEqual(await readPicture([logs]));
});

it('refuses an index of a newer version, and leaves it as it is', async () => {
  const folder = newFolder();
  const { database } = openIndex(folder);
  database.exec('PRAGMA user_version = 99');
  database.close();
  await expect(openLibraryIndex(folder)).rejects.toMatchObject({ code: 'store-newer' });
  expect(readdirSync(folder).filter((name) => name.includes('damaged'))).toEqual([]);
});

it('says so when its folder cannot be made', async () => {
  const file = join(newFolder(), 'a-file');
  writeFileSync(file, '');
  await expect(openLibraryIndex(join(file, 'data'))).rejects.toMatchObject({ code: 'store-unusable' });
});

it('stops at a full disk with everything before it safe, and goes on when there is room', async () => {
  const logs = smallLibrary('full');
  const folder = newFolder();
  const store = new SqliteIndex(openIndex(folder).database);
  const indexer = new Indexer(store, { now: () => LONG_AFTER });
  const pages = store.database.query('PRAGMA page_count', (row) => integer(row, 'page_count')).get() ?? 0;
  store.database.exec(`PRAGMA max_page_count = ${pages + 16}`);
  await expect(indexer.sweep([logs])).rejects.toMatchObject({ code: 'disk-full' });
  expect((await store.knownSources()).length).toBeGreaterThan(0);
  store.database.exec('PRAGMA max_page_count = 1000000');
  await indexer.sweep([logs]);
  await indexer.close();
  await store.close();
  expect(await indexPicture(folder)).toEqual(await readPicture([logs]));
});

it('has the rules of the program as it is built', async () => {
  await buildProgram();
  const logs = smallLibrary('built');
  const folder = newFolder();
  await toolscope(['index', '--no-archive', '--root', logs], { env: { TOOLSCOPE_HOME: folder } });
  const database = openIndexToRead(folder);
  const rules = database.query('SELECT DISTINCT rules FROM sessions', (row) => textOrNull(row, 'rules')).all();
  database.close();
  expect(rules).toEqual([expect.stringMatching(/^[0-9a-f]{16}$/)]);
});

it('builds an index of an older schema again', async () => {
  const logs = smallLibrary('older schema');
  const folder = newFolder();
  await indexed(folder, logs);
  const { database } = openIndex(folder);
  database.exec('DROP TABLE changes; PRAGMA user_version = 14');
  database.close();
  expect(await indexed(folder, logs)).toBeGreaterThan(0);
  expect(await indexPicture(folder)).toEqual(await readPicture([logs]));
});
