// Tests that writes go in together and in order, and that nothing follows writes that could not go in.

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PendingWrites } from './pending-writes.ts';
import { ArchiveStore } from './store/archive-store.ts';
import { openArchiveToWrite } from './store/open-archive.ts';

const FACTS = { device: '1', inode: '2', size: 3, modifiedAt: 4, bytes: 0, head: 'h', tail: 't' };

function opened(): { store: ArchiveStore; add(name: string): void; paths(): string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'toolscope-archive-'));
  const store = new ArchiveStore(openArchiveToWrite(folder).database);
  const about = { kind: 'log', agent: 'a', session: 's', thread: 'main', startedAt: null, lineage: null } as const;
  return {
    store,
    add: (path) => void store.add({ ...about, path }, FACTS, 0),
    paths: () => store.current().map(({ path }) => path),
  };
}

it('waits until there are many writes or many bytes, or somebody asks', () => {
  const { store, add, paths } = opened();
  const writes = new PendingWrites(store);
  writes.add(() => add('few'), 100);
  expect(paths()).toEqual([]);
  writes.add(() => add('large'), 64 * 1024 * 1024);
  expect(paths()).toEqual(['few', 'large']);
  for (let i = 0; i < 1000; i++) writes.add(() => {}, 0);
  writes.add(() => add('last'), 0);
  writes.flush();
  expect(paths()).toEqual(['few', 'large', 'last']);
  store.close();
});

it('takes in all or nothing, and nothing after a failure', () => {
  const { store, add, paths } = opened();
  const writes = new PendingWrites(store);
  writes.add(() => add('before'), 0);
  writes.flush();
  writes.add(() => add('with it'), 0);
  writes.add(() => {
    throw new Error('no room');
  }, 0);
  expect(() => writes.flush()).toThrow('no room');
  expect(() => writes.add(() => add('after'), 0)).toThrow('no room');
  writes.flush();
  expect(paths()).toEqual(['before']);
  // The store itself is as good as before.
  add('anew');
  expect(paths()).toEqual(['before', 'anew']);
  store.close();
});
