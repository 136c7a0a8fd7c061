// Returns space to the disk after copies were deleted, in steps small enough for an almost full disk.

import { integer } from '../../base/row.ts';
import type { Database } from '../../sqlite/database.ts';

const STEP_PAGES = 128;

/** Concurrent readers keep some of it from being returned; the next purge returns it. */
export function giveBack(database: Database): void {
  const free = database.query('PRAGMA freelist_count', (row) => integer(row, 'freelist_count'));
  for (let left = free.get() ?? 0; left > 0; ) {
    // Each page is a row of the result: read to the end, or only one page is returned.
    database.query(`PRAGMA incremental_vacuum(${STEP_PAGES})`, () => null).all();
    database.query('PRAGMA wal_checkpoint(TRUNCATE)', () => null).all();
    const now = free.get() ?? 0;
    if (now >= left) return;
    left = now;
  }
}
