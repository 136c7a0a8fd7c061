// Tests that several processes may open an index: one fills it, the others see what it commits and are notified of changes.

import { expect, it } from 'vitest';
import { generateLibrary } from '../../bench/generate/library.ts';
import { openLibraryIndex } from '../../src/library/library-index.ts';
import { openStoreToWrite } from '../../src/store/open-store.ts';
import { storeIn } from '../support/engine.ts';
import { changeTables } from '../support/tables.ts';
import { EVERYTHING, indexOnce, LONG_AFTER, newFolder } from './support.ts';

function smallLibrary(seed: string): string {
  const logs = newFolder();
  generateLibrary({ dir: logs, bytes: 8e5, seed, callsPerSession: 10 });
  return logs;
}

it('lets one process write; the other looks, and sees what is committed', async () => {
  const [first, second] = [smallLibrary('two'), smallLibrary('more')];
  const folder = newFolder();
  const writer = await openLibraryIndex(await storeIn(folder), { now: () => LONG_AFTER });
  const looker = await openLibraryIndex(await storeIn(folder), { now: () => LONG_AFTER });
  expect([writer.indexer === undefined, looker.indexer === undefined]).toEqual([false, true]);
  await expect(openLibraryIndex(await storeIn(folder), { mustWrite: true })).rejects.toMatchObject({
    code: 'store-busy',
  });
  await writer.indexer?.sweep([first]);
  const count = async (): Promise<number> => (await looker.questions.sessions.page(EVERYTHING, { limit: 1000 })).total;
  const before = await count();
  await writer.indexer?.sweep([second]);
  expect(before).toBeGreaterThan(0);
  expect(await count()).toBeGreaterThan(before);
  await looker.close();
  await writer.close();
  // The lock is free again.
  const next = await openLibraryIndex(await storeIn(folder));
  expect(next.indexer).toBeDefined();
  await next.close();
});

it('tells what changed since a place in its history', async () => {
  const logs = smallLibrary('changes');
  const folder = newFolder();
  await indexOnce(folder, [logs]);
  const store = await openStoreToWrite(await storeIn(folder));
  const all = await store.index.changesSince(0);
  expect([all.missed, all.changes.length > 0, all.seq]).toEqual([false, true, all.changes.at(-1)?.seq]);
  expect(await store.index.changesSince(all.seq)).toEqual({ changes: [], seq: all.seq, missed: false });
  const [first] = all.changes;
  if (first === undefined) throw new Error('no change');
  await store.index.forget({ agent: first.agent, id: first.session });
  const after = await store.index.changesSince(all.seq);
  expect(after.changes.map(({ session, callId }) => [session, callId])).toEqual([[first.session, null]]);
  await changeTables(folder, `DELETE FROM changes WHERE seq < ${first.seq + 2}`);
  expect((await store.index.changesSince(0)).missed).toBe(true);
  await store.close();
});
