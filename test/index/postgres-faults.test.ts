// Tests that a PostgreSQL server that crashes repeatedly while the index is filled costs nothing: nothing is lost, nothing is
// there twice, and filling continues by itself.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { generateLibrary } from '../../bench/generate/library.ts';
import { Rng } from '../../bench/generate/rng.ts';
import { Indexer } from '../../src/library/indexer.ts';
import { Connection } from '../../src/store/postgres/database/connection.ts';
import { connectionSettings } from '../../src/store/postgres/database/connection-settings.ts';
import { migrate } from '../../src/store/postgres/database/migrate.ts';
import { PostgresIndex } from '../../src/store/postgres/postgres-index.ts';
import { openIndex } from '../../src/store/sqlite/open-index.ts';
import { SqliteIndex } from '../../src/store/sqlite/sqlite-index.ts';
import { startServer } from '../support/postgres-server.ts';
import { expectSameRows, NOW, wholeInSqlite } from './same-rows.ts';

const CRASHES = Number(process.env['TOOLSCOPE_CRASHES'] ?? 5);

it(`fills the index although the server crashes ${CRASHES} times`, {
  timeout: 120_000 + CRASHES * 20_000,
}, async () => {
  const logs = mkdtempSync(join(tmpdir(), 'toolscope-faults-logs-'));
  const folder = mkdtempSync(join(tmpdir(), 'toolscope-faults-'));
  generateLibrary({ dir: logs, bytes: 4e6, seed: 'faults' });
  const sqlite = openIndex(folder).database;
  const local = new Indexer(new SqliteIndex(sqlite), { now: () => NOW });
  await local.sweep([logs]);

  const server = await startServer();
  const connection = await Connection.open(connectionSettings(server.address));
  await migrate(connection);
  const store = new PostgresIndex(connection, { wholeOf: (session) => wholeInSqlite(sqlite, connection, session) });
  let crashes = 0;
  const rng = new Rng('faults');
  const read = { isOver: false };
  const crashing = (async () => {
    while (crashes < CRASHES && !read.isOver) {
      await sleep(rng.float() * 300);
      await server.crash(rng.float() * 200);
      crashes++;
    }
  })();
  // What cannot be asked while the server is away is asked again: so does a process that keeps an index.
  for (;;) {
    const indexer = new Indexer(store, { now: () => NOW });
    try {
      await indexer.sweep([logs]);
      await indexer.close();
      if (crashes >= CRASHES) break;
      await connection.all('SELECT 1');
      for (const row of await connection.all('SELECT agent, id FROM sessions ORDER BY pk LIMIT 3')) {
        await store.forget({ agent: String(row['agent']), id: String(row['id']) });
      }
    } catch (error) {
      expect(error).toMatchObject({ code: 'store-unusable' });
      await sleep(20);
    }
  }
  read.isOver = true;
  await crashing;
  await connection.all('SELECT 1');
  await expectSameRows(sqlite, connection, ['texts']);

  await store.close();
  await server.stop();
  await local.close();
  sqlite.close();
  for (const place of [logs, folder]) rmSync(place, { recursive: true, force: true });
});
