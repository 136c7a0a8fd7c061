// Checks the watch on real folders: every kind of change, races, roots that come and go, refusals, silence, and the end.

import {
  appendFileSync,
  chmodSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { lstat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FileChange, RootStatus } from './file-change.ts';
import { nativeWatch, type WatchFunction } from './native-watch.ts';
import type { WatchOptions } from './watch-context.ts';
import { type FolderWatch, watchFolders } from './watch-folders.ts';

let root: string;
let watches: FolderWatch[];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'watch-'));
  watches = [];
});

afterEach(async () => {
  await Promise.all(watches.map((watch) => watch.close()));
  rmSync(root, { recursive: true, force: true });
});

/** A watch that remembers its reports, and can be waited for. */
async function follow(roots: readonly string[], options: WatchOptions = {}) {
  const changes: FileChange[] = [];
  const statuses: RootStatus[] = [];
  const watch = watchFolders(roots, (change) => changes.push(change), {
    accepts: (path) => path.endsWith('.jsonl'),
    sweepMs: 60_000,
    onStatus: (status) => statuses.push(status),
    ...options,
  });
  watches.push(watch);
  await watch.ready;
  const told = (): string[] => changes.map(({ path, kind, size }) => `${kind} ${path.slice(root.length + 1)} ${size}`);
  return { watch, changes, statuses, told };
}

async function until(condition: () => boolean, timeoutMs = 30_000): Promise<void> {
  const end = performance.now() + timeoutMs;
  while (!condition() && performance.now() < end) await delay(5);
}

/** Waits for exactly these, and a little longer for what should not come. */
async function expectTold(told: () => string[], expected: string[], { inOrder = true } = {}): Promise<void> {
  await until(() => told().length >= expected.length);
  await delay(60);
  expect(inOrder ? told() : told().toSorted()).toEqual(inOrder ? expected : expected.toSorted());
}

const deaf: WatchFunction = () => ({ close: () => {} });

test('a file that is written over is told, though it is as long as before', async () => {
  const file = join(root, 'a.jsonl');
  writeFileSync(file, 'one\n');
  utimesSync(file, 1000, 1000);
  const { told } = await follow([root]);
  const open = openSync(file, 'r+');
  writeSync(open, 'two\n');
  closeSync(open);
  await expectTold(told, ['replaced a.jsonl 4']);
});

test('files that are there are known, not told; what happens to them is told once', async () => {
  const file = join(root, 'a.jsonl');
  writeFileSync(file, 'one\n');
  const { told, changes } = await follow([root]);
  appendFileSync(file, 'two\n');
  await expectTold(told, ['grown a.jsonl 8']);
  truncateSync(file, 2);
  await expectTold(told, ['grown a.jsonl 8', 'truncated a.jsonl 2']);
  const { dev, ino } = await lstat(file, { bigint: true });
  expect(changes.at(-1)).toEqual({ path: file, kind: 'truncated', size: 2, inode: `${dev}:${ino}` });
  unlinkSync(file);
  await expectTold(told, ['grown a.jsonl 8', 'truncated a.jsonl 2', 'gone a.jsonl 2']);
  writeFileSync(file, 'again');
  await until(() => told().length >= 4);
  await delay(60);
  // Creating and writing are two steps of the system: the first look may come between them.
  expect(told()[3]).toMatch(/^new a\.jsonl [05]$/);
  expect(told().at(-1)).toMatch(/ a\.jsonl 5$/);
});

test('files that are there are told when that is asked for', async () => {
  mkdirSync(join(root, 'x/y'), { recursive: true });
  writeFileSync(join(root, 'x/y/a.jsonl'), 'one\n');
  const { told } = await follow([root], { reportsExisting: true });
  expect(told()).toEqual(['new x/y/a.jsonl 4']);
});

test('a burst of appends ends with the last size, in few words', async () => {
  const file = join(root, 'a.jsonl');
  writeFileSync(file, '');
  const { told, changes } = await follow([root]);
  for (let at = 0; at < 2000; at++) appendFileSync(file, 'x'.repeat(10));
  await until(() => changes.at(-1)?.size === 20_000);
  await delay(60);
  expect(told().at(-1)).toBe('grown a.jsonl 20000');
  expect(changes.length).toBeLessThan(200);
  expect(changes.every(({ size }, at) => at === 0 || size > (changes[at - 1]?.size ?? 0))).toBe(true);
});

