// Tests that a database comes to the schema of this program, whichever process begins, and that a newer one is left alone.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { newDatabase, type TestDatabase } from '../../../../test/support/postgres.ts';
import { OtherCopies, registerMachine } from '../write/machine-rows.ts';
import { Connection } from './connection.ts';
import { connectionSettings } from './connection-settings.ts';
import { LOADING_SCHEMA } from './loading-schema.ts';
import { checkSchema, migrate } from './migrate.ts';
import { NARROW_SCHEMA } from './narrow-schema.ts';
import { OBJECTS_SCHEMA } from './object-tables.ts';
import { PACKED_SCHEMA } from './packed-schema.ts';
import { makePartitions, partitionedWeeks } from './partitions.ts';
import {
  byBytes,
  POSTGRES_SCHEMA,
  POSTGRES_SCHEMA_VERSION,
  partitionOf,
  SCHEMA_NAME,
  weekOf,
  weeksTogether,
} from './schema.ts';
import { SUMS_SCHEMA } from './sums-schema.ts';

/** Back to the tables of schema 1. */
const FROM_MACHINES = `DROP TABLE machines, other_copies, logs, log_blocks;
  DROP INDEX sources_path;
  ALTER TABLE sessions DROP COLUMN machine;
  ALTER TABLE sources DROP COLUMN machine;
  CREATE UNIQUE INDEX sources_path ON sources (md5(path));
  ALTER TABLE stale_copies DROP COLUMN mark;
  DROP SEQUENCE stale_marks;`;
const FILE = { path: '/home/dev/pear.jsonl', thread: 'main', startedAt: null, bytes: 10, modifiedAt: 1, isSide: false };
const CLAIM = { agent: 'claude-code', id: 'pear', files: [FILE] };

