// Tests that deleting very many sessions has the same result as one by one: whole weeks by dropping their partitions, and all
// others by their rows; and that a week comes back when its sessions do.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { generateLibrary } from '../../bench/generate/library.ts';
import { integer, text } from '../../src/base/row.ts';
import { Indexer } from '../../src/library/indexer.ts';
import { Connection } from '../../src/store/postgres/database/connection.ts';
import { connectionSettings } from '../../src/store/postgres/database/connection-settings.ts';
import { partitionedWeeks } from '../../src/store/postgres/database/partitions.ts';
import { partitionName } from '../../src/store/postgres/database/schema.ts';
import { PostgresIndex } from '../../src/store/postgres/postgres-index.ts';
import { PostgresQuestions } from '../../src/store/postgres/postgres-questions.ts';
import type { SessionKey } from '../../src/store/session-batch.ts';
import { TOOL_FAMILIES } from '../../src/tools/traits.ts';
import { fillPostgres } from './fill-postgres.ts';
import { NOW } from './filled.ts';

const logs = mkdtempSync(join(tmpdir(), 'toolscope-forgotten-'));
type Filled = Awaited<ReturnType<typeof fillPostgres>> & { connection: Connection; index: PostgresIndex };
let dropping: Filled;
let deleting: Filled;

async function fill(): Promise<Filled> {
  const filled = await fillPostgres(logs);
  const connection = await Connection.open(connectionSettings(filled.address), 3);
  const questions = new PostgresQuestions(connection);
  const index = new PostgresIndex(connection, { wholeOf: (session) => questions.whole(session) });
  return { ...filled, connection, index };
}

beforeAll(() => {
  for (const [name, epochMs] of Object.entries({ old: Date.UTC(2025, 2, 1), new: Date.UTC(2025, 9, 1) }))
    generateLibrary({ dir: join(logs, name), bytes: 4e5, callsPerSession: 10, seed: `forgotten ${name}`, epochMs });
});
afterAll(() => rmSync(logs, { recursive: true, force: true }));
beforeEach(async () => {
  dropping = await fill();
  deleting = await fill();
});
afterEach(async () => {
  for (const { connection, close } of [dropping, deleting]) {
    await connection.close();
    await close();
  }
});

interface Placed extends SessionKey {
  readonly week: number;
}

/** All of the first partition, which several weeks share, and one of several sessions of another. */
async function chosen(on: Connection): Promise<{ readonly name: string; readonly keys: readonly Placed[] }> {
  const rows = await on.all('SELECT week, agent, id FROM sessions WHERE week > 0 ORDER BY week, agent, id');
  const sessions = rows.map((row) => ({ week: integer(row, 'week'), agent: text(row, 'agent'), id: text(row, 'id') }));
  const weeks = (await partitionedWeeks(on)).get(sessions[0]?.week ?? 0) ?? [];
  expect(new Set(sessions.filter(({ week }) => weeks.includes(week)).map(({ week }) => week)).size).toBeGreaterThan(1);
  const count = (of: number): number => sessions.filter((session) => session.week === of).length;
  const other = sessions.find(({ week }) => !weeks.includes(week) && count(week) > 1);
  if (other === undefined) throw new Error('There is no other week with several sessions.');
  return { name: partitionName(weeks), keys: [...sessions.filter(({ week }) => weeks.includes(week)), other] };
}

async function answers({ questions }: Filled): Promise<unknown> {
  const question = { filter: { type: 'all' } as const, places: [logs], families: TOOL_FAMILIES };
  const { indexBytes: _, ...totals } = await questions.health.totals();
  const { sessions } = await questions.sessions.page(question, { limit: 500 });
  return {
    totals,
    sessions: sessions.map(({ id, calls, failures, title }) => ({ id, calls, failures, title })),
    tools: await questions.stats.toolsOverTime(question, 20),
    days: await questions.stats.days(question),
    costs: await questions.stats.costs(question),
    hooks: await questions.stats.hooks(question),
    logs: (await questions.search.logs([logs])).length,
  };
}

async function partitions(on: Connection): Promise<string[]> {
  const rows = await on.all(
    `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent IN ('calls'::regclass, 'facts'::regclass) ORDER BY 1`,
  );
  return rows.map((row) => text(row, 'name'));
}

/** Rows of sessions that are not there, by table. */
async function orphans(on: Connection): Promise<unknown> {
  const left: Record<string, number> = {};
  const tables = await on.all(
    `SELECT DISTINCT table_name::text AS name FROM information_schema.columns c JOIN pg_class t ON t.relname = c.table_name
     WHERE c.table_schema = 'toolscope' AND c.column_name = 'session_pk' AND NOT t.relispartition`,
  );
  for (const name of tables.map((row) => text(row, 'name'))) {
    const row = await on.get(`SELECT count(*) AS n FROM ${name} WHERE session_pk NOT IN (SELECT pk FROM sessions)`);
    if (Number(row?.['n']) > 0) left[name] = Number(row?.['n']);
  }
  const texts = await on.get('SELECT count(*) AS n FROM text_chunks WHERE source_pk NOT IN (SELECT pk FROM sources)');
  return { ...left, texts: Number(texts?.['n']) };
}

it('drops the partitions of whole weeks, and leaves nothing of any session', async () => {
  const { name: end, keys } = await chosen(dropping.connection);
  await dropping.index.forgetAll([...keys, { agent: 'codex', id: 'unknown' }]);
  for (const key of keys) await deleting.index.forget(key);
  expect(await answers(dropping)).toEqual(await answers(deleting));
  const gone = (await partitions(deleting.connection)).filter((name) => name.endsWith(`_${end}`));
  expect(gone).toHaveLength(2);
  const left = await partitions(dropping.connection);
  expect(left).toEqual((await partitions(deleting.connection)).filter((name) => !gone.includes(name)));
  expect(await orphans(dropping.connection)).toEqual({ texts: 0 });
});

it('makes a week again that another process has dropped', async () => {
  const { name: end, keys } = await chosen(dropping.connection);
  const indexer = new Indexer(dropping.index, { now: () => NOW });
  const other = new PostgresIndex(dropping.connection, { wholeOf: () => Promise.reject(new Error('not asked')) });
  // It has written to the week, and knows that it is there.
  const before = await answers(dropping);
  for (const key of keys) await dropping.index.forget(key);
  await indexer.sweep([logs]);
  await other.forgetAll(keys);
  expect(await partitions(dropping.connection)).not.toContain(`facts_${end}`);
  await indexer.sweep([logs]);
  await indexer.close();
  const { logs: _, ...all } = Object(await answers(dropping));
  expect(before).toMatchObject(all);
});

it('deletes row by row where someone looks at the week and does not stop', async () => {
  const { name: end, keys } = await chosen(dropping.connection);
  await dropping.connection.snapshot(async (on) => {
    await on.get('SELECT count(*) AS n FROM facts');
    await dropping.index.forgetAll(keys);
  });
  expect(await partitions(dropping.connection)).toContain(`facts_${end}`);
  for (const key of keys) await deleting.index.forget(key);
  expect(await answers(dropping)).toEqual(await answers(deleting));
  expect(await orphans(dropping.connection)).toEqual({ texts: 0 });
});
