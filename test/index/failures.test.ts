// Tests the index in trouble: a damaged file, a newer one, a folder that cannot be written to, a full disk, two processes.

import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { generateLibrary } from '../../bench/generate/library.ts';
import { integer } from '../../src/base/row.ts';
import { Indexer } from '../../src/library/indexer.ts';
import { openLibraryIndex } from '../../src/library/library-index.ts';
import { openIndex } from '../../src/store/sqlite/open-index.ts';
import { SessionList } from '../../src/store/sqlite/queries/session-list.ts';
import { SqliteIndex } from '../../src/store/sqlite/sqlite-index.ts';
import { databaseOf } from '../support/sqlite-database.ts';
import { indexOnce, indexPicture, LONG_AFTER, newFolder, readPicture } from './support.ts';

function smallLibrary(seed: string): string {
  const logs = newFolder();
  generateLibrary({ dir: logs, bytes: 8e5, seed, callsPerSession: 10 });
  return logs;
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

it('lets one process write; the other looks, and sees what is committed', async () => {
  const [first, second] = [smallLibrary('two'), smallLibrary('more')];
  const folder = newFolder();
  const writer = await openLibraryIndex(folder, { now: () => LONG_AFTER });
  const looker = await openLibraryIndex(folder, { now: () => LONG_AFTER });
  expect([writer.indexer === undefined, looker.indexer === undefined]).toEqual([false, true]);
  await expect(openLibraryIndex(folder, { mustWrite: true })).rejects.toMatchObject({ code: 'store-busy' });
  await writer.indexer?.sweep([first]);
  const list = new SessionList(databaseOf(looker));
  const before = list.page({ limit: 1000 }).sessions.length;
  await writer.indexer?.sweep([second]);
  expect(before).toBeGreaterThan(0);
  expect(list.page({ limit: 1000 }).sessions.length).toBeGreaterThan(before);
  await looker.close();
  await writer.close();
  // The lock is free again.
  const next = await openLibraryIndex(folder);
  expect(next.indexer).toBeDefined();
  await next.close();
});

it('tells what changed since a place in its history', async () => {
  const logs = smallLibrary('changes');
  const folder = newFolder();
  await indexOnce(folder, [logs]);
  const store = new SqliteIndex(openIndex(folder).database);
  const all = await store.changesSince(0);
  expect([all.missed, all.changes.length > 0, all.seq]).toEqual([false, true, all.changes.at(-1)?.seq]);
  expect(await store.changesSince(all.seq)).toEqual({ changes: [], seq: all.seq, missed: false });
  const [first] = all.changes;
  if (first === undefined) throw new Error('no change');
  await store.forget({ agent: first.agent, id: first.session });
  const after = await store.changesSince(all.seq);
  expect(after.changes.map(({ session, callId }) => [session, callId])).toEqual([[first.session, null]]);
  store.database.exec('DELETE FROM changes WHERE seq < 3');
  expect((await store.changesSince(0)).missed).toBe(true);
  await store.close();
});