test('bursts over many files reach every file', async () => {
  for (let at = 0; at < 400; at++) writeFileSync(join(root, `${at}.jsonl`), '');
  const { changes } = await follow([root]);
  for (let round = 0; round < 5; round++) {
    for (let at = 0; at < 400; at++) appendFileSync(join(root, `${at}.jsonl`), 'line\n');
  }
  const last = (): Map<string, number> => new Map(changes.map(({ path, size }) => [path, size]));
  await until(() => last().size === 400 && [...last().values()].every((size) => size === 25));
  expect([...last().values()]).toEqual(Array.from({ length: 400 }, () => 25));
});

test('folders made and filled at once are found whole, however deep', async () => {
  const { told } = await follow([root]);
  const expected: string[] = [];
  for (let at = 0; at < 20; at++) {
    const folder = join(root, `p${at}/q/r`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 's.jsonl'), 'line\n');
    expected.push(`new p${at}/q/r/s.jsonl 5`);
  }
  await expectTold(told, expected, { inOrder: false });
  // The new folders are watched too.
  appendFileSync(join(root, 'p7/q/r/s.jsonl'), 'line\n');
  mkdirSync(join(root, 'p7/q/t'));
  writeFileSync(join(root, 'p7/q/t/u.jsonl'), '');
  await expectTold(told, [...expected, 'grown p7/q/r/s.jsonl 10', 'new p7/q/t/u.jsonl 0'], { inOrder: false });
});

test('a file renamed over another replaces it', async () => {
  writeFileSync(join(root, 'a.jsonl'), 'old and long\n');
  const { told, changes } = await follow([root]);
  writeFileSync(join(root, 'a.tmp'), 'new\n');
  renameSync(join(root, 'a.tmp'), join(root, 'a.jsonl'));
  await expectTold(told, ['replaced a.jsonl 4']);
  expect(changes[0]?.inode).toMatch(/^\d+:\d+$/);
});

test('a file deleted and made again at once is another file, even under the same inode', async () => {
  const file = join(root, 'a.jsonl');
  writeFileSync(join(root, 'other.jsonl'), 'x');
  writeFileSync(file, 'old\n');
  await delay(20);
  appendFileSync(file, 'old\n');
  const { told } = await follow([root]);
  unlinkSync(file);
  writeFileSync(file, 'new and longer\n');
  await until(() => told().length > 0);
  await delay(60);
  expect(told().join()).toMatch(/^(?:replaced a\.jsonl 15|gone a\.jsonl 8,new a\.jsonl \d+(?:,grown a\.jsonl 15)?)$/);
});

test('renamed files and folders are gone here and new there, with the same inode', async () => {
  mkdirSync(join(root, 'p'));
  writeFileSync(join(root, 'p/a.jsonl'), 'one\n');
  const { told, changes } = await follow([root]);
  renameSync(join(root, 'p'), join(root, 'q'));
  await expectTold(told, ['gone p/a.jsonl 4', 'new q/a.jsonl 4'], { inOrder: false });
  expect(new Set(changes.map(({ inode }) => inode)).size).toBe(1);
  appendFileSync(join(root, 'q/a.jsonl'), 'two\n');
  await expectTold(told, ['gone p/a.jsonl 4', 'new q/a.jsonl 4', 'grown q/a.jsonl 8'], { inOrder: false });
});

test('a folder deleted and made again is watched again', async () => {
  const { told } = await follow([root]);
  for (let round = 0; round < 5; round++) {
    mkdirSync(join(root, 'p/q'), { recursive: true });
    writeFileSync(join(root, 'p/q/a.jsonl'), 'one\n');
    await until(() => told().at(-1) === 'new p/q/a.jsonl 4');
    rmSync(join(root, 'p'), { recursive: true });
    if (round % 2 === 0) await until(() => told().at(-1) === 'gone p/q/a.jsonl 4');
  }
  mkdirSync(join(root, 'p/q'), { recursive: true });
  await delay(60);
  writeFileSync(join(root, 'p/q/b.jsonl'), 'x');
  await until(() => told().some((line) => line.startsWith('new p/q/b.jsonl')));
  appendFileSync(join(root, 'p/q/b.jsonl'), 'yz');
  await until(() => told().at(-1) === 'grown p/q/b.jsonl 3');
  expect(told().at(-1)).toBe('grown p/q/b.jsonl 3');
});

