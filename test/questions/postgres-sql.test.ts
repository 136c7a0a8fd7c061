// Tests SQL queries on PostgreSQL: the views have the same content as SQLite's, and nothing else can be queried.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateLibrary } from '../../bench/generate/library.ts';
import { Indexer } from '../../src/library/indexer.ts';
import { openStoreToWrite } from '../../src/store/open-store.ts';
import type { SqlCell, SqlRequest } from '../../src/store/questions/sql.ts';
import type { Questions } from '../../src/store/questions.ts';
import { openViews } from '../../src/store/sqlite/queries/open-views.ts';
import { SQL_VIEWS } from '../../src/store/sqlite/queries/sql-views.ts';
import { fillPostgres } from './fill-postgres.ts';
import { NOW } from './filled.ts';

interface Table {
  readonly columns: readonly string[];
  readonly rows: (readonly SqlCell[])[];
  readonly more: boolean;
}

function asCells(row: unknown): SqlCell[] {
  const cells: unknown[] = Object.values(typeof row === 'object' && row !== null ? row : {});
  return cells.map((cell) => (typeof cell === 'string' || typeof cell === 'number' ? cell : null));
}

describe('SQL asked of PostgreSQL', () => {
  const logs = mkdtempSync(join(tmpdir(), 'toolscope-sql-logs-'));
  const folder = mkdtempSync(join(tmpdir(), 'toolscope-sql-store-'));
  let postgres: Questions;
  const closing: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    generateLibrary({ dir: logs, bytes: 6e5, seed: 'sql' });
    const filled = await fillPostgres(logs);
    const writing = await openStoreToWrite(folder);
    const indexer = new Indexer(writing.index, { now: () => NOW });
    await indexer.sweep([logs]);
    await indexer.close();
    await writing.close();
    postgres = filled.questions;
    closing.push(filled.close);
  });
  afterAll(async () => {
    for (const close of closing) await close();
    for (const place of [logs, folder]) rmSync(place, { recursive: true, force: true });
  });

  async function tableOf(sql: string, more: Partial<SqlRequest> = {}): Promise<Table> {
    const table: { columns: readonly string[]; rows: (readonly SqlCell[])[]; more: boolean } = {
      columns: [],
      rows: [],
      more: false,
    };
    for await (const answer of postgres.sql({ sql, places: [logs], limit: null, timeoutMs: 30_000, ...more })) {
      if (answer.kind === 'columns') table.columns = answer.columns;
      else if (answer.kind === 'row') table.rows.push(answer.cells);
      else table.more = answer.more;
    }
    return table;
  }

  /** Without the process that SQLite's queries run in. */
  function inSqlite(sql: string): Table {
    const database = openViews({ path: join(folder, 'index.sqlite'), places: [logs] });
    const rows = database.prepare(sql).all().map(asCells);
    const columns = SQL_VIEWS.find(({ name }) => sql.endsWith(` ${name}`))?.columns.map(({ name }) => name) ?? [];
    database.close();
    return { columns, rows, more: false };
  }

  it.each(SQL_VIEWS.map(({ name }) => name))('%s holds what SQLite has in it', async (view) => {
    const ours = await tableOf(`SELECT * FROM ${view}`);
    const theirs = inSqlite(`SELECT * FROM ${view}`);
    const sorted = ({ rows, columns }: Table): string[] =>
      rows
        .map((row) =>
          JSON.stringify(row.map((cell, i) => (columns[i] === 'tools' ? String(cell).split(',').sort() : cell))),
        )
        .sort();
    expect(ours.columns).toEqual(theirs.columns);
    expect(sorted(ours)).toEqual(sorted(theirs));
    // No made-up answer claims anything.
    if (view !== 'claims') expect(ours.rows.length).toBeGreaterThan(0);
  });

  it('joins, groups and names what it likes, also twice', async () => {
    const { columns, rows } = await tableOf(
      `WITH slow AS (SELECT tool, count(*) AS n FROM calls GROUP BY tool)
       SELECT s.tool, s.n, 'a;b' AS tool FROM slow s JOIN (SELECT tool FROM calls GROUP BY tool) t ON t.tool = s.tool ORDER BY 2 DESC, 1 -- most;`,
    );
    expect(columns).toEqual(['tool', 'n', 'tool']);
    expect(rows.every(([, , last]) => last === 'a;b')).toBe(true);
    expect((await tableOf('VALUES (1, NULL), (2, true);')).rows).toEqual([
      [1, null],
      [2, 1],
    ]);
    expect((await tableOf('EXPLAIN SELECT count(*) FROM calls')).rows.length).toBeGreaterThan(0);
  });

  it('stops at the limit, and says whether there is more', async () => {
    const all = await tableOf('SELECT * FROM generate_series(1, 1000) n');
    expect([all.rows.length, all.more]).toEqual([1000, false]);
    for (const limit of [0, 1, 200, 999, 1000]) {
      const { rows, more, columns } = await tableOf('SELECT * FROM generate_series(1, 1000) n', { limit });
      expect([rows.length, more, columns]).toEqual([limit, limit < 1000, ['n']]);
    }
    expect((await tableOf('SELECT tool FROM calls WHERE false')).columns).toEqual(['tool']);
  });

  it('shows only what lies in the places and the folder', async () => {
    const count = 'SELECT count(*) FROM sessions';
    expect((await tableOf(count, { places: ['/nowhere'] })).rows).toEqual([[0]]);
    const { rows } = await tableOf('SELECT project, count(*) FROM sessions WHERE project IS NOT NULL GROUP BY 1');
    const [project, sessions] = rows[0] ?? [];
    expect((await tableOf(count, { folder: String(project) })).rows).toEqual([[sessions]]);
  });

  it.each([
    ['DELETE FROM calls', /DELETE is refused/],
    ['SELECT 1; SELECT 2', /one statement/],
    ['SELECT * FROM toolscope.sessions', /documented views/],
    ['SELECT * FROM "toolscope"."sessions"', /documented views/],
    ['SELECT * FROM public.anything', /documented views/],
    ['SELECT * FROM information_schema.tables', /documented views/],
    ['SELECT * FROM pg_class', /documented views/],
    [`SELECT pg_read_file('/etc/hostname')`, /documented views/],
    [`SELECT query_to_xml('SELECT 1', true, true, '')`, /documented views/],
    [`SELECT E'\\'', pg_sleep(1), '1'`, /plain quotes/],
    [`SELECT U&"\\0070g_class"`, /plain quotes/],
    ['SELECT $a$x$a$', /plain quotes/],
    [`SELECT 1 /* /* */ 'x */, pg_sleep(1) --'`, /comments/],
    ['SELECT * FROM words', /There are calls/],
    ['SELECT tol FROM calls', /Did you mean tool\?/],
    ['SELECT 1 +', /syntax error/],
    ['SELECT 1) q, (SELECT 2', /PostgreSQL says/],
    ['WITH gone AS (DELETE FROM calls RETURNING 1) SELECT * FROM gone', /PostgreSQL says|change something/],
    ['', /no query/],
  ])('refuses %s', async (sql, because) => {
    await expect(tableOf(sql)).rejects.toThrow(because);
  });

  it('stops what takes too long, and what no one waits for', async () => {
    const endless = 'SELECT count(*) FROM generate_series(1, 100000000000) n';
    await expect(tableOf(endless, { timeoutMs: 200 })).rejects.toThrow('The query was stopped after 0.2 s.');
    const end = new AbortController();
    const asked = tableOf(endless, { signal: end.signal });
    setTimeout(() => end.abort(), 100);
    await expect(asked).rejects.toThrow(/abort/i);
    for await (const _ of postgres.sql({
      sql: 'SELECT * FROM generate_series(1, 100000) n',
      places: [logs],
      limit: null,
      timeoutMs: 30_000,
    }))
      break;
    expect((await tableOf('SELECT 1 AS one')).rows).toEqual([[1]]);
  });
});
