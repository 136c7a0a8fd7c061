// Tests that a failing file operation, at any moment, costs nothing in the end: once the disk works again, index and archive
// are as if it always had. SQLite's own writes fail one page after the other, at a limit for its file.

import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { afterEach, describe, expect, it } from 'vitest';
import { Archiver } from '../../src/archive/archiver.ts';
import { ArchiveStore } from '../../src/archive/store/archive-store.ts';
import { openArchiveToWrite } from '../../src/archive/store/open-archive.ts';
import { AppError } from '../../src/base/app-error.ts';
import { integer } from '../../src/base/row.ts';
import { appendLine } from '../../src/hooks/append-line.ts';
import { Indexer } from '../../src/library/indexer.ts';
import type { Database } from '../../src/sqlite/database.ts';
import { openIndex } from '../../src/store/sqlite/open-index.ts';
import { SqliteIndex } from '../../src/store/sqlite/sqlite-index.ts';
import { conversation, KeptLibrary, LONG_AFTER, OTHER, SID } from '../archive/support.ts';
import { indexPicture, readPicture } from '../index/support.ts';
import { GeminiLog } from '../support/gemini-log.ts';
import { storeOver } from '../support/sqlite-database.ts';
import { zstd } from '../support/zstd.ts';

/** All file operations of index and archive. */
const OPERATIONS = [
  'openSync',
  'readSync',
  'fstatSync',
  'closeSync',
  'statSync',
  'lstatSync',
  'statfsSync',
  'existsSync',
  'readdirSync',
  'realpathSync',
  'mkdirSync',
  'renameSync',
  'rmSync',
] as const;
type Operation = (typeof OPERATIONS)[number];

/** In turn. */
const CODES = ['EIO', 'EMFILE', 'ENOSPC', 'EACCES'] as const;

const originals = Object.fromEntries([...OPERATIONS, 'writeSync' as const].map((name) => [name, fs[name]]));

function restore(): void {
  Object.assign(fs, originals);
  syncBuiltinESMExports();
}

afterEach(restore);

type StandIn = (call: () => unknown, args: unknown[]) => unknown;

function replace(name: Operation | 'writeSync', standIn: StandIn): void {
  const original = originals[name];
  if (original === undefined) throw new Error(name);
  const called = (...args: unknown[]): unknown => standIn(() => Reflect.apply(original, fs, args), args);
  Object.assign(fs, { [name]: Object.assign(called, original) });
}

function systemError(name: string, code: string): Error {
  return Object.assign(new Error(`${code}: made up`), { code, errno: -5, syscall: name });
}

/** What an operation that fails does: one that asks whether something is there says no, and a file is closed all the same. */
function fail(name: Operation, code: string, call: () => unknown): unknown {
  if (name === 'existsSync') return false;
  if (name === 'closeSync') call();
  throw systemError(name, code);
}

/**
 * Lets the nth of all operations fail, whichever it is. Only those about the logs and the data folder count, and those about
 * open files: the runner and the driver use files as well. Returns which one failed, if any.
 */
function failNth(nth: number, code: string, places: readonly string[]): () => Operation | undefined {
  let count = 0;
  let failed: Operation | undefined;
  for (const name of OPERATIONS) {
    replace(name, (call, args) => {
      const [about] = args;
      const isOurs = typeof about === 'string' ? places.some((place) => about.startsWith(place)) : true;
      if (!isOurs || ++count !== nth) return call();
      failed = name;
      return fail(name, code, call);
    });
  }
  syncBuiltinESMExports();
  return () => failed;
}

/** Logs of every kind: lines, packed lines, a document, and a large output next to one of them. */
function madeUp(): KeptLibrary {
  const chat = new GeminiLog().prompt('water the beds');
  chat.calls([{ id: 'c1', name: 'run_shell_command', args: { command: 'ls' }, output: 'beds' }]);
  return new KeptLibrary()
    .write(`${SID}.jsonl`, conversation(SID, 5))
    .write(`below/${OTHER}.jsonl`, conversation(OTHER, 2))
    .write(`below/${OTHER}/tool-results/out.txt`, 'a long output')
    .write(`${SID.replaceAll('1', '5')}.jsonl.zst`, zstd(conversation(SID.replaceAll('1', '5'), 3)))
    .write(chat.file.replace(/l$/, ''), chat.document());
}

/** Without large outputs: one that cannot be listed is passed over, because the log is more important. */
function logsIn(library: KeptLibrary): Record<string, string> {
  return Object.fromEntries(Object.entries(library.contents()).filter(([name]) => !name.endsWith('.txt')));
}

