// Tests that weekly totals change no answer: all of them available, none, or some; and that writes while a week is summed up
// leave it to be summed up again.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { generateLibrary } from '../../bench/generate/library.ts';
import { integer, type Row } from '../../src/base/row.ts';
import { parseFilter } from '../../src/model/filter/parse-filter.ts';
import { Connection } from '../../src/store/postgres/database/connection.ts';
import { connectionSettings } from '../../src/store/postgres/database/connection-settings.ts';
import { PostgresIndex } from '../../src/store/postgres/postgres-index.ts';
import { WeekSums } from '../../src/store/postgres/week-sums.ts';
import type { Questions } from '../../src/store/questions.ts';
import { TOOL_FAMILIES, TOOL_TOUCHES } from '../../src/tools/traits.ts';
import { fillPostgres } from './fill-postgres.ts';
import { NOW } from './filled.ts';

const FILTERS = [
  '',
  'tool:Bash',
  'is:failed',
  '-is:failed agent:codex',
  'tool:Bash OR is:ok',
  'has:model',
  'since:30d',
  'since:200d tool:B*',
  'until:20d',
];

const logs = mkdtempSync(join(tmpdir(), 'toolscope-week-sums-'));
let filled: Awaited<ReturnType<typeof fillPostgres>>;
let questions: Questions;
let connection: Connection;

beforeAll(async () => {
  generateLibrary({ dir: logs, bytes: 6e5, seed: 'week sums' });
  filled = await fillPostgres(logs);
  questions = filled.questions;
  connection = await Connection.open(connectionSettings(filled.address), 2);
  // The sweep does not wait for it.
  await vi.waitFor(async () => expect(await stale()).toBe(0));
  // Over most of a year.
  await connection.all('UPDATE facts SET at = at - mod(pk, 40) * 604800000');
  // One that changed several files, as the index knows them.
  const [changed] = await connection.all(
    `UPDATE facts SET more_files = 1 WHERE pk = (SELECT max(pk) FROM facts WHERE added IS NOT NULL AND file IS NOT NULL)
     RETURNING session_pk, pk, file`,
  );
  await connection.all('INSERT INTO call_files VALUES ($1, $2, $3)', ...severalFiles(changed));
  await new WeekSums(connection).refresh();
});
afterAll(async () => {
  await connection.close();
  await filled.close();
  rmSync(logs, { recursive: true, force: true });
});

function severalFiles(row: Row | undefined): [session: number, call: number, files: string] {
  if (row === undefined) throw new Error('no file was changed');
  const file = integer(row, 'file');
  return [
    integer(row, 'session_pk'),
    integer(row, 'pk'),
    JSON.stringify([
      [file, 3, 1],
      [file - 1, null, 2],
    ]),
  ];
}

async function answers(): Promise<string[]> {
  const told: string[] = [];
  for (const text of FILTERS) {
    const parsed = parseFilter(text, { now: NOW, offsetMinutesAt: () => 0 });
    if (!parsed.ok) throw new Error(text);
    const question = { filter: parsed.filter, places: [logs], families: TOOL_FAMILIES };
    const { stats } = questions;
    for (const by of ['tool', 'name', 'model', 'agent', 'project'] as const) {
      told.push(`${text} ${by} ${JSON.stringify(await stats.groups(question, by))}`);
    }
    told.push(`${text} days ${JSON.stringify(await stats.days(question))}`);
    for (const buckets of [2, 12, 300]) {
      told.push(`${text} ${buckets} ${JSON.stringify(await stats.timeline(question, buckets))}`);
    }
    told.push(`${text} costs ${JSON.stringify(await stats.costs(question))}`);
    told.push(`${text} outcomes ${JSON.stringify(await stats.outcomes(question))}`);
    const { sums } = await questions.files.sums({ ...question, touches: TOOL_TOUCHES });
    const files = [...sums.values()].map(({ sessions, ...sum }) => ({ sessions, ...sum }));
    told.push(`${text} files ${JSON.stringify(files.sort((a, b) => (a.path < b.path ? -1 : 1)))}`);
  }
  return told;
}

async function stale(): Promise<number> {
  const row = await connection.get(
    'SELECT (SELECT count(DISTINCT at_week) FROM stale_weeks) + (SELECT count(DISTINCT week) FROM stale_costs) AS weeks',
  );
  return Number(row?.['weeks']);
}

