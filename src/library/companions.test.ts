// Tests which companions have their turn while everything is read for the first time.

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { dueOf } from '../store/companion.ts';
import { openIndex } from '../store/sqlite/open-index.ts';
import { openCompanions } from './companions.ts';

it('lets the archive wait until everything was read once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolscope-companions-'));
  const { database } = openIndex(folder);
  const all = openCompanions({ folder, database });
  const names = (isAllRead: boolean): string[] => dueOf(all, isAllRead).map(({ name }) => name);
  expect(names(true)).toEqual([...names(false), 'archive', 'archive check']);
  for (const companion of all) await companion.close();
  database.close();
});
