// A process that indexes on several threads, from the built program. Says "ready" before it begins, "file" after
// each file, "done" at the end.

import { writeSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { openLibraryIndex } from '../../dist/library/library-index.js';

const [folder, place, now] = process.argv.slice(2);
const options = {
  now: () => Number(now),
  threads: { folder, worthBytes: 1 },
  onFile: () => writeSync(1, 'file\n'),
  mustWrite: true,
};
let library;
while (library === undefined) {
  library = await openLibraryIndex(folder, options).catch(async (error) => {
    // The right of a process that was killed has yet to run out.
    if (error.code !== 'store-busy') throw error;
    await sleep(50);
  });
}
writeSync(1, 'ready\n');
const report = await library.indexer.sweep([place]);
await library.close();
writeSync(1, `done ${JSON.stringify({ sessions: report.sessions, threads: availableParallelism() })}\n`);