const MARK_ALL = 'INSERT INTO stale_weeks SELECT DISTINCT at_week(at) FROM facts';
const MARK_COSTS = 'INSERT INTO stale_costs SELECT DISTINCT week FROM sessions';

it('gives the same answers with all sums, with some, and with none', async () => {
  expect(await stale()).toBe(0);
  const summed = await connection.get('SELECT sum(calls) AS calls, count(DISTINCT at_week) AS weeks FROM day_sums');
  const counted = await connection.get('SELECT count(*) AS calls FROM facts');
  expect(summed?.['calls']).toBe(counted?.['calls']);
  expect(Number(summed?.['weeks'])).toBeGreaterThan(30);
  const withAll = await answers();
  await connection.all(`${MARK_ALL} WHERE mod(at_week(at), 3) = 0`);
  expect(await stale()).toBeGreaterThan(0);
  expect(await answers()).toEqual(withAll);
  await connection.all(MARK_ALL);
  await connection.all(MARK_COSTS);
  expect(await answers()).toEqual(withAll);
  // Were they read at all? Answers from sums that are wrong on purpose are wrong.
  await connection.all('DELETE FROM stale_weeks');
  await connection.all('UPDATE day_sums SET calls = calls + 1');
  expect(await answers()).not.toEqual(withAll);
  await connection.all(MARK_ALL);
  await new WeekSums(connection).refresh();
  expect(await stale()).toBe(0);
  expect(await answers()).toEqual(withAll);
});

it('knows no week of times that no clock shows, and counts such calls all the same', async () => {
  const before = await connection.all('SELECT pk, at FROM facts ORDER BY pk LIMIT 4');
  for (const [i, at] of [null, -5, 1e300, 1e13 - 1].entries()) {
    await connection.all('UPDATE facts SET at = $2 WHERE pk = $1', Number(before[i]?.['pk']), at);
  }
  await new WeekSums(connection).refresh();
  expect(await stale()).toBe(0);
  const withAll = await answers();
  await connection.all(MARK_ALL);
  expect(await answers()).toEqual(withAll);
  for (const { pk, at } of before) {
    await connection.all('UPDATE facts SET at = $2 WHERE pk = $1', Number(pk), at === null ? null : Number(at));
  }
  await new WeekSums(connection).refresh();
});

it('is told of every change: calls that come, go and change, and sessions that settle or move', async () => {
  const [first] = await questions.sessions.below([logs]);
  if (first === undefined) throw new Error('There is no session.');
  expect(await stale()).toBe(0);
  const key = [first.agent, first.id];
  await connection.all('UPDATE sessions SET title = title WHERE agent = $1 AND id = $2', ...key);
  expect(await stale()).toBe(0);
  await connection.all(`UPDATE sessions SET project = '/elsewhere' WHERE agent = $1 AND id = $2`, ...key);
  expect(await stale()).toBeGreaterThan(0);
  const moved = await answers();
  await new WeekSums(connection).refresh();
  expect(await answers()).toEqual(moved);
  const index = new PostgresIndex(connection, { wholeOf: () => Promise.reject(new Error('not asked')) });
  await index.forget(first);
  expect(await stale()).toBeGreaterThan(0);
  const less = await answers();
  expect(less).not.toEqual(moved);
  await new WeekSums(connection).refresh();
  expect(await answers()).toEqual(less);
});

it('leaves a week stale that another process changes while it is summed up', async () => {
  const before = await answers();
  await connection.transaction(async (on) => {
    const row = await on.get('SELECT week, pk FROM facts WHERE at IS NOT NULL ORDER BY pk LIMIT 1');
    await on.all('DELETE FROM facts WHERE week = $1 AND pk = $2', Number(row?.['week']), Number(row?.['pk']));
    // The other transaction sees neither the change nor that it was noted.
    await connection.all(MARK_ALL);
    await new WeekSums(connection).refresh();
    expect(await stale()).toBe(0);
  });
  expect(await stale()).toBe(1);
  const after = await answers();
  expect(after).not.toEqual(before);
  await new WeekSums(connection).refresh();
  expect(await answers()).toEqual(after);
});
