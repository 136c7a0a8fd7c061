// The text index: per file of a log a row of chunks, which are thrown away with what the index knows of the file.

import { blob, integer, type Row, text } from '../../../base/row.ts';
import { ledgerOf } from '../../rows/ledger-text.ts';
import type { SourceText } from '../../session-batch.ts';
import {
  isAllRecords,
  type SliceStore,
  type TextAddition,
  type TextStore,
  type UncoveredText,
} from '../../text-store.ts';
import type { Connection, Transaction } from '../database/connection.ts';
import { NO_MACHINE } from './machine-rows.ts';
import { RowSink } from './row-sink.ts';
import { PostgresSlices } from './slice-rows.ts';
import type { SourceKey } from './source-rows.ts';

const TEXT_COLUMNS = ['session_pk', 'source_pk', 'covered', 'sealed_offset', 'sealed_line', 'chunks'] as const;
const CHUNK_COLUMNS = ['session_pk', 'source_pk', 'num', 'body'] as const;

/** The text of a file that was just written, inside of the same transaction; there is none of it yet. */
export function addText(sink: RowSink, key: SourceKey, text: Omit<SourceText, 'path'>): void {
  const { covered, sealed, chunks } = text;
  sink.add('texts', TEXT_COLUMNS, [key.session, key.source, covered, sealed.offset, sealed.line, chunks.length]);
  addChunks(sink, key, 0, text);
}

function addChunks(
  sink: RowSink,
  { session, source }: SourceKey,
  before: number,
  { chunks, open }: Pick<SourceText, 'chunks' | 'open'>,
): void {
  for (const [i, body] of chunks.entries()) sink.add('text_chunks', CHUNK_COLUMNS, [session, source, before + i, body]);
  if (open.length > 0) sink.add('text_chunks', CHUNK_COLUMNS, [session, source, before + chunks.length, open]);
}

export async function clearTexts(on: Transaction, keys: readonly SourceKey[]): Promise<void> {
  const cleared = '(session_pk, source_pk) IN (SELECT * FROM unnest($1::int8[], $2::int8[]))';
  await on.all(
    `WITH gone AS (DELETE FROM texts WHERE ${cleared}) DELETE FROM text_chunks WHERE ${cleared}`,
    keys.map(({ session }) => session),
    keys.map(({ source }) => source),
  );
}

function uncovered(row: Row): UncoveredText {
  return {
    key: integer(row, 'pk'),
    path: text(row, 'path'),
    offset: integer(row, 'offset'),
    sealed: { offset: integer(row, 'sealed_offset'), line: integer(row, 'sealed_line') },
    chunks: integer(row, 'chunks'),
    isAllRecords: isAllRecords(ledgerOf(text(row, 'ledger'))),
  };
}

const BEHIND = `SELECT f.pk, f.path, f."offset", f.ledger, coalesce(t.sealed_offset, 0) AS sealed_offset,
    coalesce(t.sealed_line, 1) AS sealed_line, coalesce(t.chunks, 0) AS chunks
  FROM sources f LEFT JOIN texts t ON t.session_pk = f.session_pk AND t.source_pk = f.pk
  WHERE f.machine = $1 AND f.ledger IS NOT NULL AND f."offset" > coalesce(t.covered, 0)`;

export class PostgresTexts implements TextStore {
  readonly slices: SliceStore;
  readonly #connection: Connection;
  readonly #machine: number;

  /** Of the logs of one machine, by its number: it alone can read them. */
  constructor(connection: Connection, machine = NO_MACHINE) {
    this.#connection = connection;
    this.#machine = machine;
    this.slices = new PostgresSlices(connection);
  }

  async behind(bytes: number, restedBefore: number): Promise<readonly UncoveredText[]> {
    const rows = await this.#connection.all(
      `${BEHIND} AND (t.covered IS NULL OR f."offset" - t.covered >= $2 OR f.modified_at < $3) ORDER BY f.pk`,
      this.#machine,
      bytes,
      restedBefore,
    );
    return rows.map(uncovered);
  }

  async behindOf(agent: string, session: string): Promise<readonly UncoveredText[]> {
    const rows = await this.#connection.all(
      `${BEHIND} AND f.session_pk = (SELECT pk FROM sessions WHERE agent = $2 AND md5(id) = md5($3) AND id = $3) ORDER BY f.pk`,
      this.#machine,
      agent,
      session,
    );
    return rows.map(uncovered);
  }

  /** False when the file was read again meanwhile: then nothing of the addition counts. */
  async put(path: string, addition: TextAddition): Promise<boolean> {
    const { key, before, covered, sealed, chunks } = addition;
    return this.#connection.transaction(async (on) => {
      const there = await on.get(
        'SELECT session_pk FROM sources WHERE pk = $1 AND path = $2 AND "offset" >= $3 FOR UPDATE',
        key,
        path,
        covered,
      );
      if (there === undefined) return false;
      const session = integer(there, 'session_pk');
      // Another process can have covered it meanwhile.
      const known = await on.get('SELECT covered FROM texts WHERE session_pk = $1 AND source_pk = $2', session, key);
      if (known !== undefined && integer(known, 'covered') > covered) return true;
      const replaced = 'session_pk = $1 AND source_pk = $2 AND num >= $3';
      await on.all(`DELETE FROM text_chunks WHERE ${replaced}`, session, key, before);
      await on.all(
        `INSERT INTO texts (${TEXT_COLUMNS.join(', ')}) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (session_pk, source_pk) DO UPDATE SET covered = excluded.covered, sealed_offset = excluded.sealed_offset,
           sealed_line = excluded.sealed_line, chunks = excluded.chunks`,
        session,
        key,
        covered,
        sealed.offset,
        sealed.line,
        before + chunks.length,
      );
      const sink = new RowSink();
      addChunks(sink, { session, source: key }, before, addition);
      await sink.flush(on);
      return true;
    });
  }

  /** How the chunk begins that was stored first of all that are there, of this machine's logs. */
  async oldestHead(bytes: number): Promise<Uint8Array | undefined> {
    // Joined by the file alone, which has one session: with both keys the planner expects next to no rows, and sorts all chunks.
    const row = await this.#connection.get(
      `SELECT substr(c.body, 1, $2::int4) AS head FROM text_chunks c JOIN sources f ON f.pk = c.source_pk
       WHERE f.machine = $1 ORDER BY c.place LIMIT 1`,
      this.#machine,
      bytes,
    );
    return row === undefined ? undefined : blob(row, 'head');
  }

  /** What is stored cannot be used: it is made again, by the machine that has the logs. Slices go when no chunk of theirs is left. */
  async clear(): Promise<void> {
    await this.#connection.transaction(async (on) => {
      const own = '(session_pk, source_pk) IN (SELECT session_pk, pk FROM sources WHERE machine = $1)';
      await on.all(`DELETE FROM texts WHERE ${own}`, this.#machine);
      await on.all(`DELETE FROM text_chunks WHERE ${own}`, this.#machine);
    });
  }
}
