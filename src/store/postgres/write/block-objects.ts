// Objects that hold blocks of logs, and the rows that name them. An object is noted as one to delete before it is made, and taken off that
// list in the transaction that names it; a row that goes puts it there again (a trigger). So none is named that is not there, and none stays
// that nothing names, whenever a process dies.

import { AppError } from '../../../base/app-error.ts';
import { integer, type Row, text } from '../../../base/row.ts';
import type { PackedBlock } from '../../../model/log-block.ts';
import type { BlockBodies, BlockCheck } from '../../block-store.ts';
import type { Connection, Transaction } from '../database/connection.ts';
import type { Statements } from '../database/statement.ts';

/** Longer than any transaction that is to name it. */
const UNNAMED_TIME = `interval '1 hour'`;
/** Deleted at the same time. */
const AT_ONCE = 8;
const BATCH = 1000;
const TOLD_LOGS = 20;

/** Makes an object of each body, where they lie as such. Returns their names; null for those that stay in their rows. */
export async function putObjects(
  on: Statements,
  bodies: BlockBodies,
  blocks: readonly PackedBlock[],
): Promise<readonly (string | null)[]> {
  const objects = blocks.map(() => bodies.newName());
  const names = objects.filter((name) => name !== null);
  if (names.length === 0) return objects;
  await on.all(
    `INSERT INTO gone_objects (object, due) SELECT name, now() + ${UNNAMED_TIME} FROM unnest($1::text[]) AS name`,
    names,
  );
  await Promise.all(
    blocks.map(async ({ body }, i) => {
      const name = objects[i];
      if (typeof name === 'string') await bodies.put(name, body);
    }),
  );
  return objects;
}

/** Objects were deleted before a row named them: the transaction is rolled back, and what it was to keep is missing still. */
export class ObjectsGone extends Error {}

/** Inside of the transaction that names them. */
export async function takeOver(on: Transaction, objects: readonly (string | null)[]): Promise<void> {
  const names = objects.filter((name) => name !== null);
  if (names.length === 0) return;
  const taken = await on.all('DELETE FROM gone_objects WHERE object = ANY($1::text[]) RETURNING object', names);
  if (taken.length < names.length) throw new ObjectsGone('Objects were deleted meanwhile.');
}

/** Deletes objects of this place that no row names any more. */
export async function deleteGone(on: Statements, bodies: BlockBodies): Promise<void> {
  if (bodies.names === null) return;
  for (;;) {
    const rows = await on.all(
      `SELECT object FROM gone_objects WHERE due <= now() AND starts_with(object, $1) ORDER BY object LIMIT ${BATCH}`,
      bodies.names,
    );
    if (rows.length === 0) return;
    for (let from = 0; from < rows.length; from += AT_ONCE) {
      const names = rows.slice(from, from + AT_ONCE).map((row) => text(row, 'object'));
      await Promise.all(names.map((name) => bodies.delete(name)));
      await on.all('DELETE FROM gone_objects WHERE object = ANY($1::text[])', names);
    }
  }
}

/** As far as it goes now: while the storage is away nothing else waits for it, and they go with the next look. */
export async function tryDeleteGone(on: Statements, bodies: BlockBodies | undefined): Promise<void> {
  try {
    if (bodies !== undefined) await deleteGone(on, bodies);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

/** Objects of one machine lie together: their names are alike up to the last slash. */
const FOLDER = `regexp_replace(object, '[^/]*$', '')`;

async function objectsOf(on: Connection, folder: string): Promise<Map<string, number>> {
  const logs = new Map<string, number>();
  const sql = `SELECT object, log_pk FROM log_blocks WHERE object IS NOT NULL AND ${FOLDER} = $1`;
  for await (const rows of on.each(BATCH, sql, folder)) {
    for (const row of rows) logs.set(text(row, 'object'), integer(row, 'log_pk'));
  }
  return logs;
}

function isOf(bodies: BlockBodies, folder: string): boolean {
  return bodies.names !== null && folder.startsWith(bodies.names);
}

/** Compares the rows with what is there. Undefined where no block is an object. */
export async function checkObjects(on: Connection, bodies: BlockBodies): Promise<BlockCheck | undefined> {
  const folders: readonly Row[] = await on.all(
    `SELECT ${FOLDER} AS folder, count(*) AS blocks FROM log_blocks WHERE object IS NOT NULL GROUP BY 1 ORDER BY 1`,
  );
  if (folders.length === 0) return undefined;
  let [blocks, missing, unchecked] = [0, 0, 0];
  const logs = new Set<number>();
  for (const row of folders) {
    const folder = text(row, 'folder');
    blocks += integer(row, 'blocks');
    if (!isOf(bodies, folder)) {
      unchecked += integer(row, 'blocks');
      continue;
    }
    // Those that are named when the list begins are there, or were.
    const named = await objectsOf(on, folder);
    for await (const found of bodies.list(folder)) for (const object of found) named.delete(object);
    const still = await stillNamed(on, named);
    missing += still.length;
    for (const log of still) logs.add(log);
  }
  return { blocks, missing, unchecked, logs: await pathsOf(on, [...logs]) };
}

/** Of those that were not found: some rows have gone meanwhile, and their objects with them. */
async function stillNamed(on: Statements, objects: ReadonlyMap<string, number>): Promise<number[]> {
  const rows = await on.all('SELECT log_pk FROM log_blocks WHERE object = ANY($1::text[])', [...objects.keys()]);
  return rows.map((row) => integer(row, 'log_pk'));
}

async function pathsOf(on: Statements, logs: readonly number[]): Promise<string[]> {
  const rows = await on.all(`SELECT path FROM logs WHERE pk = ANY($1::int8[]) ORDER BY path LIMIT ${TOLD_LOGS}`, logs);
  return rows.map((row) => text(row, 'path'));
}
