// Tests logs in a shared store: a record can be read on a machine without the log, while the log grows, after it was
// replaced, and after a process died between index and blocks.

import { appendFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lookIntoArchive } from '../../src/archive/open-archive.ts';
import { openCompanions, openSharedBlocks } from '../../src/library/companions.ts';
import { type LibraryIndex, openLibraryIndex } from '../../src/library/library-index.ts';
import { findSpilled } from '../../src/reading/spilled-output.ts';
import { BodyReader } from '../../src/sources/body-reader.ts';
import { Connection } from '../../src/store/postgres/database/connection.ts';
import { connectionSettings } from '../../src/store/postgres/database/connection-settings.ts';
import type { SessionKey } from '../../src/store/session-batch.ts';
import { ClaudeLog } from '../support/claude-log.ts';
import { CodexLog } from '../support/codex-log.ts';
import { looksElsewhere, newDatabase, type TestDatabase } from '../support/postgres.ts';
import { zstd } from '../support/zstd.ts';

const SESSION = '019f0000-0000-4000-8000-000000000001';
const KEY = { agent: 'claude-code', id: SESSION };
const TOKEN = `ghp_${'a1B2'.repeat(9)}`;
let database: TestDatabase;
let connection: Connection;
let root: string;
let log: string;

beforeEach(async () => {
  database = await newDatabase();
  connection = await Connection.open(connectionSettings(database.address), 2);
  vi.stubEnv('TOOLSCOPE_STORE', database.address);
  root = mkdtempSync(join(tmpdir(), 'toolscope-blocks-'));
  mkdirSync(join(root, 'projects', 'orchard'), { recursive: true });
  log = join(root, 'projects', 'orchard', `${SESSION}.jsonl`);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await connection.close();
  await database.drop();
  rmSync(root, { recursive: true, force: true });
});

function linesOf(calls: number, outputBytes = 20): string[] {
  const made = new ClaudeLog(SESSION);
  made.prompt('count the pears');
  for (let i = 0; i < calls; i++) {
    made.call(`toolu_${i}`, 'Bash', { command: `echo ${i}` });
    made.result(`toolu_${i}`, `pear ${i} `.repeat(outputBytes / 8));
  }
  return made.text().split(/(?<=\n)/);
}

async function open(machine: string): Promise<LibraryIndex> {
  return openLibraryIndex(join(root, machine), { rules: 'rules of this test' });
}

/** Reads what is new, and uploads the log unless the process is to die before. */
async function fill({ dies = false } = {}): Promise<void> {
  const library = await open('a');
  await library.indexer?.sweep([join(root, 'projects')]);
  if (library.writing === undefined) throw new Error('another process fills the store');
  for (const companion of dies ? [] : openSharedBlocks(join(root, 'a'), library.writing)) {
    await companion.catchUp();
    await companion.close();
  }
  await library.close();
}

/** Every line of the log that calls refer to, as another machine opens it; undefined where it cannot. */
async function opened(machine = 'b', key: SessionKey = KEY): Promise<(string | undefined)[]> {
  const library = await open(machine);
  try {
    const [source] = await library.questions.sessions.sources(key);
    const reader = new BodyReader([source?.path ?? ''], library.open);
    const told: (string | undefined)[] = [];
    const whole = await library.questions.content.whole(key);
    for await (const calls of whole.calls()) {
      for (const { call } of calls) for (const ref of call.evidence) told.push(reader.text(ref));
    }
    reader.close();
    return told;
  } finally {
    await library.close();
  }
}

async function stored(): Promise<readonly [blocks: number, bytes: number]> {
  const row = await connection.get('SELECT count(*) AS n, coalesce(sum(length), 0) AS bytes FROM log_blocks');
  return [Number(row?.['n']), Number(row?.['bytes'])];
}

it('opens every record on another machine, while the log grows', { timeout: 120_000 }, async () => {
  const lines = linesOf(40);
  let written = 0;
  for (const share of [10, 11, 12, 13, 40, lines.length]) {
    appendFileSync(log, lines.slice(written, share).join(''));
    written = share;
    await fill();
    const text = lines.slice(0, share).join('');
    // Small blocks are joined: no log is left in as many as it had steps.
    const [blocks, bytes] = await stored();
    expect(bytes).toBe(Buffer.byteLength(text));
    expect(blocks).toBeLessThanOrEqual(3);
    const told = await opened();
    expect(told.length).toBeGreaterThanOrEqual(share - 2);
    for (const line of told) expect(lines).toContain(`${line}\n`);
  }
  rmSync(log);
  expect(await opened()).toHaveLength(80);
  expect((await opened('a')).every((line) => line !== undefined)).toBe(true);
});

