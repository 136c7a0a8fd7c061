// Measures watching folders: time from an append to its event, cost of bursts, sweeps and idling, memory.
//
//   npx tsx bench/watch.ts [--folders 100] [--files 5000] [--appends 500] [--idle-seconds 10]

import {
  appendFileSync,
  type FSWatcher,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  utimesSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { watchFolders } from '../src/sources/watch/watch-folders.ts';

const { values } = parseArgs({
  options: {
    folders: { type: 'string', default: '100' },
    files: { type: 'string', default: '5000' },
    appends: { type: 'string', default: '500' },
    'idle-seconds': { type: 'string', default: '10' },
  },
});
const folderCount = Number(values.folders);
const fileCount = Number(values.files);
const appendCount = Number(values.appends);
const idleSeconds = Number(values['idle-seconds']);

/** Most sessions of a library ended long ago. */
const LONG_AGO = new Date(Date.now() - 7 * 86_400_000);

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function rssMb(): number {
  return process.memoryUsage.rss() / 1e6;
}

function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function print(what: string, ...figures: string[]): void {
  console.log(`${what.padEnd(44)} ${figures.join('   ')}`);
}

function makeLibrary(root: string): string[] {
  const files: string[] = [];
  for (let at = 0; at < folderCount; at++) mkdirSync(join(root, `project-${at}`));
  for (let at = 0; at < fileCount; at++) {
    const file = join(root, `project-${at % folderCount}`, `session-${at}.jsonl`);
    writeFileSync(file, '{}\n');
    utimesSync(file, LONG_AGO, LONG_AGO);
    files.push(file);
  }
  return files;
}

/** Callbacks for the next event of a path. */
const waiting = new Map<string, () => void>();

function heard(path: string): void {
  waiting.get(path)?.();
}

/** Milliseconds from the beginning of `work` to the next event about the file. */
async function timeToEvent(file: string, work: () => void): Promise<number> {
  const event = new Promise<void>((resolve) => waiting.set(file, resolve));
  const before = performance.now();
  work();
  await event;
  waiting.delete(file);
  return performance.now() - before;
}

async function measureAppends(files: readonly string[]): Promise<string> {
  const times: number[] = [];
  for (let at = 0; at < appendCount; at++) {
    const file = files[(at * 7919) % files.length];
    if (file !== undefined) times.push(await timeToEvent(file, () => appendFileSync(file, '{}\n')));
    await delay(2);
  }
  return `p50 ${percentile(times, 0.5).toFixed(2)} ms   p95 ${percentile(times, 0.95).toFixed(2)} ms`;
}

/** The yardstick: the system's bare watch, which only says that something happened. */
async function measureBare(files: readonly string[]): Promise<string> {
  const watchers: FSWatcher[] = [];
  for (const folder of new Set(files.map((file) => dirname(file)))) {
    watchers.push(watch(folder, (_, name) => name !== null && heard(join(folder, name))));
  }
  const figures = await measureAppends(files);
  for (const watcher of watchers) watcher.close();
  return figures;
}

async function measureWatch(root: string, files: readonly string[]): Promise<void> {
  const sizes = new Map<string, number>();
  const rssBefore = rssMb();
  const startedMs = performance.now();
  const cpuBefore = cpuMs();
  const watched = watchFolders([root], ({ path, size }) => {
    sizes.set(path, size);
    heard(path);
  });
  await watched.ready;
  print('ready', `${(performance.now() - startedMs).toFixed(0)} ms`, `CPU ${(cpuMs() - cpuBefore).toFixed(0)} ms`);
  print('append → event', await measureAppends(files));

  await delay(100);
  const sizesBefore = new Map(files.map((file) => [file, statSync(file).size]));
  const burstCpu = cpuMs();
  const burstMs = performance.now();
  for (let round = 0; round < 3; round++) for (const file of files) appendFileSync(file, '{}\n');
  const writtenCpu = cpuMs();
  const isDone = (): boolean => files.every((file) => sizes.get(file) === (sizesBefore.get(file) ?? 0) + 9);
  while (!isDone()) await delay(5);
  print(
    `burst of ${3 * files.length} appends`,
    `all heard ${(performance.now() - burstMs).toFixed(0)} ms after the first`,
    `CPU without the writing ${(cpuMs() - writtenCpu).toFixed(0)} ms (writing ${(writtenCpu - burstCpu).toFixed(0)} ms)`,
  );

  await delay(200);
  const nested: number[] = [];
  for (let at = 0; at < 50; at++) {
    const file = join(root, `late-${at}`, 'deep', 'er', 's.jsonl');
    const ms = await timeToEvent(file, () => {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, '{}\n');
    });
    nested.push(ms);
  }
  print('three new folders and a file → event', `p50 ${percentile(nested, 0.5).toFixed(2)} ms`);

  print('RSS', `+${(rssMb() - rssBefore).toFixed(1)} MB`, `(${rssMb().toFixed(0)} MB in all)`);
  await watched.close();
}

/** Between two sweeps, long after the last change. */
async function measureIdle(root: string): Promise<number> {
  const watched = watchFolders([root], () => {}, { sweepMs: 3_600_000 });
  await watched.ready;
  // The engine collects garbage some time after the work is done.
  await delay(15_000);
  const before = cpuMs();
  await delay(idleSeconds * 1000);
  const perSecond = (cpuMs() - before) / idleSeconds;
  await watched.close();
  return perSecond;
}

/** Many in a row, on files that have been quiet for long. */
async function measureSweep(root: string): Promise<number> {
  const watched = watchFolders([root], () => {}, { sweepMs: 100 });
  await watched.ready;
  const before = cpuMs();
  await delay(5000);
  const perSweep = (cpuMs() - before) / 45;
  await watched.close();
  return perSweep;
}

const root = mkdtempSync(join(tmpdir(), 'toolscope-watch-'));
try {
  const files = makeLibrary(root);
  await delay(200);
  print(`${fileCount} files in ${folderCount} folders`);
  print('bare fs.watch: append → event', await measureBare(files));
  await measureWatch(root, files);
  for (const file of files) utimesSync(file, LONG_AGO, LONG_AGO);
  const idle = await measureIdle(root);
  const sweep = await measureSweep(root);
  print('idle', `${idle.toFixed(2)} ms of CPU per second`, `a sweep about ${sweep.toFixed(1)} ms`);
  print('idle, with a sweep every 30 s', `${(idle + sweep / 30).toFixed(2)} ms of CPU per second`);
} finally {
  rmSync(root, { recursive: true, force: true });
}
