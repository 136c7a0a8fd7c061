// Tests the columns of calls: the same as the calls themselves, however calls come, change and go.

import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { generateLibrary } from '../../bench/generate/library.ts';
import { healthFromIndex, healthInSums } from '../../src/library/library-health.ts';
import { waitMsOf } from '../../src/model/call-times.ts';
import { emptyLedger, mergeLedger } from '../../src/model/ledger.ts';
import { callsToRecover } from '../../src/model/recoveries.ts';
import { wholePath } from '../../src/model/whole-path.ts';
import type { Database } from '../../src/sqlite/database.ts';
import type { HookStats } from '../../src/store/questions/stats.ts';
import { recoveryNumber } from '../../src/store/questions/stats.ts';
import { type CallColumn, CHUNK_COLUMNS } from '../../src/store/rows/call-numbers.ts';
import { attemptsIn } from '../../src/store/sql/session-attempts.ts';
import { takeSteps } from '../../src/store/sqlite/index/take-steps.ts';
import { openIndex } from '../../src/store/sqlite/open-index.ts';
import { ColumnScan } from '../../src/store/sqlite/queries/column-scan.ts';
import { SQLITE_DIALECT } from '../../src/store/sqlite/queries/engine.ts';
import { hookStats } from '../../src/store/sqlite/queries/hook-stats.ts';
import { wordList } from '../../src/store/sqlite/queries/interned-lists.ts';
import { ledgerTotals } from '../../src/store/sqlite/queries/ledger-totals.ts';
import { SqliteIndex } from '../../src/store/sqlite/sqlite-index.ts';
import { SqliteQuestions } from '../../src/store/sqlite/sqlite-questions.ts';
import { storeOver } from '../support/sqlite-database.ts';
import { indexOnce, newFolder } from './support.ts';

type Told = Record<string, unknown>;

/** What briefs tell, with words instead of their numbers. */
function kept(database: Database): Told[] {
  const scan = new ColumnScan(database);
  const columns = new Map(CHUNK_COLUMNS.map((name) => [name, scan.column(name)]));
  const words = {
    tool: wordList(database, 'tool'),
    outcome: wordList(database, 'outcome'),
    model: wordList(database, 'model'),
    path: wordList(database, 'path'),
    file: wordList(database, 'path'),
    permission: wordList(database, 'permission'),
    masked: wordList(database, 'outcome'),
  };
  const isWord = (name: CallColumn): name is keyof typeof words => name in words;
  const told: Told[] = [];
  for (const { firstKey, length } of scan.chunks()) {
    for (let slot = 0; slot < length; slot++) {
      const one: Told = { key: firstKey + slot };
      for (const [name, column] of columns) {
        const number = column[slot] ?? Number.NaN;
        one[name] = Number.isNaN(number) ? null : isWord(name) ? words[name][number] : number;
      }
      if (one['session'] !== null) told.push(one);
    }
  }
  return told;
}

/** The same from the rows of calls, one by one. */
function counted(database: Database): Told[] {
  const settled = database.query('SELECT pk FROM sessions WHERE is_settled = 1', (row) => Number(row['pk'])).all();
  const recoveries = new Map<number, number>();
  for (const session of settled) {
    for (const [{ key }, took] of callsToRecover(takeSteps(database, attemptsIn(SQLITE_DIALECT, session))))
      recoveries.set(key, recoveryNumber(took));
  }
  const bases = ['reported', 'hook', 'between-records', 'notification'];
  const rows = database.query(
    `SELECT c.*, s.agent, s.project FROM calls c JOIN sessions s ON s.pk = c.session_pk
     WHERE c.copy_of IS NULL ORDER BY c.pk`,
    (row): Told => {
      const detail = JSON.parse(String(row['detail']));
      const path = row['path'] === null ? null : String(row['path']);
      const project = row['project'] === null ? null : String(row['project']);
      const files = Number(detail.f?.files ?? 0);
      return {
        key: row['pk'],
        session: row['session_pk'],
        tool: `${row['agent']}\n${row['tool_id']}\n${row['tool']}`,
        outcome: `${row['status']}\n${row['blame'] ?? ''}\n${row['code'] ?? ''}`,
        model: row['model'],
        at: row['requested_at'] ?? row['ended_at'],
        ms: row['ms'],
        measure: row['ms'] === null ? null : 2 * bases.indexOf(String(row['basis'])) + Number(row['bound'] === 'exact'),
        bytes: row['bytes'],
        tokens: row['tokens'],
        path,
        file: path === null ? null : wholePath(path, project),
        moreFiles: files > 1 ? files - 1 : null,
        added: row['lines_added'],
        removed: row['lines_removed'],
        exit: row['exit_code'],
        permission: detail.pm === undefined ? null : `${detail.pm.decision}\n${detail.pm.by}`,
        flags:
          Number(row['thread'] === 'main') +
          2 * Number(detail.bg !== undefined) +
          4 * Number(detail.pb !== undefined) +
          8 * Number(row['requested_at'] === null) +
          16 * Number(detail.h !== undefined),
        masked: detail.mk === undefined ? null : `${row['status']}\n${detail.mk.blame}\n${detail.mk.code}`,
        recovery: recoveries.get(Number(row['pk'])) ?? null,
        wait: waitMsOf(detail.pm, row['requested_at'] === null ? null : Number(row['requested_at'])),
      };
    },
  );
  return rows.all();
}

