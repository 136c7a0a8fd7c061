// The processes of the storm, started by the test to be killed at any moment: one files the spool, one indexes. Each prints a
// word after every piece of work, so that the test can choose its moment by that and not by a clock.

import { writeSync } from 'node:fs';
import { drainSpool } from '../../src/hooks/spool.ts';
import { Indexer } from '../../src/library/indexer.ts';
import { openIndex } from '../../src/store/sqlite/open-index.ts';
import { SqliteIndex } from '../../src/store/sqlite/sqlite-index.ts';

// Not from the tests' support, which only runs inside of the test runner.
const LONG_AFTER = Date.UTC(2030, 0, 1);

const [what = '', inbox = '', folder = ''] = process.argv.slice(2);
writeSync(1, 'ready\n');
if (what === 'drain') drainSpool(inbox);
else {
  const store = new SqliteIndex(openIndex(folder).database);
  const indexer = new Indexer(store, { now: () => LONG_AFTER, onFile: () => writeSync(1, 'file\n') });
  await indexer.sweep([inbox]);
  await indexer.close();
  await store.close();
}
writeSync(1, 'done\n');
