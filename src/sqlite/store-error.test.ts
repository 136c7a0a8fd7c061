// Tests that damage is reported as damage wherever a query meets it, also if the driver gives no code.

import { closeSync, mkdtempSync, openSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CorruptStore } from '../base/corrupt-store.ts';
import { integer } from '../base/row.ts';
import { openDatabase } from './database.ts';
import { storeError } from './store-error.ts';

const PAGE_BYTES = 4096;

it('tells damage that is met at the first row, or after it, however it is asked', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'toolscope-store-')), 'pears.sqlite');
  const options = { path, synchronous: 'off', migrations: [], journal: 'delete' } as const;
  const made = openDatabase(options);
  made.exec('CREATE TABLE pears (pk INTEGER PRIMARY KEY, name TEXT)');
  const put = made.command('INSERT INTO pears (name) VALUES (?)');
  made.transaction(() => {
    for (let i = 0; i < 2000; i++) put.run(`pear ${i} `.repeat(20));
  });
  const pages = made.query('PRAGMA page_count', (row) => integer(row, 'page_count')).get() ?? 0;
  made.close();
  // All but the beginning: the first pages of rows can be read.
  const file = openSync(path, 'r+');
  for (let page = 20; page < pages; page++)
    writeSync(file, Buffer.alloc(PAGE_BYTES, 0xff), 0, PAGE_BYTES, page * PAGE_BYTES);
  closeSync(file);
  const damaged = openDatabase(options);
  const names = damaged.query('SELECT pk FROM pears', (row) => integer(row, 'pk'));
  const last = damaged.query('SELECT pk FROM pears WHERE pk = 1999', (row) => integer(row, 'pk'));
  for (const ask of [() => names.all(), () => [...names.each()], () => last.get(), () => last.all()]) {
    expect(ask).toThrow(CorruptStore);
  }
  damaged.close();
});

it('goes by the code, else by the words of SQLite, and leaves other errors alone', () => {
  const sqlite = (message: string, more: object = {}): Error =>
    Object.assign(new Error(message), { code: 'ERR_SQLITE_ERROR' }, more);
  const codeOf = (error: unknown): unknown => Object(storeError(error, '/data/x')).code;
  expect(codeOf(sqlite('whatever', { errcode: 11 }))).toBe('store-unusable');
  expect(codeOf(sqlite('database is locked'))).toBe('store-busy');
  expect(codeOf(sqlite('database or disk is full'))).toBe('disk-full');
  expect(codeOf(sqlite('disk I/O error'))).toBe('store-unusable');
  const others = [sqlite('no such table: pears'), new Error('database is locked'), 'database is locked', undefined];
  for (const other of others) expect(storeError(other, '/data/x')).toBe(other);
});
