// Multiplies the content of a PostgreSQL database: every session again under other names, in other weeks, with other
// durations, up to the number of calls. By statements only: ten million calls would take too long through a client.

import { integer, text } from '../../src/base/row.ts';
import type { Connection } from '../../src/store/postgres/database/connection.ts';
import { makePartitions } from '../../src/store/postgres/database/partitions.ts';
import { WeekSums } from '../../src/store/postgres/week-sums.ts';

const WEEK_MS = 7 * 24 * 3600 * 1000;
/** Copies are spread over a year. */
const WEEKS = 52;
/** Copies per statement: the server may rest after each. */
const AT_ONCE = 50;

/** Tables that are copied as they are, by their key. */
const BY_SESSION = ['requests', 'insights', 'hook_sums', 'session_hooks', 'message_pages'];
/** Only as many copies of these as of texts: no page reads them. */
const LARGE = ['message_pages', 'requests'];
const BY_CALL = ['call_files'];
const BY_SOURCE = ['texts', 'text_chunks'];

async function columnsOf(on: Connection, table: string): Promise<string[]> {
  const rows = await on.all(
    `SELECT a.attname::text AS name FROM pg_attribute a
     WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' ORDER BY a.attnum`,
    table,
  );
  return rows.map((row) => text(row, 'name'));
}

/** Every row of a table again, with some columns changed; `t` is the row, `n.i` the number of the copy. */
async function copyRows(
  on: Connection,
  table: string,
  changed: Readonly<Record<string, string>>,
  { from, to, where = 'true' }: { readonly from: number; readonly to: number; readonly where?: string },
): Promise<void> {
  const columns = (await columnsOf(on, table)).filter((name) => changed[name] !== '');
  const values = columns.map((name) => changed[name] ?? `t."${name}"`);
  await on.all(
    `INSERT INTO ${table} (${columns.map((name) => `"${name}"`).join(', ')}) OVERRIDING SYSTEM VALUE
     SELECT ${values.join(', ')} FROM ${table} t CROSS JOIN generate_series(${from}, ${to}) AS n (i)
       LEFT JOIN bench_shift h ON h.i = n.i WHERE ${where}`,
  );
}

/** The seed's greatest keys: copies have keys beyond them. */
interface Seed {
  readonly calls: number;
  readonly session: number;
  readonly source: number;
  readonly call: number;
}

async function seedOf(on: Connection): Promise<Seed> {
  const row = await on.get(
    `SELECT (SELECT count(*) FROM facts) AS calls, (SELECT max(pk) FROM sessions) AS session,
       (SELECT max(pk) FROM sources) AS source, (SELECT max(pk) FROM calls) AS call`,
  );
  if (row === undefined) throw new Error('The database is empty.');
  const number = (name: string): number => integer(row, name);
  return { calls: number('calls'), session: number('session'), source: number('source'), call: number('call') };
}

/** Between 0.5 and 1.5, different for every call: otherwise copies of a call would have the same duration. */
const FACTOR = (pk: string): string => `(0.5 + mod(${pk} * 7919, 1009) / 1009.0)::float8`;
const STEP = `CASE WHEN d.ms < 1000 THEN greatest(0, floor(d.ms + 0.5))
  ELSE 1000 + (floor(log(d.ms)) - 3) * 900 + floor(d.ms / power(10, floor(log(d.ms)) - 2) + 0.5) - 100 END::int4`;

/** Indexes of calls that are not part of its key are created at the end: many times faster. */
async function withoutIndexes(on: Connection, tables: readonly string[], work: () => Promise<void>): Promise<void> {
  const rows = await on.all(
    `SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS made FROM pg_index i
     WHERE i.indrelid = ANY($1::regclass[]) AND NOT i.indisprimary`,
    tables,
  );
  for (const row of rows) await on.all(`DROP INDEX ${text(row, 'name')}`);
  await work();
  for (const row of rows) await on.all(text(row, 'made').replace(' ON ONLY ', ' ON '));
}

export interface Multiplied {
  readonly calls: number;
  readonly copies: number;
  readonly ms: number;
}

