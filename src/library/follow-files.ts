// Detects renamed and deleted files.

import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { groupSessions } from '../reading/group-sessions.ts';
import type { SessionFiles } from '../reading/read-session.ts';
import { type Discovered, discoverAmong } from '../sources/discover.ts';
import { stalledPlaces } from '../sources/files/stalled-places.ts';
import { filesFrom } from '../sources/files/walk-files.ts';
import { isInside, isLost, logFacts } from '../sources/kinds/open-source.ts';
import { listLogs } from '../sources/list-logs.ts';
import type { IndexStore, KnownSource } from '../store/index-store.ts';
import type { SessionKey } from '../store/session-batch.ts';
import { isRenamed, type KnownFiles } from './plan.ts';

export interface FollowedFiles {
  /** The names that files had before. */
  readonly moved: readonly string[];
  readonly gone: number;
}

export async function followFiles(
  store: IndexStore,
  known: KnownFiles,
  found: Discovered,
  { places, now }: { readonly places: readonly string[]; readonly now: number },
): Promise<FollowedFiles> {
  const paths = new Set([...found.logs, ...found.sides].map(({ path }) => path));
  const missing = known.missing(places, paths);
  const fresh = found.logs.filter(({ path }) => known.get(path) === undefined);
  const moves: { from: string; to: string }[] = [];
  const gone: string[] = [];
  for (const source of missing) {
    // Nothing was read from it: there is nothing to keep.
    if (source.isUnread) {
      await store.forget({ agent: source.agent, id: source.session });
      continue;
    }
    const same = fresh.filter((log) => isRenamed(source, log));
    const log = same.find(({ path }) => logFacts(path)?.inode === source.inode) ?? same[0];
    if (log !== undefined) {
      moves.push({ from: source.path, to: log.path });
      known.rename(source, log.path);
      fresh.splice(fresh.indexOf(log), 1);
    } else if (source.goneAt === null) gone.push(source.path);
  }
  if (moves.length > 0) await store.rename(moves);
  if (gone.length > 0) await store.markGone(gone, now);
  return { moved: moves.map(({ from }) => from), gone: gone.length };
}

/** Marks files that were read from a copy, or were deleted during reading, as gone. */
export async function noteGone(
  store: IndexStore,
  files: readonly { readonly path: string; readonly size: number }[],
  now: number,
): Promise<void> {
  const gone = files.filter(isLost).map(({ path }) => path);
  if (gone.length > 0) await store.markGone(gone, now);
}

/** Deletes a session whose files all vanished before they were read: there is nothing to keep. Returns whether it did. */
export async function forgetEmpty(store: IndexStore, { agent, session: id, logs }: SessionFiles): Promise<boolean> {
  if (logs.some(({ path }) => logFacts(path) !== undefined)) return false;
  if ((await store.sourcesOf({ agent, id })).length > 0) return false;
  await store.forget({ agent, id });
  return true;
}

/**
 * The current files of a session that is known to have some, and what else was found there. Throws an AppError if they are at a
 * place that does not answer.
 */
export async function filesOfSession(
  key: SessionKey,
  sources: readonly KnownSource[],
): Promise<{ readonly found: Discovered; readonly wanted: SessionFiles | undefined }> {
  for (const { path } of sources) stalledPlaces.refuse(path);
  const places = new Set(sources.map(({ path }) => (isInside(path) ? path : dirname(path))));
  const { files, unreadable } = await listLogs([...places].filter((place) => isInside(place) || existsSync(place)));
  const found = await discoverAmong(filesFrom(files), unreadable);
  const wanted = groupSessions(found).find(({ agent, session }) => agent === key.agent && session === key.id);
  return { found, wanted };
}
