// The stored text index: chunks per file of a log, which are deleted with what the index knows about the file.

import { blob, flag, integer, integerOrNull, type Row, text } from '../../../base/row.ts';
import type { Command, Database, Query } from '../../../sqlite/database.ts';
import type { SlicePlace, TextChunk } from '../../questions/search.ts';
import { ledgerOf } from '../../rows/ledger-text.ts';
import type { SourceText } from '../../session-batch.ts';
import type { TextAddition, UncoveredText } from '../../text-store.ts';
import { isAllRecords } from '../../text-store.ts';
import { SLICE_TABLES, SliceTable } from './slice-table.ts';

/** The last chunk of a file is open while its last block is not full: it is replaced when the file has grown. */
export const TEXT_TABLES = `
CREATE TABLE texts (
  source_pk INTEGER PRIMARY KEY REFERENCES sources (pk) ON DELETE CASCADE,
  -- Bytes of the log that are covered, and where the last block begins that may still change.
  covered INTEGER NOT NULL,
  sealed_offset INTEGER NOT NULL,
  sealed_line INTEGER NOT NULL,
  chunks INTEGER NOT NULL
);
CREATE TABLE text_chunks (
  -- Another one each time that a chunk is stored.
  place INTEGER PRIMARY KEY AUTOINCREMENT,
  source_pk INTEGER NOT NULL REFERENCES texts (source_pk) ON DELETE CASCADE,
  num INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  -- Where its filters are that were taken out of it; null while they are in its body.
  slices INTEGER,
  first INTEGER,
  columns INTEGER,
  blocks INTEGER,
  body BLOB NOT NULL
);
CREATE UNIQUE INDEX text_chunks_num ON text_chunks (source_pk, num);
CREATE INDEX text_chunks_full ON text_chunks (place, bytes) WHERE slices IS NULL;
CREATE INDEX text_chunks_cut ON text_chunks (slices) WHERE slices IS NOT NULL;
${SLICE_TABLES}`;

const BEHIND = `SELECT f.pk, f.path, f.offset, f.ledger, coalesce(t.sealed_offset, 0) AS sealed_offset,
    coalesce(t.sealed_line, 1) AS sealed_line, coalesce(t.chunks, 0) AS chunks
  FROM sources f LEFT JOIN texts t ON t.source_pk = f.pk WHERE f.ledger IS NOT NULL`;

function slicePlace(row: Row): SlicePlace | null {
  const group = integerOrNull(row, 'slices');
  if (group === null) return null;
  const [column, columns, blocks] = [integer(row, 'first'), integer(row, 'columns'), integer(row, 'blocks')];
  return { group, column, columns, blocks };
}

export class TextTable {
  readonly #database: Database;
  readonly #behind: Query<UncoveredText>;
  readonly #ofSession: Query<UncoveredText>;
  readonly #isThere: Query<boolean>;
  readonly #key: Query<number>;
  readonly #put: Command;
  readonly #chunk: Command;
  readonly #cut: Command;
  readonly #clear: Command;
  readonly #oldest: Query<Uint8Array>;
  readonly #chunks: Query<TextChunk>;
  readonly slices: SliceTable;

  constructor(database: Database) {
    const uncovered = (row: Parameters<Parameters<Database['query']>[1]>[0]): UncoveredText => {
      return {
        key: integer(row, 'pk'),
        path: text(row, 'path'),
        offset: integer(row, 'offset'),
        sealed: { offset: integer(row, 'sealed_offset'), line: integer(row, 'sealed_line') },
        chunks: integer(row, 'chunks'),
        isAllRecords: isAllRecords(ledgerOf(text(row, 'ledger'))),
      };
    };
    this.#database = database;
    this.#behind = database.query(
      `${BEHIND} AND f.offset > coalesce(t.covered, 0)
         AND (t.covered IS NULL OR f.offset - t.covered >= ? OR f.modified_at < ?)`,
      uncovered,
    );
    this.#ofSession = database.query(
      `${BEHIND} AND f.offset > coalesce(t.covered, 0)
         AND f.session_pk = (SELECT pk FROM sessions WHERE agent = ? AND id = ?)`,
      uncovered,
    );
    this.#isThere = database.query('SELECT path = ? AND offset >= ? AS same FROM sources WHERE pk = ?', (row) =>
      flag(row, 'same'),
    );
    this.#key = database.query('SELECT pk FROM sources WHERE path = ?', (row) => integer(row, 'pk'));
    this.#put = database.command(
      `INSERT INTO texts (source_pk, covered, sealed_offset, sealed_line, chunks) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (source_pk) DO UPDATE SET covered = excluded.covered, sealed_offset = excluded.sealed_offset,
         sealed_line = excluded.sealed_line, chunks = excluded.chunks`,
    );
    this.#chunk = database.command(
      'INSERT INTO text_chunks (source_pk, num, bytes, body) VALUES (?1, ?2, length(?3), ?3)',
    );
    this.#cut = database.command('DELETE FROM text_chunks WHERE source_pk = ? AND num >= ?');
    this.#clear = database.command('DELETE FROM texts');
    this.#oldest = database.query('SELECT substr(body, 1, ?) AS head FROM text_chunks ORDER BY place LIMIT 1', (row) =>
      blob(row, 'head'),
    );
    this.#chunks = database.query(
      'SELECT slices, first, columns, blocks, body FROM text_chunks WHERE source_pk = ? ORDER BY num',
      (row) => ({ body: blob(row, 'body'), slice: slicePlace(row) }),
    );
    this.slices = new SliceTable(database);
  }

  /** Files whose text is behind by this many bytes, or by any number if they were last written before `restedBefore`. */
  behind(bytes: number, restedBefore: number): UncoveredText[] {
    return this.#behind.all(bytes, restedBefore);
  }

  behindOf(agent: string, session: string): UncoveredText[] {
    return this.#ofSession.all(agent, session);
  }

  /** False when the file was read again meanwhile: then the addition is dropped. */
  put(path: string, addition: TextAddition): boolean {
    return this.#database.transaction(() => {
      if (this.#isThere.get(path, addition.covered, addition.key) !== true) return false;
      this.#cut.run(addition.key, addition.before);
      this.#write(addition);
      return true;
    });
  }

  /** Adds the text of a file that was just written, inside the same transaction. */
  add({ path, ...text }: SourceText): void {
    const key = this.#key.get(path);
    if (key !== undefined) this.#write({ ...text, key, before: 0 });
  }

  #write({ key, covered, sealed, chunks, open, before }: TextAddition): void {
    this.#put.run(key, covered, sealed.offset, sealed.line, before + chunks.length);
    for (const [i, body] of chunks.entries()) this.#chunk.run(key, before + i, body);
    if (open.length > 0) this.#chunk.run(key, before + chunks.length, open);
  }

  /** The first bytes of the oldest stored chunk. */
  oldestHead(bytes: number): Uint8Array | undefined {
    return this.#oldest.get(bytes);
  }

  /** What is stored cannot be used: it is made again. */
  clear(): void {
    this.#database.transaction(() => {
      this.#clear.run();
      this.slices.dropEmpty();
    });
  }

  chunksOf(key: number): TextChunk[] {
    return this.#chunks.all(key);
  }
}
