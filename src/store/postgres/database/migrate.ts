// Brings a database to the schema of this program: under a lock, forward only.

import { randomUUID } from 'node:crypto';
import { AppError } from '../../../base/app-error.ts';
import { integer, text } from '../../../base/row.ts';
import type { Connection, Transaction } from './connection.ts';
import { LOADING_SCHEMA } from './loading-schema.ts';
import { TO_MACHINES } from './machine-tables.ts';
import { NARROW_SCHEMA } from './narrow-schema.ts';
import { OBJECTS_SCHEMA } from './object-tables.ts';
import { PACKED_SCHEMA } from './packed-schema.ts';
import { byBytes, POSTGRES_SCHEMA, POSTGRES_SCHEMA_VERSION, partitionOf, SCHEMA_NAME, WEEKLY } from './schema.ts';
import { SESSION_KEYS_SCHEMA } from './session-keys-schema.ts';
import { SUMS_SCHEMA } from './sums-schema.ts';

/** Held while tables are changed. */
export const TABLES_LOCK = 7_466_518_001;
const OLDEST_SERVER = 150_000;
/** The first schema that has them. */
const WITH_OBJECTS = 5;

/** The statements from a schema to the next one, by the version that they start from. A new database takes all but the first. */
const STEPS: ReadonlyMap<number, string> = new Map([
  [1, byBytes(TO_MACHINES)],
  [2, byBytes(SUMS_SCHEMA)],
  [3, byBytes(PACKED_SCHEMA)],
  [4, byBytes(OBJECTS_SCHEMA)],
  [5, byBytes(NARROW_SCHEMA)],
  [6, LOADING_SCHEMA],
  [7, SESSION_KEYS_SCHEMA],
]);

async function checkServer(connection: Connection): Promise<void> {
  const row = await connection.get(`SELECT current_setting('server_version_num')::int4 AS version`);
  const version = row === undefined ? 0 : integer(row, 'version');
  if (version >= OLDEST_SERVER) return;
  throw new AppError(
    'store-unusable',
    `The server is PostgreSQL ${Math.floor(version / 10_000)}; 15 is the oldest that will do.`,
  );
}

/** 0 when there are no tables yet. */
async function versionOf(on: Transaction | Connection): Promise<number> {
  const there = await on.get(`SELECT to_regclass('${SCHEMA_NAME}.meta') IS NOT NULL AS there`);
  if (there === undefined || integer(there, 'there') === 0) return 0;
  const row = await on.get(`SELECT value FROM meta WHERE key = 'schema'`);
  return row === undefined ? 0 : Number(text(row, 'value'));
}

function checkNotNewer(version: number): void {
  if (version <= POSTGRES_SCHEMA_VERSION) return;
  throw new AppError(
    'store-newer',
    `The database was written by a newer Toolscope (schema ${version}, this one knows ${POSTGRES_SCHEMA_VERSION}).`,
    { hint: 'Update Toolscope.' },
  );
}

async function create(on: Transaction): Promise<void> {
  await on.run(`CREATE SCHEMA IF NOT EXISTS ${SCHEMA_NAME}`);
  await on.run(POSTGRES_SCHEMA);
  for (let version = 2; version < POSTGRES_SCHEMA_VERSION; version++) await on.run(STEPS.get(version) ?? '');
  for (const table of WEEKLY) await on.run(partitionOf(table, [0]));
  await on.all(`INSERT INTO meta VALUES ('schema', $1), ('epoch', $2)`, String(POSTGRES_SCHEMA_VERSION), randomUUID());
}

/** The objects of a store that is thrown away: nothing names them any more. */
async function allObjects(on: Transaction): Promise<string[]> {
  if ((await versionOf(on)) < WITH_OBJECTS) return [];
  const rows = await on.all(
    'SELECT object FROM gone_objects UNION SELECT object FROM log_blocks WHERE object IS NOT NULL',
  );
  return rows.map((row) => text(row, 'object'));
}

/** For those who fill it. With `rebuild` what is there is thrown away. */
export async function migrate(connection: Connection, { rebuild = false } = {}): Promise<void> {
  await checkServer(connection);
  const before = await versionOf(connection);
  checkNotNewer(before);
  if (before === POSTGRES_SCHEMA_VERSION && !rebuild) return;
  await connection.transaction(async (on) => {
    await on.get(`SELECT pg_advisory_xact_lock(${TABLES_LOCK})`);
    const objects = rebuild ? await allObjects(on) : [];
    if (rebuild) await on.run(`DROP SCHEMA IF EXISTS ${SCHEMA_NAME} CASCADE`);
    let version = await versionOf(on);
    checkNotNewer(version);
    if (version === 0) {
      await create(on);
      await on.all('INSERT INTO gone_objects (object) SELECT * FROM unnest($1::text[])', objects);
      return;
    }
    for (; version < POSTGRES_SCHEMA_VERSION; version++) await on.run(STEPS.get(version) ?? '');
    await on.all(`UPDATE meta SET value = $1 WHERE key = 'schema'`, String(POSTGRES_SCHEMA_VERSION));
  });
}

/** For those who only ask. */
export async function checkSchema(connection: Connection): Promise<number> {
  await checkServer(connection);
  const version = await versionOf(connection);
  checkNotNewer(version);
  if (version === POSTGRES_SCHEMA_VERSION) return version;
  throw new AppError('store-unusable', 'The database holds no index of this Toolscope yet.', {
    hint: 'Fill it: toolscope index --store <address>.',
  });
}