/** Reads what is new, and runs everything that is kept beside the index. */
async function fillWithArchive(): Promise<void> {
  const library = await open('a');
  await library.indexer?.sweep([join(root, 'projects')]);
  if (library.writing === undefined) throw new Error('another process fills the store');
  for (const companion of openCompanions({ folder: join(root, 'a'), store: library.writing })) {
    await companion.catchUp();
    await companion.close();
  }
  await library.close();
}

it('takes what the archive has just packed, and reads the log itself where that was packed before', {
  timeout: 120_000,
}, async () => {
  const lines = linesOf(50, 100_000);
  writeFileSync(log, lines.join(''));
  const other = join(root, 'projects', 'orchard', `${SESSION.slice(0, -1)}2.jsonl`);
  writeFileSync(
    other,
    linesOf(3)
      .join('')
      .replaceAll(SESSION, `${SESSION.slice(0, -1)}2`),
  );
  await fillWithArchive();
  const sent = await connection.all(
    `SELECT l.path, "offset", length, packing, checksum, newlines, body FROM log_blocks b JOIN logs l ON l.pk = b.log_pk
     ORDER BY l.path, "offset"`,
  );
  const archive = lookIntoArchive(join(root, 'a'));
  const packed = [log, other].toSorted().flatMap((path) => {
    const copy = archive?.at(path);
    const blocks = copy === undefined ? [] : archive?.blocks(copy.pk, 0, copy.bytes);
    return (blocks ?? []).map((block) => ({ path, ...block, body: new Uint8Array(block.body) }));
  });
  archive?.close();
  expect(packed.length).toBeGreaterThan(5);
  expect(sent).toEqual(packed);
  expect(await opened()).toHaveLength(100);

  // A process that begins again knows nothing of how sound these copies are.
  await connection.all('DELETE FROM log_blocks');
  await connection.all('DELETE FROM logs');
  await fillWithArchive();
  const rows = await connection.all(
    'SELECT "offset", length FROM log_blocks b JOIN logs l ON l.pk = b.log_pk WHERE path = $1',
    log,
  );
  const text = Buffer.from(lines.join(''));
  for (const { offset, length } of rows) expect(text[Number(offset) + Number(length) - 1]).toBe(0x0a);
  expect(await opened()).toHaveLength(100);
});

it('leaves a packed log to the process that was faster', async () => {
  writeFileSync(log, linesOf(4).join(''));
  const library = await open('a');
  await library.indexer?.sweep([join(root, 'projects')]);
  const blocks = library.writing?.blocks;
  const [unkept] = (await blocks?.unkept()) ?? [];
  if (blocks === undefined || unkept === undefined) throw new Error('nothing is to be kept');
  const body = new Uint8Array([112]);
  const block = { offset: 0, length: unkept.offset, packing: 'none', checksum: 1, newlines: 1, body };
  const whole = { ...unkept, bytes: unkept.offset, blocks: [block] };
  await blocks.putWhole([whole, { ...whole, path: `${log}.2` }]);
  await blocks.putWhole([{ ...whole, blocks: [{ ...block, checksum: 2 }] }]);
  const rows = await connection.all(
    'SELECT path, checksum FROM log_blocks b JOIN logs l ON l.pk = b.log_pk ORDER BY path',
  );
  expect(rows).toEqual([
    { path: log, checksum: 1 },
    { path: `${log}.2`, checksum: 1 },
  ]);
  await library.close();
});

it('cuts a large log at line ends', { timeout: 120_000 }, async () => {
  const lines = linesOf(50, 100_000);
  const long = linesOf(51, 3_000_000).slice(-2);
  writeFileSync(log, [...lines, ...long].join(''));
  await fill();
  const rows = await connection.all('SELECT "offset", length FROM log_blocks ORDER BY "offset"');
  const text = Buffer.from([...lines, ...long].join(''));
  expect(rows.length).toBeGreaterThan(4);
  for (const { offset, length } of rows) expect(text[Number(offset) + Number(length) - 1]).toBe(0x0a);
  expect(rows.reduce((sum, { length }) => sum + Number(length), 0)).toBe(text.length);
  const told = await opened();
  expect(told.map((line) => line?.length)).toEqual([...lines, ...long].slice(1).map((line) => line.length - 1));
});

