// The tables and views behind a store of either engine, for tests that examine or damage them.

import { AppError } from '../../src/base/app-error.ts';
import type { Row } from '../../src/base/row.ts';
import type { LibraryIndex } from '../../src/library/library-index.ts';
import type { IndexStore } from '../../src/store/index-store.ts';
import { sqlOf, type WriteStore } from '../../src/store/open-store.ts';
import { Connection } from '../../src/store/postgres/database/connection.ts';
import { connectionSettings } from '../../src/store/postgres/database/connection-settings.ts';
import { indexPath, openIndex } from '../../src/store/sqlite/open-index.ts';
import { openViews } from '../../src/store/sqlite/queries/open-views.ts';
import { sharedStore } from '../../src/store/store-address.ts';
import { ENGINE, storeIn } from './engine.ts';

/** Bytes in a statement, and the type of a column of bytes. */
export function bytesIn(hex: string): string {
  return ENGINE === 'sqlite' ? `x'${hex}'` : `'\\x${hex}'::bytea`;
}
export const BYTES = ENGINE === 'sqlite' ? 'BLOB' : 'bytea';

async function inPostgres<Answer>(address: string, work: (on: Connection) => Promise<Answer>): Promise<Answer> {
  const connection = await Connection.open(connectionSettings(address), 1);
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}

/** Rows of a statement that both engines understand. */
export async function tableRows(folder: string, sql: string): Promise<Row[]> {
  await storeIn(folder);
  const address = sharedStore();
  if (address !== null) return inPostgres(address, (on) => on.all(sql));
  const { database } = openIndex(folder);
  try {
    return database
      .query(sql, (row) => row)
      .all()
      .map((row) => ({ ...row }));
  } finally {
    database.close();
  }
}

/** Statements that both engines understand. */
export async function changeTables(folder: string, sql: string): Promise<void> {
  await storeIn(folder);
  const address = sharedStore();
  if (address !== null) return inPostgres(address, (on) => on.transaction((at) => at.run(sql)));
  const { database } = openIndex(folder);
  database.exec(sql);
  database.close();
}

/** Rows of the documented views. */
export async function viewRows(folder: string, places: readonly string[], sql: string): Promise<unknown[]> {
  await storeIn(folder);
  if (sharedStore() === null) {
    const views = openViews({ path: indexPath(folder), places });
    const rows = views.prepare(sql).all();
    views.close();
    return rows;
  }
  let columns: readonly string[] = [];
  const rows: unknown[] = [];
  for await (const answer of sqlOf(folder, { sql, places, limit: null, timeoutMs: 60_000 })) {
    if (answer.kind === 'columns') columns = answer.columns;
    if (answer.kind !== 'row') continue;
    rows.push(Object.fromEntries(columns.map((name, i) => [name, answer.cells[i] ?? null])));
  }
  return rows;
}

/** The store of an index that this process fills. */
export function writingOf({ writing }: Pick<LibraryIndex, 'writing'>): WriteStore {
  if (writing === undefined) throw new AppError('store-busy', 'Another process fills the index.');
  return writing;
}

/** A store that behaves like another one, except for some methods. */
export function storeBut(store: IndexStore, own: Partial<IndexStore>): IndexStore {
  return new Proxy(store, {
    get(target, name) {
      if (Object.hasOwn(own, name)) return Reflect.get(own, name);
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
