// Owns a process that indexes on several threads, from the built program. Says "ready" before it begins, "done" after.

import { availableParallelism } from 'node:os';
import { openLibraryIndex } from '../../dist/ingest/index/library-index.js';

const [folder, place, now] = process.argv.slice(2);
const library = await openLibraryIndex(folder, { now: () => Number(now), threads: { folder, worthBytes: 1 } });
process.stdout.write('ready\n');
const report = await library.indexer.sweep([place]);
await library.close();
process.stdout.write(`done ${JSON.stringify({ sessions: report.sessions, threads: availableParallelism() })}\n`);
