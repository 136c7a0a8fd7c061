// Tests the index with real errors: a full disk, and a data folder that is not writable. What cannot be set up on a machine is
// skipped there.

import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateLibrary } from '../../bench/generate/library.ts';
import type { Trouble } from '../../src/base/portable-error.ts';
import { openFollower } from '../../src/library/index-watcher.ts';
import { buildProgram, toolscope } from '../support/program.ts';
import { indexOnce, indexPicture, LONG_AFTER, newFolder, readPicture } from './support.ts';

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

const disk = newFolder();

function mount(...options: readonly string[]): boolean {
  return process.platform === 'linux' && spawnSync('mount', [...options, disk], { stdio: 'ignore' }).status === 0;
}

const isMounted = isRoot && mount('-t', 'tmpfs', '-o', 'size=1500k', 'tmpfs');

afterAll(() => {
  // Files that no one uses any more may still be open until memory is tidied.
  if (isMounted) spawnSync('umount', ['-l', disk], { stdio: 'ignore' });
  rmSync(disk, { recursive: true, force: true });
});

function library(seed: string): string {
  const logs = newFolder();
  generateLibrary({ dir: logs, bytes: 6e6, seed, callsPerSession: 10 });
  return logs;
}

beforeAll(buildProgram, 120_000);

describe.skipIf(!isMounted)('a full disk', () => {
  it('is told, costs nothing that is in, and is got over by itself when there is room', async () => {
    const logs = library('real disk');
    const program = await toolscope(['index', '--no-archive', '--root', logs], { env: { TOOLSCOPE_HOME: disk } });
    expect([program.status === 0, program.stderr]).toEqual([false, expect.stringContaining('no room left')]);

    // Enough to open it, too little for the rest.
    mount('-o', 'remount,size=1900k');
    const troubles: Trouble[] = [];
    const now = (): number => LONG_AFTER;
    const onTrouble = (trouble: Trouble): void => {
      troubles.push(trouble);
    };
    const follower = await openFollower({ folder: disk, places: [logs], archive: false, now, onTrouble });
    while (troubles.length === 0) await sleep(5);
    expect(troubles[0]).toMatchObject({ code: 'disk-full', hint: 'Free some space on that disk.' });
    expect(follower.state().trouble?.code).toBe('disk-full');
    mount('-o', 'remount,size=64m');
    await follower.ready;
    expect(follower.state()).toMatchObject({ phase: 'following', trouble: null });
    await follower.close();
    expect(await indexPicture(disk)).toEqual(await readPicture([logs]));
    rmSync(logs, { recursive: true });
  }, 120_000);
});

describe.skipIf(!isRoot)('a data folder that may not be written to', () => {
  it('is named, with what to do; nothing in it changes', async () => {
    const [logs, home] = [library('read only'), newFolder()];
    await indexOnce(home, [logs]);
    const before = await indexPicture(home);
    for (const folder of [logs, home]) chmodSync(folder, 0o555);
    for (const args of [['ls'], ['search', 'the'], ['index']]) {
      const env = { TOOLSCOPE_HOME: home, HOME: '/nonexistent' };
      const { status, stderr } = await toolscope([...args, '--root', logs], { env, uid: NOBODY });
      expect([status === 0, stderr]).toEqual([false, expect.stringContaining(home)]);
      expect(stderr).toContain('TOOLSCOPE_HOME');
    }
    chmodSync(home, 0o755);
    expect(await indexPicture(home)).toEqual(before);
    for (const folder of [logs, home]) rmSync(folder, { recursive: true });
  }, 120_000);

  it('may not be there yet', async () => {
    const above = newFolder();
    chmodSync(above, 0o555);
    const logs = library('no folder');
    chmodSync(logs, 0o755);
    const env = { TOOLSCOPE_HOME: `${above}/data` };
    const { status, stderr } = await toolscope(['ls', '--root', logs], { env, uid: NOBODY });
    expect([status === 0, stderr]).toEqual([false, expect.stringContaining(`${above}/data`)]);
    mkdirSync(`${above}/data`);
    for (const folder of [logs, above]) rmSync(folder, { recursive: true });
  }, 120_000);
});
