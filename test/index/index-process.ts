// A process that indexes: started by the tests to be killed at any moment. Prints "ready" before it begins, and "file" after
// each file, so that the test can choose its moment by the work done and not by a clock.

import { writeSync } from 'node:fs';
import { Indexer } from '../../src/library/indexer.ts';
import { openStoreToWrite } from '../../src/store/open-store.ts';

const [folder = '', place = '', now = ''] = process.argv.slice(2);
const store = await openStoreToWrite(folder);
const indexer = new Indexer(store.index, {
  now: () => Number(now),
  onFile: () => writeSync(1, 'file\n'),
});
writeSync(1, 'ready\n');
await indexer.sweep([place]);
await indexer.close();
await store.close();
writeSync(1, 'done\n');
