// The speed of a store in PostgreSQL with very many calls: every page's question, search, an appended line until it is a row and until
// another process sees it, bulk loading, loading from logs next to SQLite, and what a call takes on disk.
//
//   npm run bench:postgres -- --help

import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { integer } from '../../src/base/row.ts';
import { openLibraryIndex } from '../../src/library/library-index.ts';
import { sliceTexts } from '../../src/search/slice-texts.ts';
import { TextIndexWriter } from '../../src/search/text-index-writer.ts';
import { Connection } from '../../src/store/postgres/database/connection.ts';
import { connectionSettings } from '../../src/store/postgres/database/connection-settings.ts';
import { migrate } from '../../src/store/postgres/database/migrate.ts';
import { WeekSums } from '../../src/store/postgres/week-sums.ts';
import { PostgresTexts } from '../../src/store/postgres/write/text-rows.ts';
import { startServer } from '../../test/support/postgres-server.ts';
import { generateLibrary } from '../generate/library.ts';
import { measureAppends } from './appends.ts';
import { type EmptyStores, measureFromLogs } from './from-logs.ts';
import { measureLoading } from './loading.ts';
import { multiply } from './multiply.ts';
import { measurePages, measureSearches } from './pages.ts';

/** Logs that are read; all other calls are copies of theirs. */
const SEED_BYTES = 60e6;
const MOST_WITH_TEXT = 2e6;
/** Logs that are loaded next to SQLite. */
const LOADED_BYTES = 200e6;
/** Typical settings for a server with some gigabytes. */
const SETTINGS = [
  'shared_buffers=1GB',
  'fsync=on',
  'full_page_writes=on',
  'max_wal_size=4GB',
  'effective_cache_size=4GB',
];

const HELP = `How fast a store in PostgreSQL is.

  npm run bench:postgres -- --only logs --rounds 5    the speed of toolscope index next to SQLite, and nothing else

  --only LIST         these alone, with commas between: pages by name, search, append, load, sizes, logs
  --calls N           so many calls in the store that is asked (1000000)
  --rounds N          measured so often, in turns (5); medians are told
  --logs FOLDER       logs to load next to SQLite, instead of 200 MB of made-up ones
  --database NAME --folder FOLDER    keep the filled store, and use it again

Starts its own server, or uses the one in TOOLSCOPE_TEST_POSTGRES.
"Speed × SQLite" is the time that SQLite takes for the same logs, divided by that of PostgreSQL: by the clock, by Toolscope's own
processor time, and by that with the server's.
`;

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', default: false },
    calls: { type: 'string', default: '1000000' },
    database: { type: 'string' },
    folder: { type: 'string' },
    logs: { type: 'string' },
    only: { type: 'string' },
    rounds: { type: 'string', default: '5' },
  },
});

async function ask(server: string, sql: string): Promise<number> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    return (await client.query(sql)).rowCount ?? 0;
  } finally {
    await client.end();
  }
}

function note(what: string): void {
  console.log(`${what}   (load ${loadavg()[0]?.toFixed(1)})`);
}