test('only files that are wanted, no links, no folders that are not entered', async () => {
  const outside = mkdtempSync(join(tmpdir(), 'outside-'));
  try {
    mkdirSync(join(root, 'node_modules'));
    writeFileSync(join(outside, 'x.jsonl'), '');
    symlinkSync(outside, join(root, 'link'));
    symlinkSync(join(outside, 'x.jsonl'), join(root, 'link.jsonl'));
    const { told, watch } = await follow([root]);
    appendFileSync(join(outside, 'x.jsonl'), 'secret');
    symlinkSync(outside, join(root, 'late'));
    writeFileSync(join(root, 'node_modules/a.jsonl'), 'x');
    writeFileSync(join(root, 'notes.txt'), 'x');
    writeFileSync(join(root, 'a.jsonl'), '');
    await expectTold(told, ['new a.jsonl 0']);
    expect(watch.status()).toEqual([{ root, state: 'watched', reason: null, folders: 1, files: 1, unreadable: [] }]);
    // What becomes a link is gone.
    rmSync(join(root, 'a.jsonl'));
    symlinkSync(join(outside, 'x.jsonl'), join(root, 'a.jsonl'));
    await expectTold(told, ['new a.jsonl 0', 'gone a.jsonl 0']);
  } finally {
    rmSync(outside, { recursive: true, force: true });
  }
});

test('a root that does not exist is waited for, step by step, and again when it goes', async () => {
  const late = join(root, 'one/two/three');
  const { told, watch, statuses } = await follow([late]);
  expect(watch.status()).toMatchObject([{ root: late, state: 'missing', folders: 0 }]);
  mkdirSync(join(root, 'one'));
  await delay(40);
  mkdirSync(join(late, 'deep'), { recursive: true });
  writeFileSync(join(late, 'deep/a.jsonl'), 'one\n');
  await expectTold(told, ['new one/two/three/deep/a.jsonl 4']);
  appendFileSync(join(late, 'deep/a.jsonl'), 'two\n');
  await until(() => told().length === 2);
  rmSync(join(root, 'one'), { recursive: true });
  await until(() => told().length === 3);
  expect(told().slice(1)).toEqual(['grown one/two/three/deep/a.jsonl 8', 'gone one/two/three/deep/a.jsonl 8']);
  await until(() => statuses.length >= 3);
  mkdirSync(late, { recursive: true });
  writeFileSync(join(late, 'b.jsonl'), 'x');
  await until(() => told().some((line) => line.startsWith('new one/two/three/b.jsonl')));
  await until(() => statuses.length >= 4);
  expect(statuses.map(({ state }) => state)).toEqual(['missing', 'watched', 'missing', 'watched']);
});

test('a root may be a link, a file, or lie inside another root', async () => {
  mkdirSync(join(root, 'real/inner'), { recursive: true });
  symlinkSync(join(root, 'real'), join(root, 'link'));
  writeFileSync(join(root, 'notes.txt'), 'x');
  const { told } = await follow([join(root, 'link'), join(root, 'link/inner'), join(root, 'notes.txt')]);
  writeFileSync(join(root, 'real/a.jsonl'), '');
  writeFileSync(join(root, 'real/inner/b.jsonl'), '');
  writeFileSync(join(root, 'other.txt'), 'x');
  appendFileSync(join(root, 'notes.txt'), 'y');
  await expectTold(told, ['new link/a.jsonl 0', 'new link/inner/b.jsonl 0', 'grown notes.txt 2'], { inOrder: false });
});

test('the sweep finds what was not told, and polls a root whose watch stays silent', async () => {
  mkdirSync(join(root, 'p'));
  writeFileSync(join(root, 'p/a.jsonl'), '');
  const { told, watch, statuses } = await follow([root], { watch: deaf, sweepMs: 100, pollMs: 30 });
  expect(watch.status()).toMatchObject([{ state: 'watched' }]);
  appendFileSync(join(root, 'p/a.jsonl'), 'one\n');
  await until(() => watch.status()[0]?.state === 'polled');
  expect(told()).toEqual(['grown p/a.jsonl 4']);
  expect(statuses.at(-1)).toMatchObject({
    state: 'polled',
    reason: 'Changes were found that the system had not reported.',
  });
  mkdirSync(join(root, 'q/r'), { recursive: true });
  writeFileSync(join(root, 'q/r/b.jsonl'), 'x');
  await until(() => told().length >= 2);
  expect(told()[1]).toBe('new q/r/b.jsonl 1');
  rmSync(join(root, 'p'), { recursive: true });
  await until(() => told().length >= 3);
  expect(told()[2]).toBe('gone p/a.jsonl 4');
});

