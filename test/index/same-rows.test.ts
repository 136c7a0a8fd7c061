// Tests that PostgreSQL gets the same rows as SQLite: for new sessions, for those that grow line by line, and for those that are
// read again.

import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { generateLibrary } from '../../bench/generate/library.ts';
import { Indexer } from '../../src/library/indexer.ts';
import { TextIndexWriter } from '../../src/search/text-index-writer.ts';
import { openLog } from '../../src/sources/kinds/open-source.ts';
import type { Database } from '../../src/sqlite/database.ts';
import { ChangeFeedReader } from '../../src/store/postgres/change-feed.ts';
import { Connection } from '../../src/store/postgres/database/connection.ts';
import { connectionSettings } from '../../src/store/postgres/database/connection-settings.ts';
import { migrate } from '../../src/store/postgres/database/migrate.ts';
import { PostgresIndex } from '../../src/store/postgres/postgres-index.ts';
import { PostgresTexts } from '../../src/store/postgres/write/text-rows.ts';
import { openIndex } from '../../src/store/sqlite/open-index.ts';
import { SqliteIndex } from '../../src/store/sqlite/sqlite-index.ts';
import { SqliteQuestions } from '../../src/store/sqlite/sqlite-questions.ts';
import { SqliteTexts } from '../../src/store/sqlite/sqlite-texts.ts';
import { newDatabase, type TestDatabase } from '../support/postgres.ts';
import { expectSameRows, NOW, wholeInSqlite } from './same-rows.ts';

describe('PostgreSQL is filled as SQLite is', () => {
  const logs = mkdtempSync(join(tmpdir(), 'toolscope-same-rows-'));
  const folder = mkdtempSync(join(tmpdir(), 'toolscope-same-store-'));
  const whole = mkdtempSync(join(tmpdir(), 'toolscope-same-logs-'));
  let database: TestDatabase;
  let connection: Connection;
  let sqlite: Database;
  const indexers: Indexer[] = [];
  const texts: TextIndexWriter[] = [];

  beforeAll(async () => {
    database = await newDatabase();
    connection = await Connection.open(connectionSettings(database.address));
    await migrate(connection);
    sqlite = openIndex(folder).database;
    const wholeOf = (session: number) => wholeInSqlite(sqlite, connection, session);
    const postgres = new PostgresIndex(connection, { wholeOf });
    const local = new SqliteIndex(sqlite);
    for (const store of [local, postgres]) indexers.push(new Indexer(store, { now: () => NOW }));
    const sites = [
      { texts: new SqliteTexts(sqlite), questions: new SqliteQuestions(sqlite) },
      { texts: new PostgresTexts(connection), questions: { changes: new ChangeFeedReader(connection) } },
    ];
    for (const site of sites) texts.push(new TextIndexWriter(site, openLog, { isEager: true }));
  });
  afterAll(async () => {
    for (const indexer of indexers) await indexer.close();
    await connection.close();
    sqlite.close();
    await database.drop();
    for (const place of [logs, folder, whole]) rmSync(place, { recursive: true, force: true });
  });

  async function fill(): Promise<void> {
    for (const indexer of indexers) await indexer.sweep([logs]);
    for (const writer of texts) await writer.catchUp();
  }

  const expectSame = (): Promise<void> => expectSameRows(sqlite, connection);

  /** Lets every log grow up to a share of its lines. */
  function grow(share: number): void {
    for (const file of readdirSync(whole, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.jsonl'),
    )) {
      const lines = readFileSync(join(whole, file), 'utf8').split(/(?<=\n)/);
      const target = join(logs, file);
      mkdirSync(dirname(target), { recursive: true });
      const before = existsSync(target) ? readFileSync(target, 'utf8') : '';
      const after = lines.slice(0, Math.ceil(lines.length * share)).join('');
      appendFileSync(target, after.slice(before.length));
    }
  }

  it('with new sessions', { timeout: 120_000 }, async () => {
    generateLibrary({ dir: whole, bytes: 3e6, seed: 'same-rows' });
    grow(0.4);
    await fill();
    await expectSame();
  });

  it('with sessions that go on', { timeout: 120_000 }, async () => {
    grow(0.41);
    await fill();
    await expectSame();
    grow(1);
    await fill();
    await expectSame();
  });

  it('with a session that is another one now, and one that is forgotten', { timeout: 120_000 }, async () => {
    const [first, second] = await connection.all('SELECT path FROM sources WHERE ledger IS NOT NULL ORDER BY path');
    const path = String(first?.['path']);
    writeFileSync(
      path,
      readFileSync(path, 'utf8')
        .split(/(?<=\n)/)
        .slice(0, -3)
        .join(''),
    );
    await fill();
    await expectSame();
    rmSync(String(second?.['path']));
    await fill();
    await expectSame();
  });
});
