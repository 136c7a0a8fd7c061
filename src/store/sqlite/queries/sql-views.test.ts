// Checks that instants in the views read as everywhere else, also where a time is not a whole number of milliseconds.

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formatInstant } from '../../../base/time.ts';
import { openDatabase } from '../../../sqlite/database.ts';
import { SQL_VIEWS } from './sql-views.ts';

test.each([Date.UTC(2026, 2, 8, 9), Date.UTC(2026, 2, 8, 9) + 56.8, null])('%s as text', (ms) => {
  const path = join(mkdtempSync(join(tmpdir(), 'toolscope-views-')), 'some.sqlite');
  const database = openDatabase({ path, synchronous: 'normal', migrations: [] });
  const sql = SQL_VIEWS[0]?.columns.find(({ name }) => name === 'requested_at')?.sql ?? '';
  const asked = database.query(`SELECT ${sql} AS said FROM (SELECT ? AS requested_at) c`, (row) => row['said']);
  expect(asked.all(ms)).toEqual([formatInstant(ms)]);
  database.close();
});
