// Damages an index so that it shows only on reading.

import { closeSync, openSync, writeSync } from 'node:fs';
import { integer } from '../../src/base/row.ts';
import { indexPath, openIndex } from '../../src/store/sqlite/open-index.ts';

/** Overwrites the first page of a table. */
export function damageIndex(folder: string, table: string): void {
  const { database } = openIndex(folder);
  const number = (sql: string): number => database.query(sql, (row) => integer(row, 'n')).get() ?? 0;
  const page = number(`SELECT rootpage AS n FROM sqlite_master WHERE name = '${table}'`);
  const size = number('SELECT page_size AS n FROM pragma_page_size()');
  database.close();
  const file = openSync(indexPath(folder), 'r+');
  writeSync(file, Buffer.alloc(size, 0xff), 0, size, (page - 1) * size);
  closeSync(file);
}
