// The logs themselves, in blocks: which the store has too little of, and putting more into it. Bytes lie in the rows, or as objects
// (`block-objects`).

import { integer, integerOrNull, type Row, text, textOrNull } from '../../../base/row.ts';
import type { BlockPlace, PackedBlock } from '../../../model/log-block.ts';
import type {
  BlockBodies,
  BlockStep,
  BlockStore,
  KeptLog,
  KeptPart,
  UnkeptFile,
  UnkeptLog,
  WholeLog,
} from '../../block-store.ts';
import type { SessionKey } from '../../session-batch.ts';
import type { Connection, Transaction } from '../database/connection.ts';
import { type Given, listsOf, type Statements } from '../database/statement.ts';
import { deleteGone, ObjectsGone, putObjects, takeOver } from './block-objects.ts';
import { RowSink } from './row-sink.ts';

/** So many are told of each log: those that may be joined with what is new. */
const LAST_BLOCKS = 24;

const BLOCK_ROW = [
  'session_pk',
  'log_pk',
  'offset',
  'length',
  'packing',
  'checksum',
  'newlines',
  'body',
  'object',
] as const;

const IS_KEPT =
  'l.session_pk = f.session_pk AND l.machine = f.machine AND md5(l.path) = md5(f.path) AND l.path = f.path';
/** Not as much as was read, see coveredBytes. A packed log may be packed otherwise here: it is known by its own size. */
const IS_OTHER = `CASE WHEN right(f.path, 4) = '.zst' THEN l.size <> f.size ELSE l.bytes <> f."offset" END`;

const KEPT = `l.pk AS kept_pk, l.bytes AS kept_bytes, l.head AS kept_head, l.tail AS kept_tail, l.size AS kept_size,
  l.modified_at AS kept_at`;

const UNKEPT = `SELECT f.path, f.session_pk, f.size, f.modified_at, f."offset", f.head, f.tail, ${KEPT},
    (SELECT s.id FROM sessions s WHERE s.pk = f.session_pk) AS session
  FROM sources f LEFT JOIN logs l ON ${IS_KEPT}
  WHERE f.machine = $1 AND f.ledger IS NOT NULL AND f."offset" > 0
    AND (l.pk IS NULL OR ${IS_OTHER} OR l.head <> f.head OR l.tail <> f.tail OR l.modified_at <> f.modified_at)`;

const SESSIONS = `AND f.session_pk IN (SELECT s.pk FROM unnest($2::text[], $3::text[]) AS wanted (agent, id)
    JOIN sessions s ON s.agent = wanted.agent AND md5(s.id) = md5(wanted.id) AND s.id = wanted.id)`;

/** What no source names any more: read on another machine now, or another session's. Outputs go with the last log of their session. */
const UNNAMED = `DELETE FROM logs l WHERE l.machine = $1 AND NOT EXISTS (
    SELECT 1 FROM sources f WHERE ${IS_KEPT} OR (l.is_output = 1 AND f.session_pk = l.session_pk AND f.machine = l.machine))
  RETURNING l.pk`;

async function lastBlocks(on: Statements, log: number): Promise<BlockPlace[]> {
  const rows = await on.all(
    `SELECT "offset", length FROM log_blocks WHERE log_pk = $1 ORDER BY "offset" DESC LIMIT ${LAST_BLOCKS}`,
    log,
  );
  return rows.map((row) => ({ offset: integer(row, 'offset'), length: integer(row, 'length') })).reverse();
}

function keptLog(row: Row, blocks: readonly BlockPlace[]): KeptLog {
  return {
    key: integer(row, 'kept_pk'),
    bytes: integer(row, 'kept_bytes'),
    head: text(row, 'kept_head'),
    tail: text(row, 'kept_tail'),
    size: integer(row, 'kept_size'),
    modifiedAt: integer(row, 'kept_at'),
    lastBlocks: blocks,
  };
}

async function unkeptLog(on: Statements, row: Row): Promise<UnkeptLog> {
  const key = integerOrNull(row, 'kept_pk');
  return {
    path: text(row, 'path'),
    session: integer(row, 'session_pk'),
    sessionId: text(row, 'session'),
    size: integer(row, 'size'),
    modifiedAt: integer(row, 'modified_at'),
    offset: integer(row, 'offset'),
    head: text(row, 'head'),
    tail: textOrNull(row, 'tail') ?? '',
    kept: key === null ? null : keptLog(row, await lastBlocks(on, key)),
  };
}

/** With all blocks; of a file that goes on under another name they stay. */
export async function deleteLogs(on: Transaction, condition: string, ...values: readonly Given[]): Promise<void> {
  await on.all(
    `WITH gone AS (DELETE FROM logs WHERE ${condition} RETURNING pk)
     DELETE FROM log_blocks WHERE log_pk IN (SELECT pk FROM gone)`,
    ...values,
  );
}

export class PostgresBlocks implements BlockStore {
  readonly #connection: Connection;
  readonly #machine: number;
  readonly #bodies: BlockBodies;

  /** Of the logs of one machine, by its number. */
  constructor(connection: Connection, machine: number, bodies: BlockBodies) {
    this.#connection = connection;
    this.#machine = machine;
    this.#bodies = bodies;
  }

