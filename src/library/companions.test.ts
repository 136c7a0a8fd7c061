// Tests which companions have their turn while everything is read for the first time.

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { dueOf } from '../store/companion.ts';
import { openStoreToWrite } from '../store/open-store.ts';
import { openCompanions } from './companions.ts';

it('lets the archive wait until everything was read once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolscope-companions-'));
  const store = await openStoreToWrite(folder);
  const all = openCompanions({ folder, store });
  const names = (isAllRead: boolean): string[] => dueOf(all, isAllRead).map(({ name }) => name);
  expect(names(true)).toEqual([...names(false), 'archive', 'archive check']);
  for (const companion of all) await companion.close();
  await store.close();
});
