import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withLock } from './lock.mjs';

/** No process can have it: above the largest id that Linux, macOS or Windows hands out by default. */
const DEAD_PID = 2 ** 30;
let folder;
let lockFolder;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'toolscope-lock-'));
  lockFolder = path.join(folder, 'deep/prepare.lock');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function leaveLock(owner, ageMs = 0) {
  mkdirSync(lockFolder, { recursive: true });
  if (owner) writeFileSync(path.join(lockFolder, 'owner.json'), JSON.stringify({ token: 'old', ...owner }));
  const touched = new Date(Date.now() - ageMs);
  utimesSync(lockFolder, touched, touched);
}

test('lets one in at a time, tells who waits, and leaves nothing behind', async () => {
  const log = [];
  const waits = [];
  const enter = (name) =>
    withLock(
      lockFolder,
      async () => {
        log.push(`${name} in`);
        await sleep(150);
        log.push(`${name} out`);
      },
      (owner) => waits.push(owner?.pid),
    );
  await Promise.all([enter('a'), enter('b'), enter('c')]);
  expect(log.filter((_, index) => index % 2 === 0).map((entry) => entry.replace('in', 'out'))).toEqual(
    log.filter((_, index) => index % 2 === 1),
  );
  expect(waits).toEqual([process.pid, process.pid]);
  expect(existsSync(lockFolder)).toBe(false);
});

test('releases the lock when the work fails', async () => {
  await expect(withLock(lockFolder, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(existsSync(lockFolder)).toBe(false);
});

test.each([
  ['of a process that is gone', { pid: DEAD_PID, host: hostname() }, 0],
  ['that has been silent for too long', { pid: process.pid, host: hostname() }, 300_000],
  ['of another machine that has been silent for too long', { pid: 1, host: 'elsewhere' }, 300_000],
  ['that never got an owner', undefined, 60_000],
])('breaks a lock %s', async (_, owner, ageMs) => {
  leaveLock(owner, ageMs);
  expect(await withLock(lockFolder, () => 'entered')).toBe('entered');
});

test('respects a lock of another machine while it is fresh', async () => {
  leaveLock({ pid: DEAD_PID, host: 'elsewhere' });
  let entered = false;
  const entering = withLock(lockFolder, () => {
    entered = true;
  });
  await sleep(400);
  expect(entered).toBe(false);
  rmSync(lockFolder, { recursive: true });
  await entering;
  expect(entered).toBe(true);
});
