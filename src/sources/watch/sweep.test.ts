// Tests how much a sweep looks at: bounded whatever the number of folders, and none of them is forgotten; and what it takes
// for a change.

import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { FolderTree } from './folder-tree.ts';
import type { Look } from './sighting.ts';
import { type Sweep, Sweeper } from './sweep.ts';
import { WatchContext } from './watch-context.ts';

const LONG_AGO = 1_000_000;
const root = mkdtempSync(join(tmpdir(), 'sweep-'));
const context = new WatchContext([root], () => {}, { watch: () => ({ close: () => {} }) });
const SWEEP: Sweep = { share: 1, maxLooks: 20, graceMs: 0, retriesWatches: false, signal: context.signal };

afterAll(() => {
  context.close();
  rmSync(root, { recursive: true, force: true });
});

/** Remembers where it looked. */
class RememberingTree extends FolderTree {
  looks: string[] = [];

  override lookAt(path: string, followLink?: boolean): Look | Promise<Look> {
    this.looks.push(path);
    return super.lookAt(path, followLink);
  }

  /** Where it looked since the last call, each place once. */
  told(): Set<string> {
    const places = new Set(this.looks);
    this.looks = [];
    return places;
  }
}

test('folders without recent life take turns, those with life do not wait', async () => {
  const quiet = Array.from({ length: 50 }, (_, i) => join(root, `quiet-${i}`));
  const lively = join(root, 'lively');
  for (const folder of [...quiet, lively]) {
    mkdirSync(folder);
    writeFileSync(join(folder, 'a.jsonl'), 'one\n');
    utimesSync(join(folder, 'a.jsonl'), LONG_AGO, LONG_AGO);
  }
  utimesSync(join(lively, 'a.jsonl'), new Date(), new Date());
  for (const folder of quiet) utimesSync(folder, LONG_AGO, LONG_AGO);
  const owner = { onEvent: () => {}, onRootTouched: () => {}, onRefused: () => {} };
  const tree = new RememberingTree(context, owner);
  const top = await tree.lookAt(root);
  if (typeof top === 'string') throw new Error(`the folder is ${top}`);
  tree.isQuiet = true;
  await tree.plant(root, top);
  const sweeper = new Sweeper(tree);
  tree.told();
  const seen: string[][] = [];
  for (let i = 0; i < 6; i++) {
    await sweeper.sweep(SWEEP);
    const looks = tree.told();
    expect([looks.has(root), looks.has(join(lively, 'a.jsonl'))]).toEqual([true, true]);
    seen.push(quiet.filter((folder) => looks.has(folder) && looks.has(join(folder, 'a.jsonl'))));
  }
  expect(Math.max(...seen.map((folders) => folders.length))).toBeLessThan(12);
  expect(new Set(seen.flat()).size).toBe(quiet.length);
  expect(seen.flat()).toHaveLength(quiet.length);
  tree.close();
});

test('a folder that cannot be looked at has not changed', async () => {
  class BlindTree extends FolderTree {
    isBlind = false;

    override lookAt(path: string, followLink?: boolean): Look | Promise<Look> {
      return this.isBlind ? 'unknown' : super.lookAt(path, followLink);
    }
  }
  const folder = join(root, 'fog');
  mkdirSync(folder);
  utimesSync(folder, LONG_AGO, LONG_AGO);
  const tree = new BlindTree(context, { onEvent: () => {}, onRootTouched: () => {}, onRefused: () => {} });
  const top = await tree.lookAt(folder);
  if (typeof top === 'string') throw new Error(`the folder is ${top}`);
  tree.isQuiet = true;
  await tree.plant(folder, top);
  tree.isQuiet = false;
  const sweeper = new Sweeper(tree);
  writeFileSync(join(folder, 'a.jsonl'), 'one\n');
  tree.isBlind = true;
  expect(await sweeper.sweep(SWEEP)).toBe(0);
  tree.isBlind = false;
  expect(await sweeper.sweep(SWEEP)).toBe(1);
  expect(await sweeper.sweep(SWEEP)).toBe(0);
  tree.close();
});