async function fill(folder: string, address: string, calls: number): Promise<void> {
  const logs = join(folder, 'library/logs');
  mkdirSync(join(folder, 'library/copies'), { recursive: true });
  generateLibrary({ dir: logs, bytes: Math.min(SEED_BYTES, calls * 11_000), seed: 'postgres' });
  const started = performance.now();
  const index = await openLibraryIndex(join(folder, 'data'), {});
  try {
    await index.indexer?.sweep([logs]);
    if (index.writing !== undefined) await new TextIndexWriter(index.writing, index.open, { isEager: true }).catchUp();
  } finally {
    await index.close();
  }
  note(`seed read in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  const connection = await Connection.open(connectionSettings(address));
  try {
    const copies = join(folder, 'library/copies');
    // For ten million calls the texts would take more space than everything else; with fewer, all have theirs, or searches would read logs instead.
    const withText = calls > MOST_WITH_TEXT ? 0 : Number.POSITIVE_INFINITY;
    const made = await multiply(connection, calls, {
      withText,
      elsewhere: (copy) => `replace(t.path, '${logs}', '${copies}/' || ${copy})`,
    });
    for (let i = 1; i <= Math.min(withText, made.copies); i++) symlinkSync(logs, join(copies, String(i)));
    if (withText > 0) await sliceTexts(new PostgresTexts(connection).slices, { pause: () => Promise.resolve() });
    note(`${made.calls} calls made in ${(made.ms / 1000).toFixed(0)} s`);
  } finally {
    await connection.close();
  }
}

/** A store of an older schema, or one whose sums are stale. */
async function bringForward(address: string): Promise<void> {
  const connection = await Connection.open(connectionSettings(address));
  try {
    await migrate(connection);
    await new WeekSums(connection).refresh();
  } finally {
    await connection.close();
  }
}

/** Bytes per call of every table with its indexes, the largest first. */
async function printSizes(address: string): Promise<void> {
  const connection = await Connection.open(connectionSettings(address));
  try {
    const rows = await connection.all(
      `SELECT regexp_replace(c.relname, '(_[0-9]+)+$', '') AS name, sum(pg_table_size(c.oid)) AS rows, sum(pg_indexes_size(c.oid)) AS indexes
       FROM pg_class c WHERE c.relnamespace = 'toolscope'::regnamespace AND c.relkind = 'r' GROUP BY 1 ORDER BY 2 DESC`,
    );
    const counted = await connection.get('SELECT count(*) AS calls FROM facts');
    const calls = counted === undefined ? 1 : integer(counted, 'calls');
    let total = 0;
    for (const row of rows) {
      const [own, indexes] = [integer(row, 'rows'), integer(row, 'indexes')];
      total += own + indexes;
      if (own + indexes < calls) continue;
      console.log(
        `${String(row['name']).padEnd(16)}${(own / calls).toFixed(0).padStart(6)} + ${(indexes / calls).toFixed(0)}`,
      );
    }
    console.log(`${(total / calls).toFixed(0)} bytes per call, ${(total / 1e9).toFixed(2)} GB for ${calls} calls`);
  } finally {
    await connection.close();
  }
}

if (values.help) {
  process.stdout.write(HELP);
  process.exit();
}

const own = process.env.TOOLSCOPE_TEST_POSTGRES === undefined ? await startServer(SETTINGS) : undefined;
const server = own?.address ?? process.env.TOOLSCOPE_TEST_POSTGRES ?? '';
const name = values.database ?? `toolscope_bench_${process.pid}`;
const folder = values.folder ?? mkdtempSync(join(tmpdir(), 'toolscope-bench-'));
const url = new URL(server);
url.pathname = `/${name}`;
process.env.TOOLSCOPE_STORE = url.href;

async function makeReady(address: string): Promise<void> {
  if ((await ask(server, `SELECT 1 FROM pg_database WHERE datname = '${name}'`)) > 0) return bringForward(address);
  await ask(server, `CREATE DATABASE ${name}`);
  await fill(folder, address, Number(values.calls));
}

const loaded: string[] = [];

/** For loading: a new empty database each time, without dirty pages of the last one. */
const empty: EmptyStores = {
  async make() {
    const database = `${name}_load_${loaded.length}`;
    await ask(server, `CREATE DATABASE ${database}`);
    loaded.push(database);
    await ask(server, 'CHECKPOINT');
    const other = new URL(server);
    other.pathname = `/${database}`;
    return other.href;
  },
};

try {
  const isAsked = (what: string): boolean => values.only === undefined || values.only.split(',').includes(what);
  const library = { data: join(folder, 'data'), root: join(folder, 'library') };
  if (values.only !== 'logs') {
    await makeReady(url.href);
    if (isAsked('sizes')) await printSizes(url.href);
    await measurePages(library, url.href, { only: values.only, rounds: Number(values.rounds) });
    if (isAsked('search') && Number(values.calls) <= MOST_WITH_TEXT) await measureSearches(library);
    if (isAsked('append')) await measureAppends(url.href, library.root);
    if (isAsked('load')) await measureLoading(url.href, empty, Number(values.rounds));
  }
  if (isAsked('logs')) {
    delete process.env.TOOLSCOPE_STORE;
    const logs = values.logs ?? join(folder, 'loaded');
    if (!existsSync(logs)) generateLibrary({ dir: logs, bytes: LOADED_BYTES, seed: 'loaded' });
    await measureFromLogs(logs, empty, Number(values.rounds));
  }
  note('done');
} finally {
  for (const database of loaded) await ask(server, `DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
  if (values.database === undefined) await ask(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  if (values.folder === undefined && existsSync(folder)) rmSync(folder, { recursive: true, force: true });
  await own?.stop();
}
