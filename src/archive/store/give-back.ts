// Gives room back to the disk after copies were thrown away, in steps so small that a disk with hardly any room
// left has enough for them.

import { integer } from '../../base/row.ts';
import type { Database } from '../../sqlite/database.ts';

const STEP_PAGES = 128;

/** Anyone who reads at the same time keeps some of it from going back; the next purge takes it along. */
export function giveBack(database: Database): void {
  const free = database.query('PRAGMA freelist_count', (row) => integer(row, 'freelist_count'));
  for (let left = free.get() ?? 0; left > 0; ) {
    // Each page is a row of the answer: asked for to the end, or only one page is given back.
    database.query(`PRAGMA incremental_vacuum(${STEP_PAGES})`, () => null).all();
    database.query('PRAGMA wal_checkpoint(TRUNCATE)', () => null).all();
    const now = free.get() ?? 0;
    if (now >= left) return;
    left = now;
  }
}
