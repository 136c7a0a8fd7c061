// Tests deleting copies: what matches, what stays, and that deleted copies do not come back.

import { randomBytes } from 'node:crypto';
import { appendFileSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { keptSessions, type PurgePlan, type PurgeWish, planPurge, purge } from '../../src/archive/purge.ts';
import { ArchiveStore } from '../../src/archive/store/archive-store.ts';
import { archivePath, openArchiveToWrite } from '../../src/archive/store/open-archive.ts';
import { openIndex } from '../../src/store/sqlite/open-index.ts';
import { SqliteIndex } from '../../src/store/sqlite/sqlite-index.ts';
import { indexOnce, indexPicture } from '../index/support.ts';
import { ClaudeLog } from '../support/claude-log.ts';
import { storeOver } from '../support/sqlite-database.ts';
import { conversation, KeptLibrary, LONG_AFTER, OTHER, SID } from './support.ts';

async function letGo(library: KeptLibrary, wish: PurgeWish): Promise<PurgePlan> {
  const index = new SqliteIndex(openIndex(library.folder).database);
  const archive = new ArchiveStore(openArchiveToWrite(library.folder).database);
  const plan = planPurge(await keptSessions(storeOver(index.database), archive, library.folder), wish);
  await purge(plan, { index, archive, now: LONG_AFTER });
  archive.close();
  await index.close();
  return plan;
}

async function sessionsOf(library: KeptLibrary): Promise<readonly string[]> {
  return [...new Set((await indexPicture(library.folder)).calls.map(({ session }) => session))];
}

function twoSessions(): KeptLibrary {
  return new KeptLibrary().write(`${SID}.jsonl`, conversation(SID, 3)).write(`${OTHER}.jsonl`, conversation(OTHER, 2));
}

it('lets sessions go whose logs are gone, from the index too, and nothing else', async () => {
  const library = twoSessions();
  await library.keep();
  expect((await letGo(library, { gone: true })).sessions).toEqual([]);
  rmSync(library.path(`${SID}.jsonl`));
  await library.keep();
  const { sessions, forgotten, rawBytes } = await letGo(library, { gone: true });
  expect([sessions.map(({ session }) => session), forgotten, rawBytes]).toEqual([
    [SID],
    1,
    conversation(SID, 3).length,
  ]);
  expect(library.contents()).toEqual({ [`${OTHER}.jsonl`]: conversation(OTHER, 2) });
  await library.keep();
  expect(await sessionsOf(library)).toEqual([OTHER]);
});

it('forgets sessions whose logs are gone though no copy was kept', async () => {
  const library = twoSessions();
  await indexOnce(library.folder, [library.place]);
  rmSync(library.path(`${SID}.jsonl`));
  await indexOnce(library.folder, [library.place]);
  const { forgotten, rawBytes } = await letGo(library, { gone: true, places: [library.place] });
  expect([forgotten, rawBytes, await sessionsOf(library)]).toEqual([1, 0, [OTHER]]);
});

it('lets only copies go of a session whose log is there, and does not make them again', async () => {
  const library = twoSessions();
  await library.keep();
  const plan = await letGo(library, {});
  expect([plan.sessions.length, plan.forgotten]).toEqual([2, 0]);
  await library.keep();
  expect(library.contents()).toEqual({ [`${SID}.jsonl`]: '', [`${OTHER}.jsonl`]: '' });
  expect(await sessionsOf(library)).toHaveLength(2);
  // What comes later is copied again.
  const more = conversation(SID, 5).slice(conversation(SID, 3).length);
  appendFileSync(library.path(`${SID}.jsonl`), more);
  await library.keep();
  expect(library.look((store) => store.totals().rawBytes)).toBe(more.length);
});

it('goes by age and by project, and all wishes must fit', async () => {
  const library = twoSessions();
  const later = new ClaudeLog('77777777-2222-4333-8444-555555555555', { cwd: '/home/dev/meadow' }).wait(
    90 * 86_400_000,
  );
  later.call('toolu_later', 'Bash', { command: 'make hay' });
  library.write(`${later.session}.jsonl`, later.text());
  await library.keep();
  const index = new SqliteIndex(openIndex(library.folder).database);
  const archive = new ArchiveStore(openArchiveToWrite(library.folder).database);
  const all = await keptSessions(storeOver(index.database), archive, library.folder);
  const chosen = (wish: PurgeWish): string[] => planPurge(all, wish).sessions.map(({ session }) => session.slice(0, 4));
  expect(chosen({})).toEqual(['9999', '1111', '7777']);
  expect(chosen({ before: Date.UTC(2026, 3, 1) })).toEqual(['9999', '1111']);
  expect(chosen({ project: 'meadow' })).toEqual(['7777']);
  expect(chosen({ project: '/home/dev/meadow/' })).toEqual(['7777']);
  expect(chosen({ project: '/home/dev' })).toHaveLength(3);
  expect(chosen({ project: 'mead' })).toEqual([]);
  expect(chosen({ project: 'orchard', before: Date.UTC(2026, 1, 1) })).toEqual([]);
  expect(chosen({ gone: true, project: 'orchard' })).toEqual([]);
  expect(chosen({ places: [library.path('elsewhere')] })).toEqual([]);
  expect(chosen({ places: [library.place] })).toHaveLength(3);
  archive.close();
  await index.close();
});

it('takes copies of replaced logs along with what is gone', async () => {
  const library = twoSessions();
  await library.keep();
  library.write(`${SID}.jsonl`, conversation(SID, 9, 'go another way'));
  await library.keep();
  expect(Object.keys(library.contents())).toHaveLength(3);
  const plan = await letGo(library, { gone: true });
  expect([plan.sessions.length, plan.replaced.length, plan.rawBytes]).toEqual([0, 1, conversation(SID, 3).length]);
  expect(Object.keys(library.contents()).sort()).toEqual([`${SID}.jsonl`, `${OTHER}.jsonl`]);
});

it('gives the room back to the disk', async () => {
  const library = new KeptLibrary();
  const log = new ClaudeLog(SID);
  for (let i = 0; i < 8; i++) log.call(`toolu_${i}`, 'Bash', { command: randomBytes(400_000).toString('base64') });
  library.write(`${SID}.jsonl`, log.text()).write(`${OTHER}.jsonl`, conversation(OTHER, 2));
  await library.keep();
  expect(statSync(archivePath(library.folder)).size).toBeGreaterThan(3_000_000);
  await letGo(library, { before: LONG_AFTER });
  expect(statSync(archivePath(library.folder)).size).toBeLessThan(200_000);
});

it('leaves no remains of what went in the file', async () => {
  const library = twoSessions();
  for (let i = 0; i < 30; i++) {
    library.write(`more/${i}.jsonl`, conversation(`${10 + i}222222-2222-4333-8444-555555555555`, 1 + (i % 7), `${i}`));
  }
  await library.keep();
  const body = library.look((store) => store.blocks(store.at(library.path(`${SID}.jsonl`))?.pk ?? 0, 0, 1)[0]?.body);
  const piece = Buffer.from(body ?? []).subarray(20, 80);
  const holds = (): boolean =>
    readdirSync(library.folder)
      .filter((name) => name.startsWith('archive'))
      .some((name) => readFileSync(join(library.folder, name)).includes(piece));
  expect([piece.length, holds()]).toEqual([60, true]);
  rmSync(library.path(`${SID}.jsonl`));
  await library.keep();
  await letGo(library, { gone: true });
  expect(holds()).toBe(false);
});
