// A process that indexes on several threads, from the built program. Says "ready" before it begins, "file" after
// each file, "done" at the end.

import { writeSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { openLibraryIndex } from '../../dist/library/library-index.js';

const [folder, place, now] = process.argv.slice(2);
const library = await openLibraryIndex(folder, {
  now: () => Number(now),
  threads: { folder, worthBytes: 1 },
  onFile: () => writeSync(1, 'file\n'),
});
writeSync(1, 'ready\n');
const report = await library.indexer.sweep([place]);
await library.close();
writeSync(1, `done ${JSON.stringify({ sessions: report.sessions, threads: availableParallelism() })}\n`);
