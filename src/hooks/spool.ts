// Processes what shell hooks left in the spool: each file becomes a line of the inbox and is deleted. A line stored twice, because a
// process died in between or two did it at once, is recognised by its id.

import {
  closeSync,
  type Dirent,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  unlinkSync,
  watch,
} from 'node:fs';
import { join } from 'node:path';
import { noteTrouble } from './hook-errors.ts';
import { END_BYTES, type HookInput, PARSE_LIMIT } from './hook-input.ts';
import { spoolFolder } from './inbox.ts';
import { receiveHook } from './receive-hook.ts';

/** `<agent>.<process>.<number>.json`; `.part` while it is being written. */
const WAITING = /^(?<agent>[a-z0-9-]+)\.(?<pid>\d+)\.\d+\.json$/;
const UNFINISHED = /\.part$/;
/** A hook takes milliseconds: one unfinished after this was killed. */
const KILLED_AFTER_MS = 10 * 60_000;
/** Errors in the input, which a retry will not fix. */
const HOPELESS: ReadonlySet<string> = new Set(['not-json', 'not-an-object', 'no-session', 'empty']);

function readRange(file: number, from: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let read = 0;
  while (read < length) {
    const more = readSync(file, bytes, read, length - read, from + read);
    if (more === 0) break;
    read += more;
  }
  return bytes.subarray(0, read);
}

function readWords(path: string): { readonly words: HookInput; readonly modifiedAt: number } {
  const file = openSync(path, 'r');
  try {
    const { size, mtimeMs } = fstatSync(file);
    if (size <= PARSE_LIMIT) {
      return { words: { head: readRange(file, 0, size), tail: null, bytes: size }, modifiedAt: mtimeMs };
    }
    const head = readRange(file, 0, END_BYTES);
    return { words: { head, tail: readRange(file, size - END_BYTES, END_BYTES), bytes: size }, modifiedAt: mtimeMs };
  } finally {
    closeSync(file);
  }
}

/** True when the file is done. */
function fileOne(inbox: string, name: string, agent: string, pid: number): boolean {
  const path = join(spoolFolder(inbox), name);
  try {
    const { words, modifiedAt } = readWords(path);
    const id = `spool-${name}-${Math.round(modifiedAt * 1000).toString(36)}`;
    const { appended, trouble } = receiveHook(words, {
      inbox,
      agent,
      via: 'shell',
      at: modifiedAt,
      tookMs: 0,
      pid,
      id,
    });
    if (!appended && (trouble === null || !HOPELESS.has(trouble))) return false;
    unlinkSync(path);
    return true;
  } catch {
    // Another process was faster, or the folder is not writable: the next round looks again.
    return false;
  }
}

function dropUnfinished(inbox: string, name: string, now: number): void {
  const path = join(spoolFolder(inbox), name);
  try {
    const file = openSync(path, 'r');
    const { mtimeMs } = fstatSync(file);
    closeSync(file);
    if (now - mtimeMs < KILLED_AFTER_MS) return;
    unlinkSync(path);
    noteTrouble(inbox, { at: now, code: 'cut-short', message: `A hook did not finish writing ${name}.`, agent: null });
  } catch {
    // Gone by now.
  }
}

/** Processes everything that is waiting. Returns the number of lines. */
export function drainSpool(inbox: string): number {
  let entries: Dirent[];
  try {
    entries = readdirSync(spoolFolder(inbox), { withFileTypes: true });
  } catch {
    return 0;
  }
  let filed = 0;
  const now = Date.now();
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const { agent, pid } = WAITING.exec(entry.name)?.groups ?? {};
    if (agent !== undefined && fileOne(inbox, entry.name, agent, Number(pid))) filed++;
    else if (UNFINISHED.test(entry.name)) dropUnfinished(inbox, entry.name, now);
  }
  return filed;
}

/** Time until the next look: with a working watch, and without. */
const WATCHED_LOOK_MS = 10_000;
const BLIND_LOOK_MS = 1000;

/** Processes what arrives for as long as a program watches the inbox. */
export function keepDrained(inbox: string): { close(): void } {
  mkdirSync(spoolFolder(inbox), { recursive: true, mode: 0o700 });
  drainSpool(inbox);
  let planned: NodeJS.Immediate | undefined;
  let watcher: ReturnType<typeof watch> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const soon = (): void => {
    planned ??= setImmediate(() => {
      planned = undefined;
      drainSpool(inbox);
    });
  };
  // Watching can fail or miss events (no watches left, a network drive): then polling finds what was not reported.
  const lookAgain = (isBlind: boolean): void => {
    const look = (): void => lookAgain(planned === undefined && drainSpool(inbox) > 0);
    timer = setTimeout(look, isBlind || watcher === undefined ? BLIND_LOOK_MS : WATCHED_LOOK_MS).unref();
  };
  try {
    watcher = watch(spoolFolder(inbox), { persistent: false }, soon);
    watcher.on('error', () => {
      watcher?.close();
      watcher = undefined;
    });
  } catch {
    watcher = undefined;
  }
  lookAgain(false);
  return {
    close() {
      clearTimeout(timer);
      if (planned !== undefined) clearImmediate(planned);
      watcher?.close();
    },
  };
}