test('a watch that tells some things and loses others is not trusted after a while', async () => {
  const forgetful: WatchFunction = (folder, onEvent, onError) =>
    nativeWatch(folder, (type, name) => (name === 'lost.jsonl' ? undefined : onEvent(type, name)), onError);
  writeFileSync(join(root, 'lost.jsonl'), '');
  writeFileSync(join(root, 'told.jsonl'), '');
  const { told, watch } = await follow([root], { watch: forgetful, sweepMs: 100 });
  appendFileSync(join(root, 'told.jsonl'), 'x');
  await until(() => told().length === 1);
  for (let round = 1; round <= 3; round++) {
    expect(watch.status()).toMatchObject([{ state: 'watched' }]);
    appendFileSync(join(root, 'lost.jsonl'), 'x');
    await until(() => told().at(-1) === `grown lost.jsonl ${round}`);
    await delay(120);
  }
  await until(() => watch.status()[0]?.state === 'polled');
  expect(watch.status()).toMatchObject([{ state: 'polled' }]);
});

test('sweeps do not mistake what was told for silence', async () => {
  writeFileSync(join(root, 'a.jsonl'), '');
  const { watch, changes } = await follow([root], { sweepMs: 15, restMs: 2 });
  for (let round = 0; round < 150; round++) {
    appendFileSync(join(root, 'a.jsonl'), 'x');
    if (round % 10 === 0) writeFileSync(join(root, `${round}.jsonl`), 'x');
    await delay(3);
  }
  await until(() => changes.some(({ path, size }) => path.endsWith('a.jsonl') && size === 150));
  expect(watch.status()).toMatchObject([{ state: 'watched', files: 16 }]);
});

test('too many watches: the root is polled, says why, and is watched again when that is over', async () => {
  let allowed = 1;
  let open = 0;
  const stingy: WatchFunction = (folder, onEvent, onError) => {
    if (open >= allowed) throw Object.assign(new Error('no more'), { code: 'ENOSPC' });
    open++;
    const handle = nativeWatch(folder, onEvent, onError);
    return {
      close: () => {
        open--;
        handle.close();
      },
    };
  };
  for (const name of ['p', 'q', 'r']) {
    mkdirSync(join(root, name));
    writeFileSync(join(root, name, 'a.jsonl'), '');
  }
  const { told, watch, statuses } = await follow([root], { watch: stingy, sweepMs: 300, pollMs: 30 });
  expect(statuses).toEqual([
    {
      root,
      state: 'polled',
      reason:
        'The system allows no more watches: raise fs.inotify.max_user_watches, or close programs that watch many folders.',
      folders: 4,
      files: 3,
      unreadable: [],
    },
  ]);
  for (const name of ['p', 'q', 'r']) appendFileSync(join(root, name, 'a.jsonl'), 'x');
  await expectTold(told, ['grown p/a.jsonl 1', 'grown q/a.jsonl 1', 'grown r/a.jsonl 1'], { inOrder: false });
  allowed = 100;
  await until(() => watch.status()[0]?.state === 'watched');
  expect(statuses.at(-1)).toMatchObject({ state: 'watched', reason: null });
  expect(open).toBe(4);
  await watch.close();
  expect(open).toBe(0);
});

test.each([
  ['EMFILE', 'The system allows no more watchers: raise fs.inotify.max_user_instances or the limit of open files.'],
  ['EPERM', 'The system does not permit watching this folder.'],
  ['EIO', 'The folder could not be watched (EIO).'],
])('a refusal with %s is polled', async (code, reason) => {
  const refusing: WatchFunction = () => {
    throw Object.assign(new Error('no'), { code });
  };
  const missing = join(root, 'late');
  const { told, watch } = await follow([root, missing], { watch: refusing, pollMs: 20 });
  expect(watch.status()).toMatchObject([
    { root, state: 'polled', reason },
    { root: missing, state: 'missing', reason },
  ]);
  mkdirSync(missing);
  writeFileSync(join(missing, 'a.jsonl'), 'x');
  writeFileSync(join(root, 'b.jsonl'), 'x');
  await expectTold(told, ['new b.jsonl 1', 'new late/a.jsonl 1'], { inOrder: false });
});

