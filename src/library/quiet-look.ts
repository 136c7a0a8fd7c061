// Fast path at startup: nothing changed on disk. Makes no rows, sessions or plan of the files: a start with nothing new takes a
// fifth less time.

import { isSilent } from '../reading/live-window.ts';
import { type Discovered, discoverAmong } from '../sources/discover.ts';
import { isAtOrBelow } from '../sources/files/at-or-below.ts';
import { filesFrom, type WalkedFile, type WalkedFiles } from '../sources/files/walk-files.ts';
import type { IndexStore } from '../store/index-store.ts';
import type { SessionKey } from '../store/session-batch.ts';

export interface QuietLook {
  /** Files that no agent wrote, and files that cannot be read. */
  readonly found: Discovered;
  /** Of the files that were looked at. */
  readonly sessions: number;
}

/** Classifies the files that the index does not know; undefined when one of them is to be read. */
async function withoutLogs(files: readonly WalkedFile[], { unreadable }: WalkedFiles): Promise<Discovered | undefined> {
  const next = filesFrom(files);
  let hasLog = false;
  const untilLog = (): WalkedFile | undefined => (hasLog ? undefined : next());
  const found = await discoverAmong(untilLog, unreadable, undefined, () => {
    hasLog = true;
  });
  return hasLog || found.sides.length > 0 ? undefined : found;
}

/** A log that was read and is now empty is known to be gone. */
async function isEmptied(store: IndexStore, { path, bytes }: WalkedFile): Promise<boolean> {
  const known = bytes === 0 ? await store.sourceAt(path) : undefined;
  return known !== undefined && known.goneAt !== null && !known.isSide && known.size > 0;
}

/** Sessions that counted as alive, and have been silent for too long. */
export async function silentSessions(store: IndexStore, now: number): Promise<readonly SessionKey[]> {
  const alive = await store.liveSessions();
  return alive.filter(({ lastAt, modifiedAt }) => isSilent(lastAt, now, () => modifiedAt));
}

/** Undefined when something below the places is new, changed, or gone: then a plan is needed. */
export async function quietLook(
  store: IndexStore,
  walked: WalkedFiles,
  places: readonly string[],
): Promise<QuietLook | undefined> {
  const stamps = new Map((await store.fileStamps()).map((stamp) => [stamp[0], stamp]));
  const others: WalkedFile[] = [];
  const sessions = new Set<number>();
  for (const file of walked.files) {
    const stamp = stamps.get(file.path);
    if (stamp === undefined) {
      if (!(await isEmptied(store, file))) others.push(file);
      continue;
    }
    const [path, bytes, modifiedAt, session] = stamp;
    if (bytes !== file.bytes || modifiedAt !== file.modifiedAt) return undefined;
    stamps.delete(path);
    if (session !== null) sessions.add(session);
  }
  const isBelow = (path: string): boolean => places.some((place) => isAtOrBelow(path, place));
  for (const path of stamps.keys()) if (isBelow(path)) return undefined;
  const found = await withoutLogs(others, walked);
  return found === undefined ? undefined : { found, sessions: sessions.size };
}
