// Tests that a broken PostgreSQL connection costs nothing: processes that fill the index and those that read it report the
// problem, recover by themselves, and lose and double nothing. TOOLSCOPE_CUT_MS says for how long it stays broken.

import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, expect, it, vi } from 'vitest';
import { generateLibrary } from '../../bench/generate/library.ts';
import { type LibraryFollower, openFollower } from '../../src/library/index-watcher.ts';
import { newDatabase, type TestDatabase } from '../support/postgres.ts';
import { PostgresProxy } from '../support/postgres-proxy.ts';
import { EVERYTHING, indexPicture, readPicture } from './support.ts';

const CUT_MS = Number(process.env['TOOLSCOPE_CUT_MS'] ?? 1500);
const LIMIT_MS = 120_000 + 10 * CUT_MS;
const now = Date.UTC(2030, 0, 1);

const ends: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  vi.unstubAllEnvs();
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'toolscope-cut-'));
  ends.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function cutDatabase(): Promise<{ readonly database: TestDatabase; readonly proxy: PostgresProxy }> {
  const database = await newDatabase();
  const proxy = await PostgresProxy.before(database.address);
  ends.push(
    () => database.drop(),
    () => proxy.cut(),
  );
  return { database, proxy };
}

/** Those with one data folder are of one machine. */
async function follow(address: string, folder: string, place: string): Promise<LibraryFollower> {
  vi.stubEnv('TOOLSCOPE_STORE', address);
  const options = { folder, places: [place], takeOverMs: 200, onThread: false, archive: false };
  const follower = await openFollower({ ...options, now: () => now });
  ends.push(() => follower.close());
  return follower;
}

async function callCount({ questions }: LibraryFollower): Promise<number> {
  let count = 0;
  for await (const batch of questions.calls.newest(EVERYTHING)) count += batch.length;
  return count;
}

/** What the index of the database says, and what its logs say. */
async function expectSameAsReading({ address }: TestDatabase, folder: string, place: string): Promise<void> {
  vi.stubEnv('TOOLSCOPE_STORE', address);
  expect(await indexPicture(folder)).toEqual(await readPicture([place], now));
}

it('goes on by itself after every cut, while logs grow', { timeout: LIMIT_MS }, async () => {
  const { database, proxy } = await cutDatabase();
  const [logs, place, folder] = [newFolder(), newFolder(), newFolder()];
  generateLibrary({ dir: logs, bytes: 1e6, seed: 'cut', callsPerSession: 12 });
  const names = readdirSync(logs, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(logs, name)).isFile(),
  );
  const growTo = (share: number): void => {
    for (const name of names) {
      const whole = readFileSync(join(logs, name));
      const target = join(place, name);
      mkdirSync(dirname(target), { recursive: true });
      if (!name.endsWith('.jsonl')) writeFileSync(target, whole);
      else {
        const size = statSync(target, { throwIfNoEntry: false })?.size ?? 0;
        appendFileSync(target, whole.subarray(size, Math.max(size, Math.round(whole.length * share))));
      }
    }
  };
  growTo(0.2);
  const filling = await follow(proxy.address, folder, place);
  await filling.ready;
  const looking = await follow(proxy.address, folder, place);
  expect(looking.state().phase).toBe('reading-only');
  for (const share of [0.5, 0.8, 1]) {
    await proxy.cut();
    growTo(share);
    await expect(callCount(looking)).rejects.toMatchObject({
      code: 'store-unusable',
      message: expect.stringMatching(/cannot be reached|was lost/),
    });
    await sleep(CUT_MS);
    await proxy.restore();
    const { calls } = await readPicture([place], now);
    for (const one of [filling, looking]) {
      await expect.poll(() => callCount(one).catch(() => 0), { timeout: LIMIT_MS }).toBe(calls.length);
    }
  }
  // News are heard again.
  const heard: number[] = [];
  looking.onChange((seq) => heard.push(seq));
  const [log = ''] = names.filter((name) => name.endsWith('.jsonl'));
  appendFileSync(join(place, log), '{"type":"made-up"}\n');
  await expect.poll(() => heard.length, { timeout: LIMIT_MS }).toBeGreaterThan(0);
  await expect.poll(() => filling.state().trouble, { timeout: LIMIT_MS }).toBe(null);
  for (const follower of [filling, looking]) await follower.close();
  await expectSameAsReading(database, folder, place);
});

it('looks on when another has taken over meanwhile, and comes again when that one is gone', {
  timeout: LIMIT_MS,
}, async () => {
  const { database } = await cutDatabase();
  const [folder, place] = [newFolder(), newFolder()];
  generateLibrary({ dir: place, bytes: 2e5, seed: 'taken over' });
  const follower = await follow(database.address, folder, place);
  await follower.ready;
  const sql = async (text: string): Promise<void> => {
    const client = new pg.Client({ connectionString: database.address });
    await client.connect();
    await client.query(text);
    await client.end();
  };
  await sql(`UPDATE toolscope.leases SET owner = 'another', said = 'another', until = now() + interval '1 hour'`);
  const [log = ''] = readdirSync(place, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.jsonl'),
  );
  appendFileSync(join(place, log), '{"type":"made-up"}\n');
  await expect.poll(() => follower.state().phase, { timeout: LIMIT_MS }).toBe('reading-only');
  await sql(`UPDATE toolscope.leases SET until = now() - interval '1 hour'`);
  await expect.poll(() => follower.state(), { timeout: LIMIT_MS }).toMatchObject({ phase: 'following', trouble: null });
  await follower.close();
  await expectSameAsReading(database, folder, place);
});

it('says that a server is away when it begins', { timeout: LIMIT_MS }, async () => {
  const { proxy } = await cutDatabase();
  await proxy.cut();
  await expect(follow(proxy.address, newFolder(), newFolder())).rejects.toMatchObject({
    code: 'store-unusable',
    message: expect.stringMatching(/cannot be reached \(ECONNREFUSED\)/),
  });
});
