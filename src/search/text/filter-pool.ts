// Lends out what fills filters: the scanner's memory is large, and made once for all logs that come one after another.

import type { BlockFilterBuilder } from './block-filter-builder.ts';
import { GramMemory } from './gram-memory.ts';
import { PortableFilterBuilder } from './portable-filter-builder.ts';
import { ScannedFilterBuilder } from './scanned-filter-builder.ts';

export interface LentFilters {
  readonly filters: BlockFilterBuilder;
  /** To read the log into: what is read to there need not be copied. */
  readonly room: Buffer;
}

/** Where the scanner cannot run. */
const ROOM_BYTES = 1024 * 1024;

function make(): LentFilters {
  const memory = GramMemory.create();
  if (memory === undefined) return { filters: new PortableFilterBuilder(), room: Buffer.allocUnsafeSlow(ROOM_BYTES) };
  return { filters: new ScannedFilterBuilder(memory), room: memory.room };
}

const idle: LentFilters[] = [];

/** `work` has them to itself until it is done. */
export async function withFilters<Value>(work: (lent: LentFilters) => Promise<Value>): Promise<Value> {
  const lent = idle.pop() ?? make();
  try {
    return await work(lent);
  } finally {
    idle.push(lent);
  }
}
