// Checks that the watch's reports add up: after any sequence of changes, the reported files are the files on the disk.

import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { WatchOptions } from './watch-context.ts';
import { watchFolders } from './watch-folders.ts';

/** A small generator of numbers from 0 to `below`, the same for the same seed. */
function generator(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function filesOnDisk(root: string): Map<string, number> {
  const files = new Map<string, number>();
  if (!existsSync(root)) return files;
  for (const entry of readdirSync(root, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && path.endsWith('.jsonl')) files.set(path, statSync(path).size);
  }
  return files;
}

function change(root: string, random: (below: number) => number): void {
  const folder = join(root, ...Array.from({ length: random(4) }, () => `d${random(3)}`));
  const file = join(folder, `f${random(4)}.jsonl`);
  const other = join(root, `d${random(3)}`, `d${random(3)}`);
  switch (random(10)) {
    case 0:
    case 1:
    case 2:
      mkdirSync(folder, { recursive: true });
      appendFileSync(file, 'x'.repeat(1 + random(20)));
      return;
    case 3:
      if (existsSync(file)) truncateSync(file, random(3));
      return;
    case 4:
      rmSync(file, { force: true });
      return;
    case 5:
      mkdirSync(folder, { recursive: true });
      writeFileSync(`${file}.tmp`, 'y'.repeat(random(20)));
      renameSync(`${file}.tmp`, file);
      return;
    case 6:
      if (random(3) === 0) rmSync(folder, { recursive: true, force: true });
      return;
    case 7:
      if (existsSync(folder) && folder !== root && !other.startsWith(folder) && !existsSync(other)) {
        mkdirSync(dirname(other), { recursive: true });
        if (!dirname(other).startsWith(`${folder}/`) && existsSync(folder)) renameSync(folder, other);
      }
      return;
    case 8:
      rmSync(file, { force: true });
      if (existsSync(folder)) writeFileSync(file, 'z'.repeat(random(20)));
      return;
    default:
      if (existsSync(file)) for (let at = 0; at < 20; at++) appendFileSync(file, 'x');
  }
}

async function runChaos(seed: number, options: WatchOptions): Promise<void> {
  const base = mkdtempSync(join(tmpdir(), 'chaos-'));
  const root = join(base, 'logs');
  const random = generator(seed);
  const told = new Map<string, number>();
  const oddities: string[] = [];
  const watch = watchFolders(
    [root],
    ({ path, kind, size }) => {
      if (kind === 'new' ? told.has(path) : !told.has(path)) oddities.push(`${kind} ${path}`);
      if (kind === 'gone') told.delete(path);
      else told.set(path, size);
    },
    { accepts: (path) => path.endsWith('.jsonl'), sweepMs: 60_000, restMs: 3, ...options },
  );
  try {
    await watch.ready;
    for (let step = 0; step < 400; step++) {
      change(root, random);
      // Sometimes in one breath, sometimes with time to hear of it.
      if (random(3) === 0) await delay(random(4));
    }
    const sorted = (files: Map<string, number>): [string, number][] =>
      [...files].toSorted(([a], [b]) => (a < b ? -1 : 1));
    const end = performance.now() + 30_000;
    const isEqual = (): boolean => JSON.stringify(sorted(told)) === JSON.stringify(sorted(filesOnDisk(root)));
    while (!isEqual() && performance.now() < end) await delay(20);
    expect(sorted(told)).toEqual(sorted(filesOnDisk(root)));
    expect(oddities).toEqual([]);
    expect(watch.status()[0]?.files).toBe(told.size);
  } finally {
    await watch.close();
    rmSync(base, { recursive: true, force: true });
  }
}

test.each([1, 2, 3, 4])('told by the system, looked at directly (%i)', (seed) => runChaos(seed, {}));

test.each([5, 6])('told by the system, looked at in the background (%i)', (seed) =>
  runChaos(seed, { mountOf: async () => ({ kind: 'unknown', name: '?' }) }),
);

test.each([7, 8])('found by polling alone (%i)', (seed) => runChaos(seed, { polling: 'always', pollMs: 10 }));

test.each([9])('told by the system while sweeps run all the time (%i)', (seed) => runChaos(seed, { sweepMs: 5 }));
