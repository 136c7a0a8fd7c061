// Text filters in slices: chunks that have their filters in them, and groups of slices made of these.

import { blob, integer } from '../../../base/row.ts';
import type { FullChunk, SliceGroup, SliceStore } from '../../text-store.ts';
import type { Connection, Transaction } from '../database/connection.ts';

/** Many small filters are as slow to read as few large ones. */
const MOST_CHUNKS = 8192;

/** Groups of which no chunk is left: their logs were read again, or are gone. */
async function dropEmpty(on: Transaction): Promise<void> {
  await on.all(
    `DELETE FROM text_slices s WHERE s.slices IN (SELECT r.slices FROM text_slices r WHERE r."row" = 0
       AND NOT EXISTS (SELECT 1 FROM text_chunks c WHERE c.slices = r.slices))`,
  );
}

export class PostgresSlices implements SliceStore {
  readonly #connection: Connection;
  readonly keptBytes = 0;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async fullChunks(bytes: number, kept: number): Promise<readonly FullChunk[]> {
    const there = await this.#connection.get(
      'SELECT count(*) AS chunks, coalesce(sum(octet_length(body)), 0) AS bytes FROM text_chunks WHERE slices IS NULL',
    );
    if (there === undefined) return [];
    if (integer(there, 'bytes') < kept + bytes && integer(there, 'chunks') < MOST_CHUNKS) return [];
    const rows = await this.#connection.all(
      `SELECT c.source_pk, c.num, c.place, c.body FROM (
         SELECT *, sum(octet_length(body)) OVER (ORDER BY place ROWS UNBOUNDED PRECEDING) AS read FROM (
           SELECT * FROM text_chunks WHERE slices IS NULL ORDER BY place LIMIT ${MOST_CHUNKS}) t) c
       WHERE c.read - octet_length(c.body) < $1 ORDER BY c.place`,
      bytes,
    );
    return rows.map((row) => ({
      key: integer(row, 'source_pk'),
      num: integer(row, 'num'),
      place: integer(row, 'place'),
      body: blob(row, 'body'),
    }));
  }

  /** Chunks that another transaction has its hands on are passed over: this one waits for none, so that none waits in a circle. */
  async put({ rows, chunks }: SliceGroup): Promise<boolean> {
    return this.#connection.transaction(async (on) => {
      const next = await on.get(`SELECT nextval('text_groups') AS slices`);
      const group = next === undefined ? 0 : integer(next, 'slices');
      const cut = await on.all(
        `WITH cut AS (SELECT * FROM unnest($2::int8[], $3::int4[], $4::int8[], $5::text[], $6::int4[], $7::int4[], $8::int4[])
             AS u (source_pk, num, place, body, first, columns, blocks)),
           free AS (SELECT c.session_pk, c.source_pk, c.num FROM text_chunks c JOIN cut u ON u.place = c.place
             WHERE u.source_pk = c.source_pk AND u.num = c.num AND c.slices IS NULL FOR UPDATE OF c SKIP LOCKED)
         UPDATE text_chunks c SET body = decode(u.body, 'hex'), slices = $1, "column" = u.first, columns = u.columns, blocks = u.blocks
         FROM cut u JOIN free f ON f.source_pk = u.source_pk AND f.num = u.num
         WHERE c.session_pk = f.session_pk AND c.source_pk = u.source_pk AND c.num = u.num RETURNING 1 AS one`,
        group,
        chunks.map(({ key }) => key),
        chunks.map(({ num }) => num),
        chunks.map(({ place }) => place),
        chunks.map(({ body }) => Buffer.from(body).toString('hex')),
        chunks.map(({ column }) => column),
        chunks.map(({ columns }) => columns),
        chunks.map(({ blocks }) => blocks),
      );
      // Another process was faster with all of them.
      if (cut.length === 0) return false;
      const slices = function* () {
        for (const [row, bits] of rows) yield [group, row, bits];
      };
      await on.copy('text_slices', ['slices', 'row', 'bits'], slices());
      await dropEmpty(on);
      return true;
    });
  }
}
