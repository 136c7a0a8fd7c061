// Scans all calls in brief: only the requested columns are unpacked, 256 calls at a time, always into the same arrays.

import { blob, integer } from '../../../base/row.ts';
import type { Database } from '../../../sqlite/database.ts';
import type { CallColumn } from '../../rows/call-numbers.ts';
import { CHUNK_BITS, chunkLength, readColumn } from '../index/call-columns.ts';
import { SLOTS } from '../index/packed-column.ts';
import { dataVersion } from './engine.ts';

export interface ScannedChunk {
  /** Key of the call in the first slot; the others follow. */
  readonly firstKey: number;
  readonly length: number;
}

/** Memory for stored chunks, so that the next query need not load them again. */
const KEPT_BYTES = 32 * 1024 * 1024;

interface StoredChunk {
  readonly firstKey: number;
  readonly body: Uint8Array;
}

interface Kept {
  readonly version: string;
  readonly chunks: readonly StoredChunk[];
}

const kept = new WeakMap<Database, Kept>();

function* storedChunks(database: Database): Generator<StoredChunk> {
  const version = dataVersion(database);
  const known = kept.get(database);
  if (known?.version === version) {
    yield* known.chunks;
    return;
  }
  kept.delete(database);
  const rows = database.query('SELECT chunk, body FROM briefs ORDER BY chunk', (row) => ({
    firstKey: integer(row, 'chunk') * 2 ** CHUNK_BITS,
    body: blob(row, 'body'),
  }));
  let chunks: StoredChunk[] | undefined = [];
  let bytes = 0;
  for (const chunk of rows.each()) {
    bytes += chunk.body.length;
    if (bytes > KEPT_BYTES) chunks = undefined;
    chunks?.push(chunk);
    yield chunk;
  }
  if (chunks !== undefined) kept.set(database, { version, chunks });
}

export class ColumnScan {
  readonly database: Database;
  readonly #columns = new Map<CallColumn, Float64Array>();

  constructor(database: Database) {
    this.database = database;
  }

  /** Refilled for every chunk; NaN if a call has none. Call before the scan begins. */
  column(name: CallColumn): Float64Array {
    const known = this.#columns.get(name);
    if (known !== undefined) return known;
    const column = new Float64Array(SLOTS).fill(Number.NaN);
    this.#columns.set(name, column);
    return column;
  }

  *chunks(): Generator<ScannedChunk> {
    for (const { firstKey, body } of storedChunks(this.database)) {
      for (const [name, column] of this.#columns) readColumn(body, name, column);
      yield { firstKey, length: chunkLength(body) };
    }
  }
}
