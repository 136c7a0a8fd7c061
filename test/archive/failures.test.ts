// Tests the archive with errors: a damaged file, a newer one, a full disk, a closed folder, bytes that differ from the
// index. Nothing is lost, and nothing wrong is shown.

import { appendFileSync, chmodSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { Archiver } from '../../src/archive/archiver.ts';
import { knownLogs } from '../../src/archive/known-logs.ts';
import { lookIntoArchive, openArchive } from '../../src/archive/open-archive.ts';
import { ArchiveStore } from '../../src/archive/store/archive-store.ts';
import { archivePath, openArchiveToWrite } from '../../src/archive/store/open-archive.ts';
import { BodyReader } from '../../src/sources/body-reader.ts';
import { indexPath, openIndex } from '../../src/store/sqlite/open-index.ts';
import { indexOnce } from '../index/support.ts';
import { damageIndex } from '../support/damage-index.ts';
import { storeOver } from '../support/sqlite-database.ts';
import { conversation, KeptLibrary, OTHER, SID } from './support.ts';

const LOG = `${SID}.jsonl`;

/** The first line of a log, as a reader gets it. */
function firstLine(library: KeptLibrary): string | undefined {
  const { database } = openIndex(library.folder);
  const archive = lookIntoArchive(library.folder);
  const reader = new BodyReader([library.path(LOG)], knownLogs(storeOver(database).local, archive));
  const length = conversation(SID, 3).indexOf('\n');
  const text = reader.text({ source: 0, line: 1, offset: 0, length });
  reader.close();
  archive?.close();
  database.close();
  return text;
}

it('sets a damaged archive aside, says so once, and begins again', async () => {
  const library = new KeptLibrary().write(LOG, conversation(SID, 3));
  await indexOnce(library.folder, [library.place]);
  writeFileSync(archivePath(library.folder), 'this is no database, and never was one'.repeat(500));
  const { database } = openIndex(library.folder);
  const archive = openArchive({ folder: library.folder, store: storeOver(database) });
  await expect(archive.catchUp()).rejects.toMatchObject({
    code: 'store-unusable',
    message: expect.stringContaining('archive.sqlite.damaged-'),
  });
  await archive.catchUp();
  await archive.close();
  database.close();
  expect(readdirSync(library.folder).filter((name) => name.includes('.damaged-'))).toHaveLength(1);
  expect(library.contents()).toEqual({ [LOG]: conversation(SID, 3) });
});

it('knows damage of the index, with which it compares itself, from its own', async () => {
  const library = new KeptLibrary().write(LOG, conversation(SID, 3));
  await library.keep();
  damageIndex(library.folder, 'sessions');
  const { database } = openIndex(library.folder);
  const archive = openArchive({ folder: library.folder, store: storeOver(database) });
  await expect(archive.catchUp()).rejects.toMatchObject({ path: indexPath(library.folder) });
  await archive.close();
  database.close();
});

it('refuses an archive of a newer version, and leaves it as it is', async () => {
  const library = new KeptLibrary().write(LOG, conversation(SID, 3));
  await library.keep();
  library.look(({ database }) => database.exec('PRAGMA user_version = 99'));
  await expect(library.keep()).rejects.toMatchObject({ code: 'store-newer' });
  expect(readdirSync(library.folder).filter((name) => name.includes('.damaged-'))).toEqual([]);
});

it('stops at a full disk with everything before it safe, and goes on when there is room', async () => {
  const library = new KeptLibrary();
  for (let i = 0; i < 40; i++)
    library.write(`${i}.jsonl`, conversation(`${10 + i}111111-2222-4333-8444-555555555555`, 60, `${i}`));
  await indexOnce(library.folder, [library.place]);
  const { database } = openIndex(library.folder);
  const store = new ArchiveStore(openArchiveToWrite(library.folder).database);
  const archiver = new Archiver(store, storeOver(database), { folder: library.folder });
  store.database.exec('PRAGMA max_page_count = 16');
  await expect(archiver.catchUp()).rejects.toMatchObject({ code: 'disk-full' });
  const before = store.totals().files;
  expect(before).toBeGreaterThan(0);
  store.database.exec('PRAGMA max_page_count = 1000000');
  await archiver.catchUp();
  expect(store.totals().files).toBe(40);
  await archiver.close();
  database.close();
});

it('leaves the last room of a disk to others', async () => {
  const library = new KeptLibrary().write(LOG, conversation(SID, 3));
  await indexOnce(library.folder, [library.place]);
  const { database } = openIndex(library.folder);
  const archive = openArchive({
    folder: library.folder,
    store: storeOver(database),
    reserveBytes: Number.MAX_SAFE_INTEGER,
  });
  await expect(archive.catchUp()).rejects.toMatchObject({
    code: 'disk-full',
    message: expect.stringContaining('Copying logs to the archive has stopped'),
  });
  await archive.close();
  database.close();
  await library.keep();
  expect(library.contents()).toEqual({ [LOG]: conversation(SID, 3) });
});

it('says so when it cannot be written', async () => {
  const library = new KeptLibrary().write(LOG, conversation(SID, 3));
  await library.keep();
  appendFileSync(library.path(LOG), conversation(SID, 5).slice(conversation(SID, 3).length));
  await indexOnce(library.folder, [library.place]);
  const { database } = openIndex(library.folder);
  const store = new ArchiveStore(openArchiveToWrite(library.folder).database);
  store.database.exec('PRAGMA query_only = ON');
  const archiver = new Archiver(store, storeOver(database), { folder: library.folder });
  await expect(archiver.catchUp()).rejects.toMatchObject({ code: 'store-unusable' });
  await archiver.close();
  database.close();
  expect(library.contents()).toEqual({ [LOG]: conversation(SID, 3) });
});

it('passes by a log that went away before it could be copied, and takes it when it is back', async () => {
  const library = new KeptLibrary().write(LOG, conversation(SID, 3)).write(`${OTHER}.jsonl`, conversation(OTHER, 1));
  await indexOnce(library.folder, [library.place]);
  rmSync(library.path(LOG));
  await library.keep();
  expect(Object.keys(library.contents())).toEqual([`${OTHER}.jsonl`]);
  library.write(LOG, conversation(SID, 3));
  await library.keep();
  expect(Object.keys(library.contents()).sort()).toEqual([LOG, `${OTHER}.jsonl`]);
});

it('never shows other bytes than those the index has read', async () => {
  const line = conversation(SID, 3).split('\n')[0];
  const library = new KeptLibrary().write(LOG, conversation(SID, 3));
  await library.keep();
  expect(firstLine(library)).toBe(line);
  // Another file under the same name, as long as the old one: the copy is shown.
  library.write(LOG, 'x'.repeat(conversation(SID, 3).length));
  expect(firstLine(library)).toBe(line);
  // A copy of something else, and no original: nothing is shown.
  rmSync(library.path(LOG));
  expect(firstLine(library)).toBe(line);
  const { database } = openIndex(library.folder);
  database.exec(`UPDATE sources SET head = 'another', tail = 'another'`);
  database.close();
  expect(firstLine(library)).toBeUndefined();
});

it('is not made by looking', async () => {
  const library = new KeptLibrary().write(LOG, conversation(SID, 3));
  await indexOnce(library.folder, [library.place]);
  expect(lookIntoArchive(library.folder)).toBeUndefined();
  expect(firstLine(library)).toBe(conversation(SID, 3).split('\n')[0]);
  expect(existsSync(archivePath(library.folder))).toBe(false);
  // A reader of a file that was never finished does without it.
  writeFileSync(archivePath(library.folder), '');
  chmodSync(archivePath(library.folder), 0o600);
  expect(lookIntoArchive(library.folder)).toBeUndefined();
});