function unsettled(database: Database): number[] {
  return database.query('SELECT pk FROM sessions WHERE is_settled = 0', (row) => Number(row['pk'])).all();
}

/** Hooks one by one, those of copied calls left out; the costliest first. */
function countedHooks(database: Database): HookStats[] {
  const stats = new Map<string, HookStats>();
  const rows = database.query(
    `SELECT * FROM hooks h WHERE NOT EXISTS (
       SELECT 1 FROM calls c WHERE c.session_pk = h.session_pk AND c.call_id = h.call_id AND c.copy_of IS NOT NULL)`,
    (row) => row,
  );
  for (const row of rows.each()) {
    const { event, name, command } = {
      event: String(row['event']),
      name: String(row['name']),
      command: row['command'],
    };
    const key = JSON.stringify(command === null ? [event, name] : [event, name, command]);
    const known = stats.get(key);
    const [outcome, took, at] = [String(row['outcome']), row['duration_ms'], row['at']];
    const atMost = (a: number | null, b: unknown): number | null =>
      b === null ? a : Math.max(a ?? Number.NEGATIVE_INFINITY, Number(b));
    const atLeast = (a: number | null, b: unknown): number | null =>
      b === null ? a : Math.min(a ?? Number.POSITIVE_INFINITY, Number(b));
    stats.set(key, {
      event,
      name,
      command: command === null ? null : String(command),
      runs: (known?.runs ?? 0) + 1,
      blocked: (known?.blocked ?? 0) + Number(outcome === 'blocked' || outcome === 'stopped'),
      failed: (known?.failed ?? 0) + Number(outcome === 'failed-open'),
      cancelled: (known?.cancelled ?? 0) + Number(outcome === 'cancelled'),
      timed: (known?.timed ?? 0) + Number(took !== null),
      totalMs: (known?.totalMs ?? 0) + Number(took ?? 0),
      maxMs: atMost(known?.maxMs ?? null, took),
      firstAt: atLeast(known?.firstAt ?? null, at),
      lastAt: atMost(known?.lastAt ?? null, at),
    });
  }
  return [...stats]
    .sort(([a, x], [b, y]) => y.totalMs - x.totalMs || y.runs - x.runs || (a < b ? -1 : 1))
    .map(([, one]) => one);
}

/** How many calls there are, after they were compared. */
async function compare(folder: string): Promise<number> {
  const { database } = openIndex(folder);
  const open = new Set(unsettled(database));
  // What became of failures does not count while a session is not settled.
  const told = kept(database).map((one) => (open.has(Number(one['session'])) ? { ...one, recovery: null } : one));
  expect(told).toEqual(counted(database));
  const ledger = emptyLedger();
  for await (const files of new SqliteQuestions(database).health.files(['/'])) {
    for (const file of files) mergeLedger(ledger, file.ledger);
  }
  expect(ledgerTotals(database).total).toEqual(ledger);
  const hooks = hookStats(database, { filter: { type: 'all' }, places: ['/'], families: new Map() });
  expect(hooks).toEqual(countedHooks(database));
  // Sums of sessions that are being written to do not count: their hooks do.
  database.exec(
    'BEGIN; UPDATE sessions SET is_settled = 0 WHERE pk % 2 = 0; UPDATE hook_sums SET runs = 0 WHERE session_pk % 2 = 0',
  );
  expect(hookStats(database, { filter: { type: 'all' }, places: ['/'], families: new Map() })).toEqual(hooks);
  database.exec('ROLLBACK');
  database.close();
  return told.length;
}

function logsBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => path.endsWith('.jsonl') && statSync(path).isFile())
    .sort();
}

/** Something that happens to a log. */
const event = fc.record({
  what: fc.constantFrom('grow', 'grow', 'grow', 'cut', 'remove', 'forget'),
  log: fc.nat(1000),
  share: fc.double({ min: 0.05, max: 1, noNaN: true }),
});

async function happen(
  { what, log, share }: typeof event extends fc.Arbitrary<infer One> ? One : never,
  world: World,
): Promise<void> {
  const path = world.logs[log % world.logs.length] ?? '';
  const whole = world.texts.get(path) ?? '';
  const size = existsSync(path) ? statSync(path).size : 0;
  if (what === 'grow') appendFileSync(path, whole.slice(size, size + Math.ceil(share * whole.length)));
  else if (what === 'cut' && size > 0) {
    writeFileSync(path, whole.slice(0, whole.lastIndexOf('\n', Math.floor(size * share)) + 1));
  } else if (what === 'remove') rmSync(path, { force: true });
  else if (what === 'forget') await forgetOne(world.folder, log);
}

async function forgetOne(folder: string, number: number): Promise<void> {
  const store = new SqliteIndex(openIndex(folder).database);
  const sessions = store.database
    .query('SELECT agent, id FROM sessions ORDER BY pk', (row) => ({
      agent: String(row['agent']),
      id: String(row['id']),
    }))
    .all();
  const key = sessions[number % Math.max(1, sessions.length)];
  if (key !== undefined) await store.forget(key);
  await store.close();
}

interface World {
  readonly folder: string;
  readonly logs: readonly string[];
  readonly texts: ReadonlyMap<string, string>;
}

it('tells what calls tell, whatever happens to their logs', async () => {
  let most = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 4, maxLength: 10 }), fc.nat(5), async (events, seed) => {
      const folder = newFolder();
      const place = newFolder();
      generateLibrary({ dir: place, bytes: 400_000, seed: `briefs ${seed}` });
      const logs = logsBelow(place);
      const world = { folder, logs, texts: new Map(logs.map((path) => [path, readFileSync(path, 'utf8')])) };
      for (const [path, text] of world.texts) writeFileSync(path, text.slice(0, text.length / 3));
      await indexOnce(folder, [place]);
      for (const one of events) {
        await happen(one, world);
        await indexOnce(folder, [place]);
        most = Math.max(most, await compare(folder));
      }
      rmSync(place, { recursive: true });
      rmSync(folder, { recursive: true });
    }),
    { numRuns: 6 },
  );
  expect(most).toBeGreaterThan(10);
}, 120_000);

it('tells the same of all files together as file by file', async () => {
  const folder = newFolder();
  const logs = newFolder();
  generateLibrary({ dir: logs, bytes: 4e6, seed: 'health' });
  const [first = '', second = ''] = logsBelow(logs).filter((path) => !path.includes('rollout-'));
  for (const path of [first, second]) appendFileSync(path, '{"type":"made-up-record","uuid":"x"}\nno JSON\n');
  await indexOnce(folder, [logs]);
  const { database } = openIndex(folder);
  // A ledger that does not add up.
  database.exec(`UPDATE sources SET ledger = json_set(ledger, '$[0]', 1e6) WHERE path = '${first}'`);
  const { files, ...whole } = await healthFromIndex(storeOver(database).questions, [logs]);
  const summed = await healthInSums(storeOver(database).questions, [logs]);
  expect(summed).toEqual(whole);
  expect(summed.ledger.wrong).toEqual([first]);
  expect(summed.unknownRecords.map(({ what, count }) => [what, count])).toContainEqual(['made-up-record', 2]);
  const { health } = storeOver(database).questions;
  expect(await health.largestFiles([logs], 3)).toEqual(
    files
      .toSorted((a, b) => b.bytes - a.bytes)
      .slice(0, 3)
      .map(({ path, agent, session, bytes, isGone }) => ({ path, agent, session, bytes, isGone })),
  );
  expect((await health.filesBelow([logs]))[0]?.files).toBe(files.length);
  database.exec('DELETE FROM sessions');
  expect(ledgerTotals(database)).toEqual({ total: emptyLedger(), wrong: [], unknown: [] });
  database.close();
}, 60_000);
