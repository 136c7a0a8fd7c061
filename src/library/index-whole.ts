// Reads a session from its beginning into the index: in steps, so that memory stays bounded.

import { growLessFor } from '../reading/many-sessions/grow-less.ts';
import { sessionBytes } from '../reading/many-sessions/load.ts';
import type { SessionFiles } from '../reading/read-session.ts';
import type { LogFiles } from '../sources/kinds/log-files.ts';
import type { IndexStore } from '../store/index-store.ts';
import type { SessionBatch } from '../store/session-batch.ts';
import { IndexedSession, STEP_BYTES } from './indexed-session.ts';

/** The session's next batch. On failure the session is closed: it is ahead of the store. */
async function batchOf(
  store: IndexStore,
  session: IndexedSession,
  now: number,
  { isStep }: { readonly isStep: boolean },
): Promise<SessionBatch> {
  const key = { agent: session.live.format.agent, id: session.live.id };
  try {
    return await session.batch(now, () => store.openCalls(key), { isStep });
  } catch (error) {
    session.close();
    throw error;
  }
}

/** Commits the session's next batch. On failure the session is closed: it is ahead of the store. */
export async function putSession(
  store: IndexStore,
  session: IndexedSession,
  now: number,
  how: { readonly isStep: boolean },
): Promise<SessionBatch> {
  const batch = await batchOf(store, session, now, how);
  try {
    await store.commit(batch);
    return batch;
  } catch (error) {
    session.close();
    throw error;
  }
}

/** Commits in steps, so that a crash loses at most one step. Returns the bytes read. */
export async function readFile(
  store: IndexStore,
  session: IndexedSession,
  file: { readonly path: string; readonly startedAt: number | null },
  now: number,
): Promise<number> {
  let total = 0;
  for (;;) {
    const bytes = await session.readOn(file.path, file.startedAt);
    total += bytes;
    const isRead = bytes < STEP_BYTES;
    if (!isRead || session.isFull) await putSession(store, session, now, { isStep: true });
    if (isRead) return total;
  }
}

export interface FileRead {
  readonly path: string;
  readonly bytes: number;
}

export interface UncommittedSession {
  readonly session: IndexedSession;
  /** Not yet committed. */
  readonly batch: SessionBatch;
}

/**
 * Reads all files of a session. Very long ones are committed in steps, except for the last step. `isFirstSeen`: a library is
 * indexed for the first time, and most of its sessions will never change again.
 */
export async function readWhole(
  store: IndexStore,
  files: SessionFiles,
  now: number,
  onFile: (file: FileRead) => void,
  { disk, isFirstSeen = false }: { readonly disk?: LogFiles | undefined; readonly isFirstSeen?: boolean } = {},
): Promise<UncommittedSession> {
  growLessFor(sessionBytes(files));
  const session = new IndexedSession(files.format, files.session, files.lineage, {
    files: disk,
    isFirstSeen,
    origin: files.origin,
    isOrphan: files.isOrphan,
  });
  for (const log of files.logs) session.add(log);
  for (const { path, identity } of files.logs) {
    const bytes = await readFile(store, session, { path, startedAt: identity.startedAt }, now);
    onFile({ path, bytes });
  }
  for (const side of files.sides) await session.readSide(side);
  return { session, batch: await batchOf(store, session, now, { isStep: false }) };
}

/** Reads all files of a session and commits them. The session can continue afterwards. */
export async function indexWhole(
  store: IndexStore,
  files: SessionFiles,
  now: number,
  onFile: (file: FileRead) => void,
  disk?: LogFiles,
): Promise<UncommittedSession> {
  const whole = await readWhole(store, files, now, onFile, { disk });
  try {
    await store.commit(whole.batch);
    return whole;
  } catch (error) {
    whole.session.close();
    throw error;
  }
}

/** Releases a session: afterwards the store has what a later process needs to continue. */
export async function letGo(store: IndexStore, session: IndexedSession): Promise<void> {
  const { format, id } = session.live;
  if (session.isUnsaved && !session.isSpent) await store.saveState({ agent: format.agent, id }, session.pack());
  session.close();
}
