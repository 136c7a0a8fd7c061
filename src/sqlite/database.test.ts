// The checks on opening, migrating, typing and failing of a SQLite file.
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AppError } from '../base/app-error.ts';
import { CorruptStore } from '../base/corrupt-store.ts';
import { blob, integer, integerOrNull, text, textOrNull } from '../base/row.ts';
import { type Database, openDatabase } from './database.ts';
import { type Migration, OutdatedStore, schemaVersion } from './migrate.ts';

let folder: string;
let path: string;
const opened: Database[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'toolscope-store-'));
  path = join(folder, 'deep', 'test.sqlite');
});

afterEach(() => {
  for (const database of opened.splice(0)) database.close();
  rmSync(folder, { recursive: true, force: true });
});

const FIRST: Migration = { version: 1, sql: 'CREATE TABLE note (id INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT' };
const SECOND: Migration = { version: 2, sql: 'ALTER TABLE note ADD COLUMN mark BLOB; CREATE INDEX n ON note (body)' };

function open(migrations: readonly Migration[] = [FIRST], extra: { busyTimeoutMs?: number; readOnly?: boolean } = {}) {
  const database = openDatabase({ path, synchronous: 'full', migrations, ...extra });
  opened.push(database);
  return database;
}

function codeOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
  return 'no error';
}

test('a new file is private, in WAL mode, synchronous as asked, at the newest schema', () => {
  const database = open([FIRST, SECOND]);
  expect({
    mode: statSync(path).mode & 0o777,
    journal: database.query('PRAGMA journal_mode', (row) => text(row, 'journal_mode')).get(),
    synchronous: database.query('PRAGMA synchronous', (row) => integer(row, 'synchronous')).get(),
    schema: schemaVersion(database),
  }).toEqual({ mode: process.platform === 'win32' ? 0o666 : 0o600, journal: 'wal', synchronous: 2, schema: 2 });
});

test('an older file is brought up to date once, and keeps what it holds', () => {
  open([FIRST]).command('INSERT INTO note (body) VALUES (?)').run('kept');
  const database = open([FIRST, SECOND]);
  expect(database.query('SELECT * FROM note', (row) => ({ ...row })).all()).toEqual([
    { id: 1, body: 'kept', mark: null },
  ]);
  expect(schemaVersion(open([FIRST, SECOND]))).toBe(2);
});

test('a step that fails leaves the schema as it was', () => {
  open([FIRST]);
  const broken: Migration = { version: 2, sql: 'CREATE TABLE other (id INTEGER); CREATE TABLE note (id INTEGER)' };
  expect(() => open([FIRST, broken])).toThrow('already exists');
  const database = open([FIRST]);
  expect(schemaVersion(database)).toBe(1);
  expect(database.query('SELECT name FROM sqlite_schema', (row) => text(row, 'name')).all()).toEqual(['note']);
});

test('a newer schema is refused, not touched', () => {
  open([FIRST, SECOND]);
  expect(codeOf(() => open([FIRST]))).toBe('store-newer');
});

test('a reader neither creates nor migrates', () => {
  expect(codeOf(() => open([FIRST], { readOnly: true }))).toBe('store-unusable');
  open([FIRST]).command('INSERT INTO note (body) VALUES (?)').run('seen');
  const reader = open([FIRST], { readOnly: true });
  expect(reader.query('SELECT body FROM note', (row) => text(row, 'body')).all()).toEqual(['seen']);
  expect(codeOf(() => reader.exec("INSERT INTO note (body) VALUES ('x')"))).toBe('store-unusable');
  expect(codeOf(() => open([FIRST, SECOND], { readOnly: true }))).toBe('store-unusable');
});

test('a file that is no database is corrupt, and the caller can tell', () => {
  mkdirSync(dirname(path));
  writeFileSync(path, 'not a database, '.repeat(1000));
  let caught: unknown;
  try {
    open([FIRST]);
  } catch (error) {
    caught = error;
  }
  expect(caught).toBeInstanceOf(CorruptStore);
  expect(caught).toMatchObject({ code: 'store-unusable', path });
});

