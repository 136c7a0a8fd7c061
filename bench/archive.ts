// Measures the archive: what it takes to fill it next to bare JSON.parse of the same bytes, how small it is, what a
// look without news costs, and how long one record takes to come back.
//
//   npx tsx bench/archive.ts [--bytes 200MB] [--folder LOGS] [--records 500]

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ArchivedLog } from '../src/archive/archived-log.ts';
import { lookIntoArchive, openArchive } from '../src/archive/open-archive.ts';
import { Indexer } from '../src/library/indexer.ts';
import { openIndex } from '../src/store/sqlite/open-index.ts';
import { SqliteIndex } from '../src/store/sqlite/sqlite-index.ts';
import { storeOver } from '../test/support/sqlite-database.ts';
import { parseSize } from './generate/command-line.ts';
import { generateLibrary } from './generate/library.ts';
import { Rng } from './generate/rng.ts';

const { values } = parseArgs({
  options: {
    bytes: { type: 'string', default: '200MB' },
    folder: { type: 'string' },
    records: { type: 'string', default: '500' },
  },
});

/** Processor time of all threads: compression runs on others. */
async function cpuMsOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function parseEverything(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.jsonl')) continue;
    for (const line of readFileSync(join(folder, name), 'utf8').split('\n')) {
      try {
        if (line !== '') JSON.parse(line);
      } catch {
        // Real logs have a broken line now and then.
      }
    }
  }
}

function percentile(numbers: readonly number[], share: number): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor((numbers.length - 1) * share)] ?? Number.NaN;
}

const made = values.folder === undefined ? mkdtempSync(join(tmpdir(), 'toolscope-bench-')) : undefined;
const logs = values.folder ?? made ?? '.';
if (made !== undefined) generateLibrary({ dir: made, bytes: parseSize(values.bytes), seed: 'archive' });
const folder = mkdtempSync(join(tmpdir(), 'toolscope-bench-'));
try {
  const store = new SqliteIndex(openIndex(folder).database);
  const indexer = new Indexer(store);
  await indexer.sweep([logs]);
  const archive = openArchive({ folder, store: storeOver(store.database) });
  const parseMs = await cpuMsOf(() => parseEverything(logs));
  const started = performance.now();
  const fillMs = await cpuMsOf(() => archive.catchUp());
  const clockMs = performance.now() - started;
  const idleMs = await cpuMsOf(() => archive.catchUp());
  await archive.close();
  const again = openArchive({ folder, store: storeOver(store.database) });
  const lookMs = await cpuMsOf(() => again.catchUp());
  await again.close();
  await indexer.close();
  await store.close();
  const copies = lookIntoArchive(folder);
  if (copies === undefined) throw new Error('no archive was made');
  const { files, rawBytes, packedBytes, diskBytes } = copies.totals();
  const mb = rawBytes / 1e6;
  console.log(`${files} files, ${mb.toFixed(0)} MB`);
  console.log(`JSON.parse of every line       ${(parseMs / mb).toFixed(2)} ms of processor per MB`);
  console.log(
    `archive, all of it             ${(fillMs / mb).toFixed(2)} ms per MB, ${(fillMs / parseMs).toFixed(2)} × JSON.parse; ${(clockMs / mb).toFixed(2)} ms on the clock`,
  );
  console.log(
    `packed ${((100 * packedBytes) / rawBytes).toFixed(1)} %, on the disk ${((100 * diskBytes) / rawBytes).toFixed(1)} % of the bytes`,
  );
  console.log(`nothing new                    ${idleMs.toFixed(1)} ms; in a new process ${lookMs.toFixed(1)} ms`);
  const rng = new Rng('records');
  const all = copies.current().filter(({ kind, bytes }) => kind === 'log' && bytes > 2000);
  const timesMs = Array.from({ length: Number(values.records) }, () => {
    const file = all[Math.floor(rng.float() * all.length)];
    if (file === undefined) return 0;
    const started = performance.now();
    new ArchivedLog(copies, file).read(Buffer.alloc(2000), Math.floor(rng.float() * (file.bytes - 2000)));
    return performance.now() - started;
  });
  console.log(
    `one record, from nothing       p50 ${percentile(timesMs, 0.5).toFixed(1)} ms, p95 ${percentile(timesMs, 0.95).toFixed(1)} ms`,
  );
  console.log(
    `memory at most                 ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB, indexing included`,
  );
  copies.close();
} finally {
  rmSync(folder, { recursive: true });
  if (made !== undefined) rmSync(made, { recursive: true });
}
