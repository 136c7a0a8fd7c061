// Tests logs of a shared store in object storage: readable on another machine, deleted with their rows, reported when
// missing, and uploaded as soon as the server is back.

import { appendFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { unpackBlock } from '../../src/archive/pack.ts';
import { openSharedBlocks } from '../../src/library/companions.ts';
import { type LibraryIndex, openLibraryIndex } from '../../src/library/library-index.ts';
import { LibrarySearch } from '../../src/search/library-search.ts';
import { BodyReader } from '../../src/sources/body-reader.ts';
import { Connection } from '../../src/store/postgres/database/connection.ts';
import { connectionSettings } from '../../src/store/postgres/database/connection-settings.ts';
import { EVERYWHERE } from '../../src/store/rows/place-range.ts';
import { ClaudeLog } from '../support/claude-log.ts';
import { OBJECT_KEYS } from '../support/object-server.ts';
import { ObjectServerElsewhere } from '../support/object-server-elsewhere.ts';
import { plantedSecrets } from '../support/planted-secrets.ts';
import { newDatabase, type TestDatabase } from '../support/postgres.ts';

const SESSION = '019f0000-0000-4000-8000-000000000001';
const KEY = { agent: 'claude-code', id: SESSION };
let database: TestDatabase;
let connection: Connection;
let server: ObjectServerElsewhere;
let root: string;
let log: string;

function keepAt(endpoint: string): void {
  vi.stubEnv('TOOLSCOPE_BLOCKS', `s3://orchard/logs of a team?endpoint=${endpoint}`);
}

beforeEach(async () => {
  [database, server] = await Promise.all([newDatabase(), ObjectServerElsewhere.open()]);
  connection = await Connection.open(connectionSettings(database.address), 2);
  vi.stubEnv('TOOLSCOPE_STORE', database.address);
  vi.stubEnv('AWS_ACCESS_KEY_ID', OBJECT_KEYS.accessKeyId);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', OBJECT_KEYS.secretAccessKey);
  keepAt(server.endpoint);
  root = mkdtempSync(join(tmpdir(), 'toolscope-objects-'));
  mkdirSync(join(root, 'projects', 'orchard'), { recursive: true });
  log = join(root, 'projects', 'orchard', `${SESSION}.jsonl`);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await connection.close();
  await Promise.all([database.drop(), server.close()]);
  rmSync(root, { recursive: true, force: true });
});

function linesOf(calls: number, said = 'pear'): string[] {
  const made = new ClaudeLog(SESSION);
  made.prompt('count the pears');
  for (let i = 0; i < calls; i++) {
    made.call(`toolu_${i}`, 'Bash', { command: `echo ${i}` });
    made.result(`toolu_${i}`, `${said} ${i}`);
  }
  return made.text().split(/(?<=\n)/);
}

function open(machine: string, rebuild = false): Promise<LibraryIndex> {
  return openLibraryIndex(join(root, machine), { rules: 'rules of this test', rebuild });
}

async function fill({ rebuild = false } = {}): Promise<void> {
  const library = await open('a', rebuild);
  try {
    await library.indexer?.sweep([join(root, 'projects')]);
    if (library.writing === undefined) throw new Error('another process fills the store');
    for (const companion of openSharedBlocks(join(root, 'a'), library.writing)) {
      await companion.catchUp();
      await companion.close();
    }
  } finally {
    await library.close();
  }
}

/** Every line that calls refer to, as another machine reads it; undefined if it cannot. */
async function opened(): Promise<(string | undefined)[]> {
  const library = await open('b');
  try {
    const [source] = await library.questions.sessions.sources(KEY);
    const reader = new BodyReader([source?.path ?? ''], library.open);
    const told: (string | undefined)[] = [];
    const whole = await library.questions.content.whole(KEY);
    for await (const calls of whole.calls()) {
      for (const { call } of calls) for (const ref of call.evidence) told.push(reader.text(ref));
    }
    reader.close();
    return told;
  } finally {
    await library.close();
  }
}

async function check(): Promise<unknown> {
  const library = await open('b');
  try {
    return await library.store.checkBlocks?.();
  } finally {
    await library.close();
  }
}

/** The object names in rows, without the bucket. */
async function named(): Promise<string[]> {
  const rows = await connection.all('SELECT object, body IS NULL AS away FROM log_blocks ORDER BY object');
  expect(rows.every(({ away }) => away === 1)).toBe(true);
  return rows.map(({ object }) => String(object).replace('s3://orchard/', ''));
}

it('opens every record on another machine, and keeps no object that nothing names', { timeout: 120_000 }, async () => {
  const lines = linesOf(40);
  let written = 0;
  for (const share of [10, 12, 40, lines.length]) {
    appendFileSync(log, lines.slice(written, share).join(''));
    written = share;
    await fill();
    for (const line of await opened()) expect(lines).toContain(`${line}\n`);
    // Blocks that were joined with others go with the next look.
    await fill();
    expect(await server.keys()).toEqual(await named());
    expect((await server.keys()).every((key) => /^logs of a team\/[\w-]{36}\/[\w-]{36}$/.test(key))).toBe(true);
  }
  rmSync(log);
  expect(await opened()).toHaveLength(80);
  expect(await check()).toEqual({ blocks: (await server.keys()).length, missing: 0, unchecked: 0, logs: [] });

  const library = await open('a');
  await library.writing?.index.forget(KEY);
  await library.close();
  expect([await server.keys(), await connection.all('SELECT 1 AS one FROM gone_objects')]).toEqual([[], []]);
});

it('says which logs lack a block, and gives out no other bytes', { timeout: 120_000 }, async () => {
  writeFileSync(log, linesOf(3).join(''));
  await fill();
  const [key = ''] = await server.keys();
  const body = await server.body(key);
  await server.drop(key);
  expect(new Set(await opened())).toEqual(new Set([undefined]));
  expect(await check()).toEqual({ blocks: 1, missing: 1, unchecked: 0, logs: [log] });
  await server.put(key, Buffer.from('something else'));
  expect(new Set(await opened())).toEqual(new Set([undefined]));
  await server.put(key, body);
  expect(await opened()).not.toContain(undefined);
  // Elsewhere they are not checked, but still read.
  vi.stubEnv('TOOLSCOPE_BLOCKS', '');
  vi.stubEnv('AWS_ENDPOINT_URL', server.endpoint);
  expect(await opened()).not.toContain(undefined);
  expect(await check()).toEqual({ blocks: 1, missing: 0, unchecked: 1, logs: [] });
});

it('goes on where it stopped when the server was away, refused or died', { timeout: 120_000 }, async () => {
  writeFileSync(log, linesOf(3).join(''));
  await server.refuse('AccessDenied');
  await expect(fill()).rejects.toThrow(/refuses these keys: AccessDenied/);
  expect(await named()).toEqual([]);
  await server.refuse('');
  await server.stop();
  await expect(fill()).rejects.toThrow(/cannot be reached: ECONNREFUSED/);
  await server.start();
  await fill();
  expect(await opened()).not.toContain(undefined);
  expect(await server.keys()).toEqual(await named());
  // Those that were noted before they were made are deleted when their time has come.
  await server.put('logs of a team/x/left', Buffer.from('by a process that died'));
  await connection.all(
    `INSERT INTO gone_objects VALUES ('s3://orchard/logs of a team/x/left', now() + interval '1 hour')`,
  );
  await fill();
  expect(await server.keys()).toHaveLength(2);
  await connection.all('UPDATE gone_objects SET due = now()');
  await fill();
  expect(await server.keys()).toEqual(await named());
});

it('forgets, and finds what it can, while the server is away', { timeout: 120_000 }, async () => {
  writeFileSync(log, linesOf(3).join(''));
  await fill();
  const found = async (): Promise<number> => {
    const other = await open('b');
    try {
      const page = { query: 'pear', places: [EVERYWHERE], limit: 5, now: Date.now() };
      return (await new LibrarySearch(other.questions, other.open).page(page)).hits.length;
    } finally {
      await other.close();
    }
  };
  // On this machine the file would do; another machine has none.
  renameSync(log, `${log}.away`);
  expect(await found()).toBeGreaterThan(0);
  await server.stop();
  expect(await found()).toBe(0);
  renameSync(`${log}.away`, log);
  const library = await open('a');
  await library.writing?.index.forget(KEY);
  await library.close();
  await server.start();
  expect(await server.keys()).toHaveLength(1);
  rmSync(log);
  await fill();
  expect(await server.keys()).toEqual([]);
});

it('leaves nothing of a store that is begun again', { timeout: 120_000 }, async () => {
  writeFileSync(log, linesOf(3).join(''));
  await fill();
  const before = await server.keys();
  await fill({ rebuild: true });
  expect(await server.keys()).not.toEqual(before);
  expect(await server.keys()).toEqual(await named());
  expect(await opened()).not.toContain(undefined);
});

it('masks secrets on their way to another machine, wherever the rows are', { timeout: 120_000 }, async () => {
  const [{ phrase = '', secret = '' } = {}] = plantedSecrets(7);
  writeFileSync(log, linesOf(3, phrase).join(''));
  keepAt(`http://0.0.0.0:${server.port}`);
  await fill();
  const row = await connection.get('SELECT length, packing, checksum, newlines FROM log_blocks');
  const label = {
    offset: 0,
    length: Number(row?.['length']),
    packing: String(row?.['packing']),
    checksum: Number(row?.['checksum']),
    newlines: Number(row?.['newlines']),
  };
  const [key = ''] = await server.keys();
  const text = Buffer.from(unpackBlock({ ...label, body: await server.body(key) }) ?? []).toString();
  expect(text).toHaveLength(linesOf(3, phrase).join('').length);
  expect(text).not.toContain(secret);
});

it('keeps nothing of a log whose objects went before a row named them', { timeout: 120_000 }, async () => {
  await fill();
  await connection.all(`CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN DELETE FROM gone_objects; RETURN NEW; END'`);
  await connection.all('CREATE TRIGGER lose BEFORE INSERT ON logs FOR EACH ROW EXECUTE FUNCTION lose()');
  writeFileSync(log, linesOf(3).join(''));
  await fill();
  expect(await connection.all('SELECT path FROM logs')).toEqual([]);
  await connection.all('DROP TRIGGER lose ON logs');
  await fill();
  expect(await opened()).not.toContain(undefined);
});