it('fills the gap that a process left, and follows a log that was replaced or renamed', {
  timeout: 120_000,
}, async () => {
  const lines = linesOf(9);
  writeFileSync(log, lines.slice(0, 8).join(''));
  await fill();
  appendFileSync(log, lines.slice(8).join(''));
  await fill({ dies: true });
  expect((await stored())[1]).toBe(Buffer.byteLength(lines.slice(0, 8).join('')));
  await fill();
  expect((await stored())[1]).toBe(Buffer.byteLength(lines.join('')));

  const moved = join(root, 'projects', 'pear', `${SESSION}.jsonl`);
  mkdirSync(join(root, 'projects', 'pear'));
  renameSync(log, moved);
  await fill();
  expect(await connection.all('SELECT path FROM logs')).toEqual([{ path: moved }]);
  expect(await opened()).not.toContain(undefined);

  writeFileSync(moved, linesOf(3).join('').replaceAll('count the pears', 'count the apples'));
  await fill();
  expect((await stored())[1]).toBe(Buffer.byteLength(linesOf(3).join('')) + 1);
  expect(await opened()).not.toContain(undefined);
});

it('keeps outputs that lie beside the log, and opens them on another machine', { timeout: 120_000 }, async () => {
  const folder = join(root, 'projects', 'orchard', SESSION, 'tool-results');
  mkdirSync(folder, { recursive: true });
  const output = join(folder, 'b1.txt');
  const lines = linesOf(9);
  const told = async (): Promise<unknown> => {
    const library = await open('b');
    try {
      const [source] = await library.questions.sessions.sources(KEY);
      const reader = new BodyReader([source?.path ?? ''], library.open);
      const recorded = { text: null, structured: { persistedOutputPath: '/elsewhere/b1.txt' } };
      const found = findSpilled(recorded, { logPath: source?.path ?? '', session: SESSION }, (path) =>
        reader.copySize(path),
      );
      const copies = library.open.copiedOutputs?.(KEY.agent, SESSION);
      expect(copies).toEqual([found?.archivedPath]);
      return reader.copyBytes(found?.archivedPath ?? '')?.toString();
    } finally {
      await library.close();
    }
  };
  // Larger than a block.
  const large = 'pears and apples\n'.repeat(100_000);
  writeFileSync(output, large);
  writeFileSync(log, lines.slice(0, 5).join(''));
  await fill();
  expect(await told()).toBe(large);
  writeFileSync(output, 'fewer pears');
  appendFileSync(log, lines.slice(5).join(''));
  await fill();
  expect(await told()).toBe('fewer pears');
  rmSync(folder, { recursive: true });
  await fill();
  expect(await told()).toBe('fewer pears');

  const library = await open('a');
  await library.writing?.index.forget(KEY);
  await library.close();
  expect([await stored(), await connection.all('SELECT 1 AS one FROM logs')]).toEqual([[0, 0], []]);
});

it.each(['as it is', 'masked'])(
  'opens a log that its agent has packed on another machine: %s',
  {
    timeout: 120_000,
  },
  async (how) => {
    const isMasked = how === 'masked';
    if (isMasked) vi.stubEnv('TOOLSCOPE_STORE', looksElsewhere(database.address));
    const made = new CodexLog();
    made.prompt('count the pears');
    // More than one block.
    for (let i = 0; i < 12; i++) {
      made.call(`call_${i}`, 'shell', { command: ['cat', 'pears.txt'] });
      made.output(`call_${i}`, `pear ${i} ${TOKEN} `.repeat(3000));
    }
    mkdirSync(join(root, 'projects', 'sessions'));
    writeFileSync(join(root, 'projects', 'sessions', `${made.file}.zst`), zstd(made.text()));
    await fill();
    // All of it is kept: there is nothing to do the second time.
    const before = await connection.all('SELECT xmin::text AS of FROM log_blocks ORDER BY "offset"');
    await fill();
    expect(await connection.all('SELECT xmin::text AS of FROM log_blocks ORDER BY "offset"')).toEqual(before);
    expect(before.length).toBeGreaterThan(1);
    const told = await opened('b', { agent: 'codex', id: made.thread });
    expect(told.length).toBeGreaterThanOrEqual(24);
    const outputs = told.filter((line) => line?.includes('pear 11 ') === true);
    expect(outputs.map((line) => line?.includes(TOKEN))).toEqual([!isMasked]);
    expect(told).not.toContain(undefined);
  },
);

it('never gives out a damaged block, and nothing of a session that was forgotten', async () => {
  writeFileSync(log, linesOf(3).join(''));
  await fill();
  await connection.all('UPDATE log_blocks SET checksum = checksum # 1');
  expect(new Set(await opened())).toEqual(new Set([undefined]));
  const library = await open('a');
  await library.writing?.index.forget(KEY);
  await library.close();
  expect([await stored(), await connection.all('SELECT 1 AS one FROM logs')]).toEqual([[0, 0], []]);
});

it('keeps no logs where that is not wanted', async () => {
  vi.stubEnv('TOOLSCOPE_BLOCKS', 'none');
  writeFileSync(log, linesOf(3).join(''));
  await fill();
  expect(await stored()).toEqual([0, 0]);
});
