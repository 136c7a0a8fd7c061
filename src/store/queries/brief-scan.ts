// Owns walking through all calls in brief: only the columns that are asked for are unpacked, 256 calls at a time, always into
// the same arrays.

import type { Database } from '../database.ts';
import { type BriefColumn, CHUNK_BITS, chunkLength, readColumn } from '../index/brief-columns.ts';
import { SLOTS } from '../index/packed-column.ts';
import { blob, integer } from '../row.ts';

export interface ScannedChunk {
  /** Key of the call in the first place; the others follow. */
  readonly firstKey: number;
  readonly length: number;
}

export class BriefScan {
  readonly database: Database;
  readonly #columns = new Map<BriefColumn, Float64Array>();

  constructor(database: Database) {
    this.database = database;
  }

  /** Filled anew for every chunk; NaN where a call has none. To be asked for before the walk begins. */
  column(name: BriefColumn): Float64Array {
    const known = this.#columns.get(name);
    if (known !== undefined) return known;
    const column = new Float64Array(SLOTS).fill(Number.NaN);
    this.#columns.set(name, column);
    return column;
  }

  *chunks(): Generator<ScannedChunk> {
    const rows = this.database.query('SELECT chunk, body FROM briefs ORDER BY chunk', (row) => {
      const body = blob(row, 'body');
      for (const [name, column] of this.#columns) readColumn(body, name, column);
      return { firstKey: integer(row, 'chunk') * 2 ** CHUNK_BITS, length: chunkLength(body) };
    });
    yield* rows.each();
  }
}
