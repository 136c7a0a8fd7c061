// Tests that rows come in by COPY as they were, whatever is in them, and in pieces.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { newDatabase, type TestDatabase } from '../../../../test/support/postgres.ts';
import { Connection } from './connection.ts';
import { connectionSettings } from './connection-settings.ts';
import { migrate } from './migrate.ts';
import type { Given } from './statement.ts';

const COLUMNS = ['n', 'small', 'large', 'real', 'word', 'bytes'];
let database: TestDatabase;
let connection: Connection;
beforeAll(async () => {
  database = await newDatabase();
  connection = await Connection.open(connectionSettings(database.address), 1);
  await migrate(connection);
  await connection.all('CREATE TABLE odd (n int4, small int4, large int8, real float8, word text, bytes bytea)');
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

async function copied(rows: readonly (readonly Given[])[]): Promise<Given[][]> {
  await connection.transaction((on) =>
    on.copy(
      'odd',
      COLUMNS,
      rows.map((row, i) => [i, ...row]),
    ),
  );
  const back = await connection.all('SELECT * FROM odd ORDER BY n');
  await connection.all('DELETE FROM odd');
  return back
    .map(({ small, large, real, word, bytes }) => [small, large, real, word, bytes])
    .map((row) => row.map(given));
}

function given(value: unknown): Given {
  return value instanceof Uint8Array || typeof value === 'number' || typeof value === 'string' ? value : null;
}

it('brings every value as it was', async () => {
  const texts = [
    '',
    'pear',
    '\\N',
    'a\tb\nc\rd\\',
    'äpfel 🍐',
    'nul \0 within',
    '\u{10ffff}0',
    'x'.repeat(33),
    '🍐'.repeat(100),
  ];
  const rows: Given[][] = [
    [null, null, null, null, null],
    ...[0, -1, 2 ** 31 - 1, -(2 ** 31)].map((n) => [n, n, n, 'n', new Uint8Array(0)]),
    ...[2 ** 32, -(2 ** 32), 2 ** 32 - 1, -(2 ** 32) - 1, 2 ** 53 - 1, -(2 ** 53) + 1, 2 ** 60].map((n) => [
      0,
      n,
      n,
      '',
      null,
    ]),
    ...[0.1, -1e308, 5e-324, Number.POSITIVE_INFINITY, -0].map((n) => [0, 0, n, null, Uint8Array.of(0, 255, 10, 92)]),
    ...texts.map((word) => [1, 1, 1, word, new TextEncoder().encode(word)]),
  ];
  expect(await copied(rows)).toEqual(rows);
});

it('brings more than is sent at once, and texts longer than that', async () => {
  const rows: Given[][] = Array.from({ length: 3000 }, (_, i) => [i, i, i / 7, `pear ${i} `.repeat(i % 50), null]);
  rows.push([0, 0, 0, 'ä'.repeat(300_000), new Uint8Array(300_000).fill(7)], [1, 1, 1, 'after it', null]);
  expect(await copied(rows)).toEqual(rows);
});

it('brings nothing where a value does not fit', async () => {
  for (const row of [
    [1.5, 0, 0, '', null],
    [2 ** 31, 0, 0, '', null],
    [0, 2 ** 63, 0, '', null],
    [0, Number.NaN, 0, '', null],
  ]) {
    await expect(copied([[0, 0, 0, 'good', null], row])).rejects.toThrow();
    expect(await copied([])).toEqual([]);
  }
});
