// Tests statements against a real server: values as they come back, COPY, transactions, notifications, errors.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newDatabase, type TestDatabase } from '../../../../test/support/postgres.ts';
import { Connection } from './connection.ts';
import { connectionSettings } from './connection-settings.ts';

const ODD = 'tab\t line\n back\\slash \0 nul \u{10ffff} "quoted" {a,b} 😀 \r';

describe('statements', () => {
  let database: TestDatabase;
  let connection: Connection;

  beforeAll(async () => {
    database = await newDatabase();
    connection = await Connection.open(connectionSettings(database.address));
    await connection.transaction((on) =>
      on.run('CREATE SCHEMA toolscope; CREATE TABLE odd (a text, b float8, c int8, d bytea)'),
    );
  });
  afterAll(async () => {
    await connection.close();
    await database.drop();
  });

  it('brings values back as they were given', async () => {
    const bytes = Uint8Array.from([0, 1, 255, 92, 10]);
    const row = await connection.get(
      'SELECT $1::text AS a, $2::float8 AS b, $3::int8 AS c, $4::bytea AS d, $5::text AS e, $6::text[] @> $7::text[] AS f',
      ODD,
      1e300 / 3,
      2 ** 53,
      bytes,
      null,
      [ODD, 'x'],
      [ODD],
    );
    const read = row?.['d'];
    // Nobody else's bytes are in its memory.
    expect(read instanceof Uint8Array && !Buffer.isBuffer(read) && read.buffer.byteLength).toBe(bytes.length);
    expect(row).toEqual({
      a: ODD,
      b: 1e300 / 3,
      c: 2 ** 53,
      d: bytes,
      e: null,
      f: 1,
    });
  });

  it('hears in the middle of very many rows that the server takes none', async () => {
    await connection.transaction((on) => on.run('CREATE TABLE few (a text CHECK (a <> $$pear$$))'));
    let given = 0;
    function* rows(): Generator<[string]> {
      for (; given < 2_000_000; given++) yield [given === 0 ? 'pear' : 'x'.repeat(1000)];
    }
    await expect(connection.transaction((on) => on.copy('few', ['a'], rows()))).rejects.toThrow(/few_a_check/);
    expect(given).toBeLessThan(2_000_000);
    expect(await connection.all('SELECT a FROM few')).toEqual([]);
  });

  it('copies rows in, any number of them, and all or none', async () => {
    const rows = Array.from({ length: 5000 }, (_, i) => [`${ODD}${i}`, i / 3, i, Uint8Array.from([i % 256])]);
    await connection.transaction((on) => on.copy('odd', ['a', 'b', 'c', 'd'], rows));
    const found = await connection.all('SELECT a, b, c, d FROM odd ORDER BY c');
    expect(found.map(({ a, b, c }) => [a, b, c])).toEqual(rows.map(([a, b, c]) => [a, b, c]));
    await expect(
      connection.transaction((on) =>
        on.copy(
          'odd',
          ['a', 'c'],
          [
            ['fine', 1],
            ['not a number', 'x' as never],
          ],
        ),
      ),
    ).rejects.toThrow(/no whole number/);
    await expect(
      connection.transaction(async (on) => {
        await on.copy('odd', ['a'], [['undone']]);
        throw new Error('never mind');
      }),
    ).rejects.toThrow('never mind');
    expect(await connection.get('SELECT count(*) AS rows FROM odd')).toEqual({ rows: 5000 });
    let batches = 0;
    for await (const batch of connection.each(1000, 'SELECT c FROM odd WHERE c >= $1', 0))
      batches += batch.length > 0 ? 1 : 0;
    expect(batches).toBe(5);
  });

  it('hears notifications', async () => {
    let heard = 0;
    const listening = await connection.listen('odd', () => heard++);
    const before = heard;
    await connection.get(`SELECT pg_notify('odd', '')`);
    await expect.poll(() => heard).toBeGreaterThan(before);
    await listening();
  });

  it('hears them again by itself after its connection was cut', async () => {
    let heard = 0;
    const listening = await connection.listen('cut', () => heard++);
    await connection.all(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'LISTEN cut'`);
    // Told once more, because something may have been missed.
    await expect.poll(() => heard, { timeout: 30_000 }).toBe(2);
    await connection.get(`SELECT pg_notify('cut', '')`);
    await expect.poll(() => heard, { timeout: 30_000 }).toBe(3);
    await listening();
  });
});

describe('what goes wrong is said without the password', () => {
  async function failure(change: (url: URL) => void): Promise<Error> {
    const database = await newDatabase();
    const url = new URL(database.address);
    change(url);
    const connection = await Connection.open(connectionSettings(url.href, {}));
    try {
      const error: unknown = await connection.get('SELECT 1').then(
        () => undefined,
        (found: unknown) => found,
      );
      if (!(error instanceof Error)) throw new Error('nothing went wrong');
      return error;
    } finally {
      await connection.close();
      await database.drop();
    }
  }

  it('says that the password is wrong', async () => {
    const { message } = await failure((url) => {
      url.password = 'sesame-wrong';
    });
    expect(message).toMatch(/^postgres:\/\/toolscope@.* does not let toolscope in/);
    expect(message).not.toContain('sesame');
  });

  it('says that the database is missing', async () => {
    const { message } = await failure((url) => {
      url.pathname = '/nowhere';
    });
    expect(message).toMatch(/has no database 'nowhere'/);
  });

  it('says that no one answers', async () => {
    const { message } = await failure((url) => {
      url.port = '1';
    });
    expect(message).toMatch(/cannot be reached \(ECONNREFUSED\)/);
  });
});