  async unkept(sessions?: readonly SessionKey[]): Promise<readonly UnkeptLog[]> {
    await deleteGone(this.#connection, this.#bodies);
    const rows =
      sessions === undefined
        ? await this.#all()
        : await this.#connection.all(
            `${UNKEPT} ${SESSIONS} ORDER BY f.session_pk, f.num`,
            this.#machine,
            sessions.map(({ agent }) => agent),
            sessions.map(({ id }) => id),
          );
    return Promise.all(rows.map((row) => unkeptLog(this.#connection, row)));
  }

  async #all(): Promise<Row[]> {
    await this.#connection.all(
      `WITH gone AS (${UNNAMED}) DELETE FROM log_blocks WHERE log_pk IN (SELECT pk FROM gone)`,
      this.#machine,
    );
    return this.#connection.all(`${UNKEPT} ORDER BY f.session_pk, f.num`, this.#machine);
  }

  async outputs(session: number): Promise<ReadonlyMap<string, KeptLog>> {
    const rows = await this.#connection.all(
      `SELECT l.path, ${KEPT} FROM logs l WHERE l.machine = $1 AND l.session_pk = $2 AND l.is_output = 1`,
      this.#machine,
      session,
    );
    return new Map(rows.map((row) => [text(row, 'path'), keptLog(row, [])]));
  }

  async put(file: UnkeptFile, step: BlockStep, kind: 'log' | 'output' = 'log'): Promise<KeptPart | undefined> {
    const { kept, size, modifiedAt } = file;
    const { from, blocks, bytes, head, tail } = step;
    const stored = await putObjects(this.#connection, this.#bodies, blocks);
    return this.#naming(async (on) => {
      const key =
        kept === null
          ? (await this.#insert(on, [{ ...file, bytes, head, tail }], kind)).get(file.path)
          : await goOn(on, kept, [bytes, head, tail, size, modifiedAt]);
      if (key === undefined) return undefined;
      await takeOver(on, stored);
      if (kept !== null) await on.all('DELETE FROM log_blocks WHERE log_pk = $1 AND "offset" >= $2', key, from);
      const sink = new RowSink();
      addBlocks(sink, file.session, key, blocks, stored);
      await sink.flush(on);
      return { key, bytes };
    });
  }

  async putWhole(logs: readonly WholeLog[]): Promise<void> {
    if (logs.length === 0) return;
    const objects = new Map<string, readonly (string | null)[]>();
    for (const { path, blocks } of logs) {
      objects.set(path, await putObjects(this.#connection, this.#bodies, blocks));
    }
    await this.#naming(async (on) => {
      const keys = await this.#insert(on, logs, 'log');
      const sink = new RowSink();
      for (const { path, session, blocks } of logs) {
        const key = keys.get(path);
        if (key === undefined) continue;
        const stored = objects.get(path) ?? [];
        await takeOver(on, stored);
        addBlocks(sink, session, key, blocks, stored);
      }
      await sink.flush(on);
    });
  }

  /** A transaction that names objects. Undefined, and nothing written, where these are gone: the next look finds what is missing. */
  async #naming<Value>(work: (on: Transaction) => Promise<Value>): Promise<Value | undefined> {
    try {
      return await this.#connection.transaction(work);
    } catch (error) {
      if (error instanceof ObjectsGone) return undefined;
      throw error;
    }
  }

  /** Rows of logs that have none yet. Returns their keys by path: none for those that another process has added meanwhile. */
  async #insert(on: Transaction, logs: readonly NewLog[], kind: 'log' | 'output'): Promise<Map<string, number>> {
    const rows = await on.all(
      `INSERT INTO logs (session_pk, path, bytes, head, tail, size, modified_at, machine, is_output)
       SELECT n.*, $8::int4, $9::int4
       FROM unnest($1::int8[], $2::text[], $3::int8[], $4::text[], $5::text[], $6::int8[], $7::float8[]) AS n (session)
       WHERE EXISTS (SELECT 1 FROM sessions WHERE pk = n.session) ON CONFLICT DO NOTHING RETURNING pk, path`,
      ...listsOf(
        logs.map(({ session, path, bytes, head, tail, size, modifiedAt }) => [
          session,
          path,
          bytes,
          head,
          tail,
          size,
          modifiedAt,
        ]),
        7,
      ),
      this.#machine,
      kind === 'output' ? 1 : 0,
    );
    return new Map(rows.map((row) => [text(row, 'path'), integer(row, 'pk')]));
  }
}

type NewLog = Omit<UnkeptFile, 'kept'> & Pick<BlockStep, 'bytes' | 'head' | 'tail'>;

/** More of a log. Undefined where another process was faster. */
async function goOn(on: Transaction, kept: KeptPart, state: readonly Given[]): Promise<number | undefined> {
  const row = await on.get(
    `UPDATE logs SET bytes = $3, head = $4, tail = $5, size = $6, modified_at = $7 WHERE pk = $1 AND bytes = $2 RETURNING pk`,
    kept.key,
    kept.bytes,
    ...state,
  );
  return row === undefined ? undefined : integer(row, 'pk');
}

/** `stored`: the names of their objects; null for those that lie in their rows. */
function addBlocks(
  sink: RowSink,
  session: number,
  log: number,
  blocks: readonly PackedBlock[],
  stored: readonly (string | null)[],
): void {
  for (const [i, { offset, length, packing, checksum, newlines, body }] of blocks.entries()) {
    const object = stored[i] ?? null;
    const label = [session, log, offset, length, packing, checksum, newlines];
    sink.add('log_blocks', BLOCK_ROW, [...label, object === null ? body : null, object]);
  }
}
