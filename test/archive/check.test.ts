// Tests that damage in the archive is found, costs one block and not a file, and is repaired from the log if it still exists.

import { closeSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { ArchivedLog, unreadableLines } from '../../src/archive/archived-log.ts';
import { ArchiveScrub, checkArchive } from '../../src/archive/check-archive.ts';
import { readReport } from '../../src/archive/check-report.ts';
import { archivePath } from '../../src/archive/store/open-archive.ts';
import { randomWords } from '../support/random.ts';
import { runHere } from '../support/run-here.ts';
import { conversation, KeptLibrary, LONG_AFTER, OTHER, SID } from './support.ts';

const LOG = `${SID}.jsonl`;

/** Three blocks, of lines that do not compress to nothing. */
function longLog(): string {
  const words = randomWords(7);
  return conversation(SID, 3) + Array.from({ length: 2500 }, () => conversation(SID, 0, words(700))).join('');
}

async function keptLibrary(): Promise<KeptLibrary> {
  const library = new KeptLibrary().write(LOG, longLog()).write(`${OTHER}.jsonl`, conversation(OTHER, 3));
  await library.keep();
  return library;
}

/** Flips a bit in the middle of the body of one block, in the database's file. */
function flipBit(library: KeptLibrary, nth: number): void {
  const body = library.look((store) => {
    store.database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    const [file] = store.kept().filter((kept) => kept.file.path === library.path(LOG));
    const place = store.places(file?.file.pk ?? 0)[nth];
    return store.blocks(file?.file.pk ?? 0, place?.offset ?? 0, (place?.offset ?? 0) + 1)[0]?.body ?? new Uint8Array();
  });
  const path = archivePath(library.folder);
  const bytes = readFileSync(path);
  const middle = Math.floor(body.length / 2);
  const at = bytes.indexOf(body.subarray(middle, middle + 64)) + 5;
  expect(at).toBeGreaterThan(5);
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.from([(bytes[at] ?? 0) ^ 4]), 0, 1, at);
  closeSync(file);
}

it('finds nothing wrong with a whole archive', async () => {
  const library = await keptLibrary();
  const options = { mayRestore: true, now: LONG_AFTER };
  expect(await checkArchive(library.folder, options)).toMatchObject({
    blocks: 4,
    damaged: 0,
    found: [],
    structure: [],
  });
  expect(readReport(library.folder)).toMatchObject({ finishedAt: LONG_AFTER, blocks: 4, damaged: 0 });
  expect(await checkArchive(new KeptLibrary().folder, options)).toBeUndefined();
});

it('restores a damaged block from the log, to the last byte', async () => {
  const library = await keptLibrary();
  flipBit(library, 1);
  expect(() => library.contents()).toThrow('damaged where it keeps bytes 1048576 to 2097152');
  const looked = await checkArchive(library.folder, { mayRestore: false, now: LONG_AFTER });
  const damage = { path: library.path(LOG), session: SID, offset: 1048576, length: 1048576 };
  expect(looked?.found).toEqual([{ ...damage, agent: 'claude-code', fate: 'in-log' }]);
  const restored = await checkArchive(library.folder, { mayRestore: true, now: LONG_AFTER });
  expect(restored?.found).toMatchObject([{ ...damage, fate: 'restored' }]);
  expect(library.contents()[LOG]).toBe(longLog());
  expect(await checkArchive(library.folder, { mayRestore: true, now: LONG_AFTER })).toMatchObject({ damaged: 0 });
});

it('loses one block and no more when the log is gone, or is another by now', async () => {
  const library = await keptLibrary();
  flipBit(library, 1);
  writeFileSync(library.path(LOG), 'x'.repeat(longLog().length));
  expect((await checkArchive(library.folder, { mayRestore: true, now: LONG_AFTER }))?.found).toMatchObject([
    { offset: 1048576, fate: 'lost' },
  ]);
  rmSync(library.path(LOG));
  const { structure, damaged } = (await checkArchive(library.folder, { mayRestore: true, now: LONG_AFTER })) ?? {};
  expect([structure, damaged]).toEqual([[], 1]);
  const read = library.look((store) => {
    const [kept] = store.kept().filter(({ file }) => file.path === library.path(LOG));
    if (kept === undefined) throw new Error('no copy');
    const room = Buffer.alloc(kept.file.bytes);
    expect(new ArchivedLog(store, kept.file, unreadableLines).read(room, 0)).toBe(room.length);
    return room.toString();
  });
  const log = longLog();
  expect(read.slice(0, 1048576)).toBe(log.slice(0, 1048576));
  expect(read.slice(2097152)).toBe(log.slice(2097152));
  expect(read.split('\n').length).toBe(log.split('\n').length);
});

it('is told by doctor, which restores where it can', async () => {
  const library = await keptLibrary();
  flipBit(library, 0);
  const surroundings = { home: library.folder };
  const verified = await runHere(['doctor', '--verify', '--root', library.place], surroundings);
  expect(verified.out).toMatch(/Checked .*: 4 parts, 1 part damaged\./);
  expect(verified.out).toContain('restored from the log');
  flipBit(library, 0);
  rmSync(library.path(LOG));
  const lost = await runHere(['doctor', '--verify', '--json', '--root', library.place], surroundings);
  expect(lost.status).toBe(1);
  expect(JSON.parse(lost.out)).toMatchObject({
    archive: { check: { blocks: 4, damaged: 1, found: [{ offset: 0, fate: 'lost' }], structure: [] } },
    attention: expect.arrayContaining(['1 part of the archive is damaged']),
  });
  // The next run has it from the report.
  const later = await runHere(['doctor', '--root', library.place], surroundings);
  expect(later.out).toContain('1 part of the archive is damaged');
});

it('is found and undone slowly, beside other work, and not looked for again for a week', async () => {
  const library = await keptLibrary();
  flipBit(library, 2);
  const told: string[] = [];
  let now = LONG_AFTER;
  const scrub = new ArchiveScrub(library.folder, (error) => told.push(error.hint ?? ''), { now: () => now, stepMs: 1 });
  await scrub.catchUp();
  while (readReport(library.folder)?.finishedAt !== LONG_AFTER) await sleep(5);
  await scrub.close();
  expect(told).toEqual(['They were restored from the log.']);
  expect(readReport(library.folder)).toMatchObject({ blocks: 4, damaged: 1, found: [{ fate: 'restored' }] });
  expect(library.contents()[LOG]).toBe(longLog());
  now += 8 * 24 * 3600_000;
  const next = new ArchiveScrub(library.folder, () => told.push('again'), { now: () => now, stepMs: 1 });
  await next.catchUp();
  while (readReport(library.folder)?.finishedAt !== now) await sleep(5);
  await next.close();
  expect(readReport(library.folder)).toMatchObject({ blocks: 4, damaged: 0 });
  expect(told).toHaveLength(1);
});
