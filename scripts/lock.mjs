// The lock that keeps two runs from preparing the same tree at once: a folder, a heartbeat, and stale detection.
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 100;
const HEARTBEAT_MS = 5_000;
/** A holder that has not touched its lock for this long is taken for dead, whatever its process id says. */
const SILENT_MS = 120_000;
/** A lock with no owner written in it yet is either a moment old or abandoned between two system calls. */
const OWNERLESS_MS = 5_000;

/** Runs `work` while holding the lock folder; `onWait(owner)` is called once if another process holds it. */
export async function withLock(lockFolder, work, onWait = () => {}) {
  const token = await acquire(lockFolder, onWait);
  const heartbeat = setInterval(() => touch(lockFolder), HEARTBEAT_MS);
  const release = () => {
    if (readOwner(lockFolder)?.token === token) rmSync(lockFolder, { recursive: true, force: true });
  };
  process.on('exit', release);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    process.off('exit', release);
    release();
  }
}

async function acquire(lockFolder, onWait) {
  mkdirSync(path.dirname(lockFolder), { recursive: true });
  const token = randomUUID();
  for (let waited = false; ; await sleep(POLL_MS)) {
    if (tryCreate(lockFolder, token)) return token;
    if (breakIfStale(lockFolder)) continue;
    if (waited) continue;
    waited = true;
    onWait(readOwner(lockFolder));
  }
}

function tryCreate(lockFolder, token) {
  try {
    mkdirSync(lockFolder);
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
  writeFileSync(ownerFile(lockFolder), JSON.stringify({ token, pid: process.pid, host: hostname() }));
  return true;
}

/** Moves a stale lock aside in one step, so that only one of several waiting processes can win it. */
function breakIfStale(lockFolder) {
  const owner = readOwner(lockFolder);
  if (!isStale(lockFolder, owner)) return false;
  const aside = `${lockFolder}.${randomUUID()}`;
  try {
    renameSync(lockFolder, aside);
  } catch {
    return false;
  }
  if (readOwner(aside)?.token !== owner?.token) {
    // Another process broke the stale lock and took it first: this one is alive, so give it back.
    renameSync(aside, lockFolder);
    return false;
  }
  rmSync(aside, { recursive: true, force: true });
  return true;
}

function isStale(lockFolder, owner) {
  const silentMs = Date.now() - (statSync(lockFolder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  if (!owner) return silentMs > OWNERLESS_MS;
  if (silentMs > SILENT_MS) return true;
  return owner.host === hostname() && !isAlive(owner.pid);
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function readOwner(lockFolder) {
  try {
    return JSON.parse(readFileSync(ownerFile(lockFolder), 'utf8'));
  } catch {
    return undefined;
  }
}

function touch(lockFolder) {
  const now = new Date();
  try {
    utimesSync(lockFolder, now, now);
  } catch {
    // The lock was broken by force; the work goes on and the release notices the other owner.
  }
}

const ownerFile = (lockFolder) => path.join(lockFolder, 'owner.json');
