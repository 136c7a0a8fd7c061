// Tests several processes of one machine that share an index in PostgreSQL: one fills it, the others see what it commits, and
// one of them takes over when it ends. Older programs leave alone what newer ones have read.

import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type LibraryFollower, openFollower } from '../../src/library/index-watcher.ts';
import { openLibraryIndex } from '../../src/library/library-index.ts';
import { Connection } from '../../src/store/postgres/database/connection.ts';
import { connectionSettings } from '../../src/store/postgres/database/connection-settings.ts';
import { ClaudeLog } from '../support/claude-log.ts';
import { newDatabase, type TestDatabase } from '../support/postgres.ts';

const SESSION = '019f0000-0000-4000-8000-000000000001';
const KEY = { agent: 'claude-code', id: SESSION };
let database: TestDatabase;
let place: string;
let log: string;
/** The data folder: by it a machine is known. */
let home: string;
const followers: LibraryFollower[] = [];
const folders: string[] = [];

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'toolscope-replica-'));
  folders.push(folder);
  return folder;
}

beforeEach(async () => {
  database = await newDatabase();
  vi.stubEnv('TOOLSCOPE_STORE', database.address);
  place = newFolder();
  home = newFolder();
  mkdirSync(join(place, 'projects', 'orchard'), { recursive: true });
  log = join(place, 'projects', 'orchard', `${SESSION}.jsonl`);
});
afterEach(async () => {
  for (const follower of followers.splice(0)) await follower.close();
  vi.unstubAllEnvs();
  await database.drop();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

async function follow(): Promise<LibraryFollower> {
  const follower = await openFollower({ folder: home, places: [place], takeOverMs: 100, onThread: false });
  followers.push(follower);
  return follower;
}

function linesOf(calls: number): string[] {
  const made = new ClaudeLog(SESSION);
  made.prompt('count the pears');
  for (let i = 0; i < calls; i++) {
    made.call(`toolu_${i}`, 'Bash', { command: `echo ${i}` });
    made.result(`toolu_${i}`, String(i));
  }
  return made.text().split(/(?<=\n)/);
}

async function calls({ questions }: LibraryFollower): Promise<number> {
  return (await questions.sessions.get(KEY))?.calls ?? 0;
}

it('lets one fill it, shows all others what is new, and another take over', { timeout: 120_000 }, async () => {
  const [first = '', ...rest] = linesOf(40);
  writeFileSync(log, first);
  const filling = await follow();
  await filling.ready;
  const looking = await follow();
  expect(filling.state().phase).toBe('following');
  expect(looking.state().phase).toBe('reading-only');
  const told: number[] = [];
  looking.onChange((seq) => told.push(seq));

  for (const line of rest.slice(0, 20)) appendFileSync(log, line);
  await expect.poll(() => calls(looking), { timeout: 30_000 }).toBe(10);
  await expect.poll(() => told.at(-1), { timeout: 30_000 }).toBe(await looking.questions.changes.last());
  // Files are known to those who only look, too.
  const offset = Buffer.byteLength([first, ...rest.slice(0, 20)].join(''));
  for (const one of [filling, looking]) {
    await expect.poll(() => one.store.local.stampAt(log)?.offset, { timeout: 30_000 }).toBe(offset);
  }

  await filling.close();
  await expect.poll(() => looking.state().phase, { timeout: 30_000 }).toBe('following');
  for (const line of rest.slice(20)) appendFileSync(log, line);
  await expect.poll(() => calls(looking), { timeout: 30_000 }).toBe(40);
});

it('tells every change once and in order, however many commit at the same time', { timeout: 120_000 }, async () => {
  const connection = await Connection.open(connectionSettings(database.address), 8);
  writeFileSync(log, linesOf(1).join(''));
  const filling = await follow();
  await filling.ready;
  const start = await filling.questions.changes.last();
  const seen: number[] = [];
  const end = { isNear: false };
  const reading = (async () => {
    for (let at = start; ; ) {
      const isLast = end.isNear;
      const { changes, seq, missed } = await filling.questions.changes.since(at, 7);
      expect(missed).toBe(false);
      seen.push(...changes.map((change) => change.seq));
      if (changes.length === 0 && isLast) return;
      at = seq;
    }
  })();
  await Promise.all(
    Array.from({ length: 6 }, async (_, who) => {
      for (let i = 0; i < 25; i++) {
        await connection.transaction(async (on) => {
          await on.all(`INSERT INTO changes (agent, session) VALUES ('test', $1)`, `${who} ${i}`);
          // Numbers are taken; others end before.
          await sleep((who * i) % 7);
        });
      }
    }),
  );
  end.isNear = true;
  await reading;
  const written = await connection.all('SELECT seq FROM changes WHERE seq > $1 ORDER BY seq', start);
  expect(seen).toEqual(written.map(({ seq }) => seq));
  expect(seen.length).toBeGreaterThanOrEqual(150);
  await connection.close();
});

it('is read again by newer rules, and left alone by older ones', { timeout: 120_000 }, async () => {
  writeFileSync(log, linesOf(2).join(''));
  const connection = await Connection.open(connectionSettings(database.address), 1);
  const index = async (rules: string) => {
    const library = await openLibraryIndex(home, { rules });
    const report = await library.indexer?.sweep([place]);
    await library.close();
    const row = await connection.get('SELECT rules, calls FROM sessions');
    return { read: report?.files, rules: Number(row?.['rules']), calls: row?.['calls'] };
  };
  const older = await index('first build');
  const newer = await index('second build');
  expect(newer.rules).toBeGreaterThan(older.rules);
  expect([older.read, newer.read]).toEqual([1, 1]);
  appendFileSync(log, linesOf(3).slice(-2).join(''));
  expect(await index('first build')).toMatchObject({ rules: newer.rules, calls: 2 });
  expect(await index('second build')).toMatchObject({ rules: newer.rules, calls: 3 });
  await connection.close();
});
