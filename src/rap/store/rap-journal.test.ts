// Tests the journal's order, its blocks, and that reading a thread never reads others.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { text } from '../../base/row.ts';
import { openRapStore, type RapStore, readRapStore } from './rap-store.ts';

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0).reverse()) cleanup();
});

function open(): { store: RapStore; folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'toolscope-journal-'));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  const store = openRapStore(folder);
  cleanups.push(() => store.close());
  return { store, folder };
}

function addThread(store: RapStore, groupId: string): number {
  return store.threads.insert({ groupId, title: null, userId: null, ancestors: null, openedAt: 1 });
}

test('a thread is read in order across blocks, from any place on', () => {
  const { store } = open();
  const [a, b] = [addThread(store, 'a'), addThread(store, 'b')];
  const seqs: number[] = [];
  store.database.transaction(() => {
    for (let n = 0; n < 10_000; n++) {
      const seq = store.journal.append(n % 3 === 0 ? a : b, null, 'note', n, '{}');
      if (n % 3 === 0) seqs.push(seq);
    }
  });
  const read = (after: number) => [...store.journal.after(a, after)].map(({ seq }) => seq);
  expect(read(0)).toEqual(seqs);
  for (const after of [4094, 4095, 4096, 4097, 8192, 9_999, 10_000, 99_999])
    expect(read(after)).toEqual(seqs.filter((seq) => seq > after));
});

test('reading a thread looks into the index, not through the table', () => {
  const { store } = open();
  const plan = store.database
    .query(
      'EXPLAIN QUERY PLAN SELECT * FROM event WHERE (event.seq >> 12) = ? AND event.thread = ? AND event.seq > ? ORDER BY event.seq',
      (row) => text(row, 'detail'),
    )
    .all(1, 2, 3);
  expect(plan).toEqual(['SEARCH event USING INDEX event_thread (<expr>=? AND thread=? AND rowid>?)']);
});

test('a reader sees what is committed while the writer goes on', async () => {
  const { store, folder } = open();
  const thread = addThread(store, 'a');
  await store.commit.run(() => store.journal.append(thread, null, 'note', 1, '{"n":1}'));
  const reader = readRapStore(folder);
  cleanups.push(() => reader.close());
  expect([...reader.journal.after(thread, 0)].map(({ body }) => body)).toEqual(['{"n":1}']);
  await store.commit.run(() => store.journal.append(thread, null, 'note', 2, '{"n":2}'));
  expect([...reader.journal.after(thread, 0)].map(({ body }) => body)).toEqual(['{"n":1}', '{"n":2}']);
});

test('group commit: many pieces in one transaction, and a bad one fails alone', async () => {
  const { store } = open();
  const thread = addThread(store, 'a');
  const pieces = Array.from({ length: 100 }, (_, n) =>
    store.commit.run(() => {
      if (n === 42) throw new Error('bad piece');
      return store.journal.append(thread, null, 'note', n, String(n));
    }),
  );
  const settled = await Promise.allSettled(pieces);
  expect(settled.flatMap(({ status }, n) => (status === 'rejected' ? [n] : []))).toEqual([42]);
  const order = [...store.journal.after(thread, 0)].map(({ body }) => Number(body));
  expect(order).toEqual(Array.from({ length: 100 }, (_, n) => n).filter((n) => n !== 42));
  const before = store.commit.commits;
  await Promise.all(
    Array.from({ length: 300 }, (_, n) => store.commit.run(() => store.journal.append(thread, null, 'x', n, '{}'))),
  );
  expect(store.commit.commits - before).toBe(1);
});