test('a transaction holds all or nothing', () => {
  const database = open();
  const add = database.command('INSERT INTO note (id, body) VALUES (?, ?)');
  const count = database.query('SELECT count(*) AS n FROM note', (row) => integer(row, 'n'));
  expect(() =>
    database.transaction(() => {
      add.run(1, 'a');
      add.run(1, 'again');
    }),
  ).toThrow('UNIQUE');
  expect(count.get()).toBe(0);
  expect(database.transaction(() => add.run(7, 'b'))).toEqual({ changes: 1, lastId: 7 });
  expect(count.get()).toBe(1);
});

test('a change whose outcome nobody asks for goes in, and fails, as any other', () => {
  const database = open();
  const add = database.command('INSERT INTO note (id, body) VALUES (?, ?)');
  const errorOf = (work: () => unknown): unknown => {
    try {
      return work();
    } catch (error) {
      return error instanceof Error ? [error.constructor.name, error.message] : error;
    }
  };
  add.do(7, 'one');
  const failure = errorOf(() => add.do(7, 'two'));
  expect(failure).toEqual(errorOf(() => add.run(7, 'two')));
  expect(failure).not.toBeUndefined();
  database.exec('PRAGMA max_page_count = 3');
  expect(codeOf(() => add.do(8, 'x'.repeat(100_000)))).toBe('disk-full');
  add.do(9, 'three');
  expect(database.query('SELECT * FROM note', (row) => ({ ...row })).all()).toEqual([
    { id: 7, body: 'one' },
    { id: 9, body: 'three' },
  ]);
});

test('a second writer is told that the store is busy', () => {
  const first = open();
  const second = open([FIRST], { busyTimeoutMs: 20 });
  first.transaction(() => {
    expect(codeOf(() => second.transaction(() => undefined))).toBe('store-busy');
  });
  second.transaction(() => undefined);
});

test('a full disk is named, and the store works on when there is room again', () => {
  const database = open();
  const add = database.command('INSERT INTO note (body) VALUES (?)');
  database.exec('PRAGMA max_page_count = 8');
  expect(codeOf(() => database.transaction(() => add.run('x'.repeat(100_000))))).toBe('disk-full');
  database.exec('PRAGMA max_page_count = 100000');
  expect(database.transaction(() => add.run('x'.repeat(100_000)).changes)).toBe(1);
});

test('columns are read as the type they should have', () => {
  const database = open([FIRST, SECOND]);
  database.command('INSERT INTO note (body, mark) VALUES (?, ?)').run('b', new Uint8Array([1, 2]));
  const read = <T>(reader: Parameters<typeof database.query<T>>[1]) =>
    database.query('SELECT id, body, mark, NULL AS absent FROM note', reader).get();
  expect(read((row) => [integer(row, 'id'), text(row, 'body'), [...blob(row, 'mark')]])).toEqual([1, 'b', [1, 2]]);
  expect(read((row) => [integerOrNull(row, 'absent'), textOrNull(row, 'absent')])).toEqual([null, null]);
  expect(codeOf(() => read((row) => text(row, 'id')))).toBe('store-unusable');
  expect(codeOf(() => read((row) => integer(row, 'body')))).toBe('store-unusable');
  expect(codeOf(() => read((row) => blob(row, 'absent')))).toBe('store-unusable');
});

test('rows can be read one by one', () => {
  const database = open();
  const add = database.command('INSERT INTO note (body) VALUES (?)');
  for (const body of ['a', 'b', 'c']) add.run(body);
  const bodies = database.query('SELECT body FROM note ORDER BY id', (row) => text(row, 'body'));
  const seen: string[] = [];
  for (const body of bodies.each()) {
    seen.push(body);
    if (body === 'b') break;
  }
  expect(seen).toEqual(['a', 'b']);
  expect(bodies.all()).toEqual(['a', 'b', 'c']);
});

test('one that is older than the first step is not brought up to date', () => {
  open([FIRST]);
  expect(() => open([{ version: 3, sql: 'CREATE TABLE later (a)' }])).toThrow(OutdatedStore);
});