/** `withText`: this many copies also have their messages and text filters. */
export async function multiply(
  on: Connection,
  calls: number,
  { withText, elsewhere }: { readonly withText: number; readonly elsewhere: (copy: string) => string },
): Promise<Multiplied> {
  const started = performance.now();
  const seed = await seedOf(on);
  const copies = Math.max(0, Math.ceil(calls / seed.calls) - 1);
  const weekOf = (at: string): string => `coalesce(1 + floor((${at} - ${Date.UTC(2022, 0, 3)}) / ${WEEK_MS})::int4, 0)`;
  await on.all('CREATE TABLE IF NOT EXISTS bench_shift (i int4 PRIMARY KEY, ms float8 NOT NULL)');
  await on.all(
    `INSERT INTO bench_shift SELECT i, i * ${(WEEKS * WEEK_MS) / Math.max(1, copies)}::float8 FROM generate_series(1, ${copies}) AS i
     ON CONFLICT DO NOTHING`,
  );
  const weeks = await on.all(
    `SELECT DISTINCT ${weekOf('s.started_at - h.ms')} AS week FROM sessions s CROSS JOIN bench_shift h WHERE s.week > 0`,
  );
  await makePartitions(
    on,
    weeks.map((row) => integer(row, 'week')),
  );
  const session = (name: string): string => `t.${name} + n.i::int8 * ${seed.session}`;
  const call = (name: string): string => `t.${name} + n.i::int8 * ${seed.call}`;
  const source = (name: string): string => `t.${name} + n.i::int8 * ${seed.source}`;
  const earlier = (name: string): string => `t.${name} - h.ms`;
  const own = `t.session_pk <= ${seed.session}`;
  const week = `(SELECT s.week FROM sessions s WHERE s.pk = ${session('session_pk')})`;
  // The trigger would keep a note of every row until the end of a statement.
  await on.all('ALTER TABLE facts DISABLE TRIGGER USER');
  await withoutIndexes(on, ['calls', 'facts'], async () => {
    for (let from = 1; from <= copies; from += AT_ONCE) {
      const range = { from, to: Math.min(copies, from + AT_ONCE - 1) };
      await copyRows(
        on,
        'sessions',
        {
          pk: session('pk'),
          week: `CASE WHEN t.week = 0 THEN 0 ELSE ${weekOf('t.started_at - h.ms')} END`,
          id: `t.id || '-' || n.i`,
          lineage: 'NULL',
          family: 'NULL',
          started_at: earlier('started_at'),
          last_at: earlier('last_at'),
          own_at: earlier('own_at'),
          live: '0',
        },
        { ...range, where: `t.pk <= ${seed.session}` },
      );
      await copyRows(
        on,
        'sources',
        {
          pk: source('pk'),
          session_pk: session('session_pk'),
          path: elsewhere('n.i'),
          started_at: earlier('started_at'),
        },
        { ...range, where: own },
      );
      await copyRows(
        on,
        'calls',
        {
          week,
          session_pk: session('session_pk'),
          pk: call('pk'),
          call_id: `t.call_id || '-' || n.i`,
          copy_of: `CASE WHEN t.copy_of > 0 THEN ${call('copy_of')} ELSE t.copy_of END`,
          requested_at: earlier('requested_at'),
          ended_at: earlier('ended_at'),
          ms: `t.ms * ${FACTOR(call('pk'))}`,
        },
        { ...range, where: own },
      );
      await copyRows(
        on,
        'facts',
        {
          week,
          session_pk: session('session_pk'),
          pk: call('pk'),
          at: earlier('at'),
          ms: `t.ms * ${FACTOR(call('pk'))}`,
          step: `(SELECT ${STEP} FROM (SELECT t.ms * ${FACTOR(call('pk'))} AS ms) d)`,
        },
        { ...range, where: own },
      );
      const keyed = { session_pk: session('session_pk'), call_pk: call('call_pk'), at: earlier('at') };
      for (const table of BY_CALL) await copyRows(on, table, keyed, { ...range, where: own });
      const full = range.from <= withText;
      for (const table of BY_SESSION) {
        if (full || !LARGE.includes(table)) await copyRows(on, table, { ...keyed, pk: '' }, { ...range, where: own });
      }
      for (const table of full ? BY_SOURCE : []) {
        await copyRows(
          on,
          table,
          { session_pk: session('session_pk'), source_pk: source('source_pk'), place: '' },
          { ...range, where: own },
        );
      }
    }
  });
  await on.all('ALTER TABLE facts ENABLE TRIGGER USER');
  await on.all('INSERT INTO stale_weeks SELECT DISTINCT at_week(at) FROM facts');
  await on.all('DROP TABLE bench_shift');
  await on.all(`SELECT setval('call_keys', $1)`, seed.call * (copies + 1) + 1);
  await on.all(`SELECT setval(pg_get_serial_sequence('sessions', 'pk'), $1)`, seed.session * (copies + 1) + 1);
  await on.all(`SELECT setval(pg_get_serial_sequence('sources', 'pk'), $1)`, seed.source * (copies + 1) + 1);
  await new WeekSums(on).refresh();
  await on.all('VACUUM ANALYZE');
  return { calls: seed.calls * (copies + 1), copies, ms: performance.now() - started };
}