let database: TestDatabase;
let connection: Connection;
beforeAll(async () => {
  database = await newDatabase();
  connection = await Connection.open(connectionSettings(database.address));
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

it('makes the tables once, however many begin at the same time', async () => {
  await expect(checkSchema(connection)).rejects.toThrow(/holds no index/);
  await Promise.all([migrate(connection), migrate(connection), migrate(connection)]);
  expect(await checkSchema(connection)).toBe(POSTGRES_SCHEMA_VERSION);
});

it('has the session in every primary key of what belongs to one, and in all but these unique indexes', async () => {
  const without = await connection.all(
    `SELECT i.indexrelid::regclass::text AS name, i.indisprimary AS primary FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid
     JOIN pg_attribute a ON a.attrelid = t.oid AND a.attname = CASE t.relname WHEN 'sessions' THEN 'pk' ELSE 'session_pk' END
     WHERE t.relnamespace = $1::regnamespace AND i.indisunique AND a.attnum <> ALL(i.indkey) ORDER BY 1`,
    SCHEMA_NAME,
  );
  const names = ['logs_path', 'other_copies_path', 'sessions_id', 'sources_path', 'sources_pk'];
  expect(without).toEqual(names.map((name) => ({ name, primary: 0 })));
});

/** Every column, index and trigger, in words. Names of indexes of partitions are numbered by what was there before. */
async function everything(on: Connection): Promise<unknown> {
  const of = (sql: string) => on.all(sql.replaceAll('$schema', `'${SCHEMA_NAME}'`));
  return [
    await of(`SELECT table_name::text AS t, column_name::text AS c, data_type::text AS d, collation_name::text AS o
      FROM information_schema.columns WHERE table_schema = $schema ORDER BY 1, 2`),
    await of(
      `SELECT regexp_replace(indexdef, '_idx[0-9]+', '_idx') AS i FROM pg_indexes WHERE schemaname = $schema ORDER BY 1`,
    ),
    await of(`SELECT trigger_name::text AS n, event_object_table::text AS t, action_statement::text AS a
      FROM information_schema.triggers WHERE trigger_schema = $schema ORDER BY 1, 2`),
  ];
}

function cost(day: string | null, usd: number | null) {
  const counts = { requests: 1, unpriced: 0, input: 10, output: 1, cacheRead: 0, cacheWrite: 0 };
  return { model: 'pear-1', thread: 'main', turn: 1, day, usd, basis: 'list', ...counts };
}

const OLDER = [1, 2, 3, 4, 5, 6, 7] as const;

/** A database as that version of the schema left it, for as long as the work takes. */
async function withOlder(version: (typeof OLDER)[number], work: (on: Connection) => Promise<void>): Promise<void> {
  const older = await newDatabase();
  const on = await Connection.open(connectionSettings(older.address));
  try {
    await on.transaction(async (step) => {
      await step.run(`CREATE SCHEMA ${SCHEMA_NAME}`);
      await step.run(POSTGRES_SCHEMA);
      if (version === 1) await step.run(FROM_MACHINES);
      for (const table of ['calls', 'facts'] as const) await step.run(partitionOf(table, [0]));
      if (version >= 3) await step.run(byBytes(SUMS_SCHEMA));
      if (version >= 4) await step.run(byBytes(PACKED_SCHEMA));
      if (version >= 5) await step.run(byBytes(OBJECTS_SCHEMA));
      if (version >= 6) await step.run(byBytes(NARROW_SCHEMA));
      if (version >= 7) await step.run(LOADING_SCHEMA);
      await step.run(`INSERT INTO meta VALUES ('schema', '${version}'), ('epoch', 'first')`);
    });
    await work(on);
  } finally {
    await on.close();
    await older.drop();
  }
}

it.each(OLDER)('brings schema %i forward, with what is in it', async (version) => {
  await withOlder(version, async (on) => {
    await on.all(`INSERT INTO facts (week, session_pk, pk, tool, outcome, at, flags) VALUES
      (0, 1, 1, 1, 1, ${Date.UTC(2026, 10, 17)}, 0), (0, 1, 2, 1, 1, NULL, 0)`);
    // Writers of facts have noted their weeks since then.
    if (version >= 7) await on.all('INSERT INTO stale_weeks SELECT DISTINCT at_week(at) FROM facts');
    await on.all(
      `INSERT INTO insights VALUES (1, NULL, 'done', '', 1, 1, 3, 'list', 0, 0, $1)`,
      JSON.stringify({ costs: [cost('2026-11-17', 1), cost('2026-11-17', 2), cost(null, null)] }),
    );
    // Texts of two files, and of one that is not there.
    await on.all(`INSERT INTO sources (session_pk, num, path, thread, device, inode, size, modified_at, "offset", line, head, tail)
      SELECT 7 + i, 0, '/home/dev/' || i, 'main', '1', '1', 10, 1, 10, 1, 'a', 'b' FROM generate_series(1, 2) AS i`);
    await on.all('INSERT INTO texts SELECT i, 10, 10, 2, 2 FROM generate_series(1, 3) AS i');
    await on.all(`INSERT INTO text_chunks (source_pk, num, body)
      SELECT i, n, int4send(i) FROM generate_series(1, 3) AS i CROSS JOIN generate_series(0, 1) AS n ORDER BY i, n`);
    await Promise.all([migrate(on), migrate(on)]);
    expect(await checkSchema(on)).toBe(POSTGRES_SCHEMA_VERSION);
    expect(await on.all('SELECT session_pk, source_pk, covered FROM texts ORDER BY 1')).toEqual([
      { session_pk: 8, source_pk: 1, covered: 10 },
      { session_pk: 9, source_pk: 2, covered: 10 },
    ]);
    expect(
      await on.all(
        `SELECT session_pk, source_pk, num, place, encode(body, 'hex') AS body FROM text_chunks ORDER BY 1, 3`,
      ),
    ).toEqual([
      { session_pk: 8, source_pk: 1, num: 0, place: 1, body: '00000001' },
      { session_pk: 8, source_pk: 1, num: 1, place: 2, body: '00000001' },
      { session_pk: 9, source_pk: 2, num: 0, place: 3, body: '00000002' },
      { session_pk: 9, source_pk: 2, num: 1, place: 4, body: '00000002' },
    ]);
    expect(await on.all('SELECT at_week FROM stale_weeks ORDER BY 1')).toEqual([{ at_week: 0 }, { at_week: 2968 }]);
    expect(
      await on.all('SELECT num, day, model, length(usd) AS usd, requests FROM session_costs ORDER BY num'),
    ).toEqual([
      { num: 1, day: '2026-11-17', model: 'pear-1', usd: 16, requests: 2 },
      { num: 2, day: null, model: 'pear-1', usd: 0, requests: 1 },
    ]);
    expect(await everything(on)).toEqual(await everything(connection));
  });
});

it('makes a partition for each week once, in use or not; old weeks share theirs', async () => {
  const now = weekOf(Date.now());
  await connection.all('CREATE TABLE calls_7 (LIKE calls INCLUDING ALL)');
  await connection.all('ALTER TABLE calls ATTACH PARTITION calls_7 FOR VALUES IN (7)');
  await Promise.all([makePartitions(connection, [5, 6]), makePartitions(connection, [6, 7, now - 1, now])]);
  await connection.all('CREATE TABLE facts_7 (LIKE facts INCLUDING ALL)');
  await connection.all('ALTER TABLE facts ATTACH PARTITION facts_7 FOR VALUES IN (7)');
  const partitions = await connection.all(
    `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent IN ('calls'::regclass, 'facts'::regclass) ORDER BY 1`,
  );
  const ends = ['0', `${now - 1}`, `${now}`, '5_8', '7'];
  const names = ['calls', 'facts'].flatMap((table) => ends.map((end) => `${table}_${end}`));
  expect(partitions.map(({ name }) => name)).toEqual(names.sort());
  const together = await partitionedWeeks(connection);
  expect([5, 6, 7, 8, 9, now].map((week) => together.get(week))).toEqual([
    [5, 6, 8],
    [5, 6, 8],
    [7],
    [5, 6, 8],
    undefined,
    [now],
  ]);
});

it('puts four old weeks together, and no week that may still grow', () => {
  const now = Date.UTC(2026, 10, 17);
  expect([0, 1, 4, 5, 243, 244, 245, 255].map((week) => weeksTogether(week, now))).toEqual([
    [0],
    [1, 2, 3, 4],
    [1, 2, 3, 4],
    [5, 6, 7, 8],
    [241, 242, 243, 244],
    [241, 242, 243, 244],
    [245],
    [255],
  ]);
});

it('brings a store of one machine to one of several, and what is in it stays', async () => {
  await withOlder(1, async (on) => {
    await on.transaction((step) =>
      step.run(`INSERT INTO sessions (week, agent, id) VALUES (0, 'claude-code', 'pear');
      INSERT INTO sources (session_pk, num, path, thread, device, inode, size, modified_at, "offset", line, head, tail)
        VALUES (1, 0, '/home/dev/pear.jsonl', 'main', '1', '1', 10, 1, 10, 1, 'a', 'b');
      INSERT INTO stale_copies VALUES (1)`),
    );
    await migrate(on);
    expect(await checkSchema(on)).toBe(POSTGRES_SCHEMA_VERSION);
    expect(await on.all('SELECT machine, path FROM sources')).toEqual([{ machine: 0, path: '/home/dev/pear.jsonl' }]);
    // The first machine that has it reads it again.
    const num = await registerMachine(on, { id: 'one', name: 'ws-1' });
    expect(await on.transaction((step) => new OtherCopies(num, undefined).leave(step, [CLAIM]))).toEqual([]);
    expect((await on.get('SELECT mark > 0 AS marked FROM stale_copies'))?.['marked']).toBe(1);
  });
});

it('leaves a newer schema alone', async () => {
  await connection.all(`UPDATE meta SET value = '99' WHERE key = 'schema'`);
  await expect(migrate(connection)).rejects.toMatchObject({ code: 'store-newer' });
  await expect(checkSchema(connection)).rejects.toMatchObject({ code: 'store-newer' });
});

it('knows the week of a session, and none of odd times', () => {
  const now = Date.UTC(2026, 10, 17);
  const of = (at: number | null): number => weekOf(at, now);
  expect([Date.UTC(2022, 0, 3), Date.UTC(2022, 0, 10) - 1, Date.UTC(2022, 0, 10), now].map(of)).toEqual([1, 1, 2, 255]);
  expect([null, 0, Number.NaN, -1, 1e300, now + 8 * 864e5].map(of)).toEqual([0, 0, 0, 0, 0, 0]);
});
