// Tests that a step goes in whole or not at all, by itself as well as together with others.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { PackedBlock } from '../../model/log-block.ts';
import { ArchiveStore } from './archive-store.ts';
import type { CopyState, FileDescription } from './archived-file.ts';
import { openArchiveToWrite } from './open-archive.ts';

const FILE: FileDescription = {
  kind: 'log',
  agent: 'a',
  session: 's',
  thread: 'main',
  startedAt: null,
  lineage: null,
  path: '/log',
};

function copied(bytes: number): CopyState {
  return { device: '1', inode: '2', size: 9, modifiedAt: 4, bytes, head: 'h', tail: 't' };
}

function block(offset: number): PackedBlock {
  return { offset, length: 3, packing: 'none', checksum: 1, newlines: 1, body: Buffer.from('ab\n') };
}

it('keeps what it had when a step fails half way, also after steps that went in together', () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolscope-archive-'));
  const store = new ArchiveStore(openArchiveToWrite(folder).database);
  let file = 0;
  store.together(() => {
    file = store.add(FILE, copied(0), 0);
    store.put(file, { from: 0, blocks: [block(0), block(3)], state: copied(6) });
  });
  const kept = (): unknown => [store.places(file), store.at('/log')?.bytes];
  const before = kept();
  expect(before).toEqual([
    [
      { offset: 0, length: 3 },
      { offset: 3, length: 3 },
    ],
    6,
  ]);
  // The second block cannot go in: there is one at its place.
  const twice = { from: 3, blocks: [block(6), block(6)], state: copied(9) };
  expect(() => store.put(file, twice)).toThrow();
  expect(kept()).toEqual(before);
  store.close();
  rmSync(folder, { recursive: true });
});
