// Continues a session as it was left: from the state in the store, plus what was read since that was saved.

import type { SessionFiles } from '../reading/read-session.ts';
import type { LogFiles } from '../sources/kinds/log-files.ts';
import type { IndexStore } from '../store/index-store.ts';
import { readFile } from './index-whole.ts';
import { IndexedSession } from './indexed-session.ts';
import type { KnownFiles } from './plan.ts';
import { unpackMemory } from './saved-state.ts';

/** Undefined when the session has to be read from its beginning. */
export async function resumeSession(
  store: IndexStore,
  files: SessionFiles,
  known: KnownFiles,
  now: number,
  disk?: LogFiles,
): Promise<IndexedSession | undefined> {
  const state = await store.loadState({ agent: files.agent, id: files.session });
  const memory = state === undefined ? undefined : unpackMemory(state);
  if (memory === undefined) return undefined;
  const sources = known.ofSession(files.agent, files.session);
  const byNumber = new Map(sources.map((source) => [source.num, source]));
  // Files may have been renamed since.
  const paths = memory.session.sources.map((source, num) => ({
    ...source,
    path: byNumber.get(num)?.path ?? source.path,
  }));
  const session = new IndexedSession(files.format, files.session, files.lineage, {
    memory: { ...memory, session: { ...memory.session, sources: paths } },
    files: disk,
    modifiedAt: sources.reduce((newest, { isSide, modifiedAt }) => (isSide ? newest : Math.max(newest, modifiedAt)), 0),
  });
  // The rows may be slightly ahead of the state: what is in between is read again.
  for (const [num, { path, position }] of paths.entries()) {
    const source = byNumber.get(num);
    if (source !== undefined && position.offset < source.offset) {
      await readFile(store, session, { path, startedAt: source.startedAt }, now);
    }
  }
  return session;
}
