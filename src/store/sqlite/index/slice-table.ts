// Text filters in slices: chunks that contain their filters, and groups of slices made from these.

import { blob, integer } from '../../../base/row.ts';
import type { Command, Database, Query } from '../../../sqlite/database.ts';
import type { TextSlice } from '../../questions/search.ts';
import type { FullChunk, SliceGroup, SliceStore } from '../../text-store.ts';

/** Of one group. */
const MOST_CHUNKS = 8192;

/** The filters of the newest 2 GB of logs or so. The search's memory cache holds them, and no bit of them has to be moved. */
const KEPT_BYTES = 64 * 1024 * 1024;

/** Rows of a group have numbers of their own, two of them below zero; together with the group they are the key. */
const KEYS = 16_384;
const BELOW_ZERO = 2;

function keyOf(group: number, row: number): number {
  return group * KEYS + row + BELOW_ZERO;
}

export const SLICE_TABLES = `
-- Filters of many blocks, one bit of each in a row: see search/text/slices. The number of a group is never used again.
CREATE TABLE text_groups (num INTEGER PRIMARY KEY AUTOINCREMENT);
CREATE TABLE text_slices (key INTEGER PRIMARY KEY, bits BLOB NOT NULL);
`;

export class SliceTable implements SliceStore {
  readonly keptBytes = KEPT_BYTES;
  readonly #database: Database;
  readonly #fullBytes: Query<number>;
  readonly #full: Query<FullChunk>;
  readonly #begin: Command;
  readonly #cut: Command;
  readonly #put: Command;
  readonly #empty: Query<number>;
  readonly #dropGroup: Command;
  readonly #dropRows: Command;
  readonly #rows: Query<TextSlice>;

  constructor(database: Database) {
    this.#database = database;
    this.#fullBytes = database.query(
      'SELECT coalesce(sum(bytes), 0) AS bytes FROM text_chunks WHERE slices IS NULL',
      (row) => integer(row, 'bytes'),
    );
    this.#full = database.query(
      `SELECT source_pk, num, place, body FROM text_chunks WHERE place IN (
         SELECT place FROM (
           SELECT place, bytes, sum(bytes) OVER (ORDER BY place ROWS UNBOUNDED PRECEDING) AS read FROM (
             SELECT place, bytes FROM text_chunks WHERE slices IS NULL ORDER BY place LIMIT ${MOST_CHUNKS}))
         WHERE read - bytes < ?) ORDER BY place`,
      (row) => ({
        key: integer(row, 'source_pk'),
        num: integer(row, 'num'),
        place: integer(row, 'place'),
        body: blob(row, 'body'),
      }),
    );
    this.#begin = database.command('INSERT INTO text_groups DEFAULT VALUES');
    this.#cut = database.command(
      `UPDATE text_chunks SET slices = ?, first = ?, columns = ?, blocks = ?, bytes = length(?5), body = ?5
       WHERE place = ? AND slices IS NULL`,
    );
    this.#put = database.command('INSERT INTO text_slices (key, bits) VALUES (?, ?)');
    this.#empty = database.query(
      'SELECT num FROM text_groups WHERE num NOT IN (SELECT slices FROM text_chunks WHERE slices IS NOT NULL)',
      (row) => integer(row, 'num'),
    );
    this.#dropGroup = database.command('DELETE FROM text_groups WHERE num = ?');
    this.#dropRows = database.command('DELETE FROM text_slices WHERE key >= ? AND key < ?');
    this.#rows = database.query(
      'SELECT t.key, t.bits FROM json_each(?) wanted JOIN text_slices t ON t.key = wanted.value',
      (row) => {
        const key = integer(row, 'key');
        return { group: Math.floor(key / KEYS), row: (key % KEYS) - BELOW_ZERO, bits: blob(row, 'bits') };
      },
    );
  }

  async fullChunks(bytes: number, kept: number): Promise<readonly FullChunk[]> {
    return (this.#fullBytes.get() ?? 0) < kept + bytes ? [] : this.#full.all(bytes);
  }

  async put({ rows, chunks }: SliceGroup): Promise<boolean> {
    return this.#database.transaction(() => {
      const group = this.#begin.run().lastId;
      let cut = 0;
      for (const { place, body, column, columns, blocks } of chunks) {
        cut += this.#cut.run(group, column, columns, blocks, body, place).changes;
      }
      if (cut > 0) for (const [row, bits] of rows) this.#put.do(keyOf(group, row), bits);
      this.dropEmpty();
      return cut > 0;
    });
  }

  /** Deletes groups without chunks: their logs were read again, or are gone. */
  dropEmpty(): void {
    for (const group of this.#empty.all()) {
      this.#dropRows.run(group * KEYS, (group + 1) * KEYS);
      this.#dropGroup.run(group);
    }
  }

  rowsOf(groups: readonly number[], rows: readonly number[]): TextSlice[] {
    return this.#rows.all(JSON.stringify(groups.flatMap((group) => rows.map((row) => keyOf(group, row)))));
  }
}