/** Errors are reported as ours or ignored; anything else is a bug. */
async function keepInTrouble(library: KeptLibrary): Promise<AppError | undefined> {
  try {
    await library.keep();
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

async function expectWhole(library: KeptLibrary, whole: KeptLibrary, when: unknown): Promise<void> {
  expect([when, await indexPicture(library.folder)]).toEqual([when, await readPicture([library.place])]);
  expect([when, logsIn(library)]).toEqual([when, logsIn(whole)]);
}

describe('a file operation', { timeout: 240_000 }, () => {
  it('fails, each one in its turn', async () => {
    const whole = madeUp();
    await whole.keep();
    const seen = new Set<string>();
    for (let nth = 1; ; nth++) {
      const library = madeUp();
      const failed = failNth(nth, CODES[nth % CODES.length] ?? 'EIO', [library.place, library.folder]);
      await keepInTrouble(library);
      restore();
      const name = failed();
      if (name === undefined) break;
      seen.add(name);
      await library.keep();
      await expectWhole(library, whole, `operation ${nth}, ${name}`);
    }
    expect([...seen]).toEqual(
      expect.arrayContaining(['closeSync', 'fstatSync', 'lstatSync', 'openSync', 'readSync', 'realpathSync']),
    );
  });

  it('gives less than was asked for', async () => {
    const whole = madeUp();
    await whole.keep();
    const library = madeUp();
    replace('readSync', (call, args) => {
      const [file, room, from, length, at] = args;
      if (!(room instanceof Uint8Array) || typeof length !== 'number') return call();
      return Reflect.apply(originals['readSync'] ?? call, fs, [file, room, from, Math.min(length, 100), at]);
    });
    syncBuiltinESMExports();
    await library.keep();
    restore();
    await expectWhole(library, whole, 'short reads');
    expect(library.contents()).toEqual(whole.contents());
  });
});

describe('a line that a hook appends', () => {
  const line = JSON.stringify({ said: 'y'.repeat(500) });

  it('is whole where the system writes less than it was given', () => {
    const path = new KeptLibrary().path('hooks.jsonl');
    replace('writeSync', (_, [file, bytes, from = 0]) => {
      const original = originals['writeSync'];
      if (original === undefined || !(bytes instanceof Uint8Array) || typeof from !== 'number')
        throw new Error('writeSync');
      return Reflect.apply(original, fs, [file, bytes, from, Math.min(37, bytes.length - from)]);
    });
    syncBuiltinESMExports();
    appendLine(path, line);
    appendLine(path, line);
    expect(fs.readFileSync(path, 'utf8')).toBe(`${line}\n${line}\n`);
  });

  it('leaves the next one whole where the disk is full in the middle of it', () => {
    const path = new KeptLibrary().path('hooks.jsonl');
    let isFull = false;
    replace('writeSync', (call, [file, bytes]) => {
      if (isFull) throw systemError('writeSync', 'ENOSPC');
      const original = originals['writeSync'];
      if (original === undefined || !(bytes instanceof Uint8Array)) return call();
      isFull = true;
      return Reflect.apply(original, fs, [file, bytes, 0, 20]);
    });
    syncBuiltinESMExports();
    expect(() => appendLine(path, line)).toThrow('ENOSPC');
    restore();
    appendLine(path, line);
    expect(fs.readFileSync(path, 'utf8').split('\n').slice(1)).toEqual([line, '']);
  });
});

interface Kept {
  readonly index: Database;
  readonly archive: Database;
  step(): Promise<void>;
  end(): Promise<void>;
}

/** A process that keeps both, with its connections at hand. */
function keeping({ folder, place }: KeptLibrary): Kept {
  const now = (): number => LONG_AFTER;
  const store = new SqliteIndex(openIndex(folder).database);
  const indexer = new Indexer(store, { now });
  const { database } = openArchiveToWrite(folder);
  const archiver = new Archiver(new ArchiveStore(database), storeOver(store.database), { folder, now });
  return {
    index: store.database,
    archive: database,
    step: async () => {
      await indexer.sweep([place]);
      await archiver.catchUp();
    },
    end: async () => {
      await archiver.close();
      await indexer.close();
      await store.close();
    },
  };
}

describe('the database', { timeout: 240_000 }, () => {
  const pagesOf = (database: Database): number =>
    database.query('PRAGMA page_count', (row) => integer(row, 'page_count')).get() ?? 0;

  it.each(['index', 'archive'] as const)('of the %s has no room for one page more, wherever that is', async (which) => {
    const whole = madeUp();
    await whole.keep();
    let isEnough = false;
    for (let more = 0; !isEnough; more++) {
      const library = madeUp();
      const process = keeping(library);
      const database = process[which];
      database.exec(`PRAGMA max_page_count = ${pagesOf(database) + more}`);
      const told = await process.step().then(
        () => undefined,
        (error: unknown) => error,
      );
      isEnough = told === undefined;
      if (!isEnough) expect([more, told]).toMatchObject([more, { code: 'disk-full' }]);
      // There is room again, and the same process goes on.
      database.exec('PRAGMA max_page_count = 1000000');
      await process.step();
      await process.end();
      await expectWhole(library, whole, `${more} pages more`);
    }
  });
});
