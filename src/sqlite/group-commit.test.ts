// Tests group commit: order, durability before "done", and that one bad piece costs its neighbours nothing.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { integer } from '../base/row.ts';
import { type Database, openDatabase } from './database.ts';
import { GroupCommit } from './group-commit.ts';

let folder: string;
let database: Database;
let commit: GroupCommit;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'toolscope-commit-'));
  const sql = 'CREATE TABLE item (item INTEGER PRIMARY KEY AUTOINCREMENT, value INTEGER UNIQUE) STRICT;';
  database = openDatabase({
    path: join(folder, 'data.sqlite'),
    synchronous: 'off',
    migrations: [{ version: 1, sql }],
  });
  commit = new GroupCommit(database);
});

afterEach(() => {
  commit.close();
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

function values(): number[] {
  return database.query('SELECT value FROM item ORDER BY item', (row) => integer(row, 'value')).all();
}

function put(value: number): Promise<number> {
  const insert = database.command('INSERT INTO item (value) VALUES (?)');
  return commit.run(() => {
    insert.run(value);
    return value;
  });
}

test('work that arrives together shares a transaction, in the order of arrival', async () => {
  expect(await Promise.all([3, 1, 2].map(put))).toEqual([3, 1, 2]);
  expect([values(), commit.commits, commit.pieces]).toEqual([[3, 1, 2], 1, 3]);
});

test('pieces that fail leave no trace, their neighbours are kept in one commit and in order', async () => {
  const ends = await Promise.allSettled([1, 2, 1, 3, 2, 4].map(put));
  expect(ends.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  expect([values(), commit.commits, commit.pieces]).toEqual([[1, 2, 3, 4], 1, 4]);
});

test('a piece that fails half-way is undone', async () => {
  const insert = database.command('INSERT INTO item (value) VALUES (?)');
  const half = commit.run(() => {
    insert.run(7);
    throw new Error('half-way');
  });
  const ends = await Promise.allSettled([put(1), half, put(2)]);
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(values()).toEqual([1, 2]);
});

test('who throws when told does not keep the others from being told', async () => {
  const faults: unknown[] = [];
  commit.onFault = (error) => faults.push(error);
  const first = put(1);
  commit.add({
    run: () => undefined,
    done: () => {
      throw new Error('a careless listener');
    },
    failed: () => undefined,
  });
  const last = put(2);
  expect(await Promise.all([first, last])).toEqual([1, 2]);
  expect(faults).toEqual([new Error('a careless listener')]);
  expect(values()).toEqual([1, 2]);
});

test('after closing, nothing is taken any more', async () => {
  const waiting = put(1);
  commit.close();
  expect(await waiting).toBe(1);
  await expect(put(2)).rejects.toThrow('closed');
  expect(values()).toEqual([1]);
});
