// The process that runs queries, one after the other: a line of JSON on standard input is a query, which gets a read-only
// connection with the documented views; rows go to standard output. It is a separate process because SQLite cannot be stopped from
// within, and a process can be.

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { AppError } from '../../../base/app-error.ts';
import { type DriverDatabase, type DriverStatement, loadDriver, type SqlValue } from '../../../sqlite/driver.ts';
import { linesOf } from './lines-of.ts';
import { openViews } from './open-views.ts';
import type { SqlJob, SqlMessage } from './run-sql.ts';
import { explainStatementError } from './sql-statement.ts';

/** Rows are sent in parcels. */
const PARCEL_BYTES = 64 * 1024;

/** Memory limit of the process. SQLite's own heap limits have no effect if it was built without memory statistics. */
const MEMORY_BYTES = 512 * 1024 * 1024;
/** A process that has grown beyond this runs no further query: its memory would count against the next. */
const GROWN_BYTES = 160 * 1024 * 1024;
/** The longest value that is sent. */
const CELL_BYTES = 16 * 1024 * 1024;

/** 1 while a query runs. */
const busy = new Int32Array(new SharedArrayBuffer(4));

/**
 * A running query notices neither that its client is gone nor how much memory it takes; a thread in the same process does. Memory
 * grows by about a gigabyte per second at most, so checking often keeps it near the limit. Between queries the thread sleeps, and
 * the end of standard input ends the process.
 */
const WATCH = `
  const busy = require('node:worker_threads').workerData;
  const parent = process.ppid;
  const isOver = () => process.ppid !== parent || process.memoryUsage.rss() > ${MEMORY_BYTES};
  for (;;) {
    Atomics.wait(busy, 0, 0);
    Atomics.wait(busy, 0, 1, 20);
    if (Atomics.load(busy, 0) === 1 && isOver()) process.kill(process.pid, 'SIGKILL');
  }
`;

function setBusy(value: 0 | 1): void {
  Atomics.store(busy, 0, value);
  Atomics.notify(busy, 0);
}

/** As JSON can represent it. */
function plain(value: SqlValue): string | number | null {
  const length = typeof value === 'string' || value instanceof Uint8Array ? value.length : 0;
  if (length > CELL_BYTES) {
    throw new AppError('refused', `A value in the answer is too long to be shown (${length} > ${CELL_BYTES}).`, {
      hint: 'Ask for a part of it with substr(…), or for its length(…).',
    });
  }
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number' && !Number.isFinite(value)) return value > 0 ? 'Infinity' : '-Infinity';
  if (value instanceof Uint8Array) return `x'${Buffer.from(value).toString('hex')}'`;
  return value;
}

function isValue(value: unknown): value is SqlValue {
  return value === null || ['number', 'string', 'bigint'].includes(typeof value) || value instanceof Uint8Array;
}

function cellsOf(row: unknown): (string | number | null)[] {
  const cells = Array.isArray(row) ? row : Object.values(typeof row === 'object' && row !== null ? row : {});
  return cells.map((cell: unknown) => (isValue(cell) ? plain(cell) : null));
}

function columnsOf(statement: DriverStatement): string[] | undefined {
  return statement.columns?.().map(({ name }) => name);
}

async function send(messages: readonly SqlMessage[]): Promise<void> {
  const lines = messages.map((message) => `${JSON.stringify(message)}\n`).join('');
  if (!process.stdout.write(lines)) await once(process.stdout, 'drain');
}

/** Sends all rows but the last parcel, which it returns. */
async function answer(database: DriverDatabase, { sql, limit }: SqlJob): Promise<SqlMessage[]> {
  const statement = database.prepare(sql);
  // Two columns may have one name: rows as arrays keep both. Drivers of Node 22 before 22.16 have no arrays.
  statement.setReturnArrays?.(true);
  let columns = columnsOf(statement);
  let parcel: SqlMessage[] = [];
  if (columns !== undefined) await send([{ kind: 'columns', columns }]);
  let bytes = 0;
  let rows = 0;
  for (const row of statement.iterate()) {
    if (columns === undefined) {
      columns = Object.keys(typeof row === 'object' && row !== null ? row : {});
      parcel.push({ kind: 'columns', columns });
    }
    if (limit !== null && rows >= limit) return [...parcel, { kind: 'end', more: true }];
    rows++;
    const cells = cellsOf(row);
    for (const cell of cells) bytes += typeof cell === 'string' ? cell.length : 8;
    parcel.push({ kind: 'row', cells });
    if (bytes < PARCEL_BYTES) continue;
    await send(parcel);
    parcel = [];
    bytes = 0;
  }
  return [...parcel, { kind: 'end', more: false }];
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function complaintOf(database: DriverDatabase, sql: string): string | null {
  try {
    database.prepare(sql);
    return null;
  } catch (error) {
    return wordsOf(error);
  }
}

/** What remains to be sent at the end. */
async function lastOf(request: SqlJob): Promise<SqlMessage[]> {
  let database: DriverDatabase | undefined;
  try {
    database = openViews(request);
  } catch (error) {
    return [{ kind: 'error', code: 'store-unusable', message: `The index cannot be queried: ${wordsOf(error)}.` }];
  }
  const opened = database;
  try {
    return await answer(opened, request);
  } catch (error) {
    const complaint = (sql: string): string | null => complaintOf(opened, sql);
    const told = error instanceof AppError ? error : explainStatementError(request.sql, wordsOf(error), complaint);
    const hint = told.hint === undefined ? {} : { hint: told.hint };
    return [{ kind: 'error', code: told.code, message: told.message, ...hint }];
  } finally {
    opened.close();
  }
}

async function main(): Promise<void> {
  new Worker(WATCH, { eval: true, workerData: busy }).unref();
  loadDriver();
  for await (const line of linesOf(process.stdin.setEncoding('utf8'))) {
    setBusy(1);
    // Our own data: the parent wrote it.
    const request: SqlJob = JSON.parse(line);
    const last = await lastOf(request);
    setBusy(0);
    await send([...last, { kind: 'over', stays: process.memoryUsage.rss() < GROWN_BYTES }]);
  }
  process.exit();
}

await main();