test('a watch that breaks later is polled too', async () => {
  let breakIt = (_: unknown): void => {};
  const fragile: WatchFunction = (folder, onEvent, onError) => {
    breakIt = onError;
    return nativeWatch(folder, onEvent, onError);
  };
  const { told, watch } = await follow([root], { watch: fragile, sweepMs: 60_000, pollMs: 20 });
  breakIt(Object.assign(new Error('gone bad'), { code: 'EBADF' }));
  expect(watch.status()).toMatchObject([{ state: 'polled', reason: 'The folder could not be watched (EBADF).' }]);
  writeFileSync(join(root, 'a.jsonl'), 'x');
  await expectTold(told, ['new a.jsonl 1']);
});

test('network mounts, a wish, and a limit are reasons to poll as well', async () => {
  mkdirSync(join(root, 'p'));
  const network = await follow([root], { mountOf: async () => ({ kind: 'network', name: 'NFS' }), pollMs: 20 });
  expect(network.watch.status()).toMatchObject([
    { state: 'polled', reason: 'The folder is on NFS, which does not report changes made elsewhere.' },
  ]);
  const wished = await follow([root], { polling: 'always', pollMs: 20 });
  expect(wished.watch.status()).toMatchObject([{ state: 'polled', reason: 'Polling was asked for.' }]);
  const limited = await follow([root], { maxWatches: 1, pollMs: 20 });
  expect(limited.watch.status()).toMatchObject([
    { state: 'polled', reason: 'More than 1 folders are watched already.' },
  ]);
  writeFileSync(join(root, 'p/a.jsonl'), 'x');
  for (const { told } of [network, wished, limited]) await until(() => told().length > 0);
  expect([network, wished, limited].map(({ told }) => told()[0]?.slice(0, 13))).toEqual([
    'new p/a.jsonl',
    'new p/a.jsonl',
    'new p/a.jsonl',
  ]);
});

test('polling can be forbidden', async () => {
  const refusing: WatchFunction = () => {
    throw Object.assign(new Error('no'), { code: 'ENOSPC' });
  };
  const { watch } = await follow([root], { watch: refusing, polling: 'never' });
  expect(watch.status()).toMatchObject([{ state: 'watched', reason: null }]);
});

test.skipIf(process.getuid?.() === 0)('a folder that cannot be read is named and tried again', async () => {
  const closed = join(root, 'closed');
  mkdirSync(closed);
  writeFileSync(join(closed, 'a.jsonl'), 'x');
  chmodSync(closed, 0);
  const { told, watch } = await follow([root], { sweepMs: 50 });
  expect(watch.status()).toMatchObject([{ state: 'watched', unreadable: [closed] }]);
  chmodSync(closed, 0o700);
  await until(() => told().length > 0);
  expect(told()).toEqual(['new closed/a.jsonl 1']);
  await until(() => watch.status()[0]?.unreadable.length === 0);
  expect(watch.status()).toMatchObject([{ state: 'watched', folders: 2, unreadable: [] }]);
});

test('quiet files are swept in turns, so that none is forgotten', async () => {
  const names = Array.from({ length: 60 }, (_, at) => `${at}.jsonl`);
  const old = new Date(Date.now() - 86_400_000);
  const { utimesSync } = await import('node:fs');
  for (const name of names) {
    writeFileSync(join(root, name), '');
    utimesSync(join(root, name), old, old);
  }
  const { changes } = await follow([root], { watch: deaf, polling: 'never', sweepMs: 10 });
  for (const name of names) appendFileSync(join(root, name), 'x');
  await until(() => changes.length === 60);
  expect(new Set(changes.map(({ path }) => path)).size).toBe(60);
});

test('nothing is told after the end, and nothing stays open', async () => {
  mkdirSync(join(root, 'p'));
  const before = process.getActiveResourcesInfo().filter((name) => name !== 'Immediate').length;
  const { watch, told } = await follow([root, join(root, 'missing')], { sweepMs: 20 });
  writeFileSync(join(root, 'p/a.jsonl'), 'x');
  await watch.close();
  const after = process.getActiveResourcesInfo().filter((name) => name !== 'Immediate').length;
  expect(after).toBeLessThanOrEqual(before);
  const count = told().length;
  writeFileSync(join(root, 'p/b.jsonl'), 'x');
  await delay(80);
  expect(told().length).toBe(count);
  await watch.close();
});

test('closing while it starts is quiet too', async () => {
  for (let at = 0; at < 50; at++) mkdirSync(join(root, `${at}/x/y`), { recursive: true });
  const watch = watchFolders([root], () => {});
  await watch.close();
  await watch.ready;
  expect(process.getActiveResourcesInfo().filter((name) => name === 'FSEventWrap')).toEqual([]);
});
