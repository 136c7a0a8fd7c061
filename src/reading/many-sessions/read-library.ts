// Reads many files: grouped into sessions, sessions that may share history read together, everything else freed as soon as it is
// handed out.

import { sessionKey } from '../../base/session-key.ts';
import type { Session } from '../../model/session.ts';
import type { ToolCall } from '../../model/tool-call.ts';
import { type Discovered, discover } from '../../sources/discover.ts';
import { findLeafTitles } from '../find-leaf-titles.ts';
import { withOrigin } from '../fork-origin.ts';
import { groupSessions } from '../group-sessions.ts';
import type { ReadOptions, SessionFiles } from '../read-session.ts';
import { familiesOf } from '../session-families.ts';
import type { FamilyParts, ProductKind } from './family-product.ts';
import { bytesOf } from './family-queue.ts';
import { loadOf } from './load.ts';
import { readOnThreads } from './read-on-threads.ts';
import { ReadingThreads, threadsFor } from './reading-threads.ts';

export interface FoundLogs extends Discovered {
  /** Started during the search for logs. They end with the reading. */
  readonly threads?: ReadingThreads;
}

/** Looks for logs to read, as `discover` does. Starts reader threads early; callers that do not read must stop them. */
export async function findLogs(
  paths: readonly string[],
  options: Pick<ReadOptions, 'threads'> = {},
): Promise<Required<FoundLogs>> {
  const threads = new ReadingThreads(options.threads);
  try {
    return { ...(await discover(paths, undefined, threads.expect)), threads };
  } catch (error) {
    await threads.stop();
    throw error;
  }
}

async function* readAll<Kind extends ProductKind>(
  kind: Kind,
  found: FoundLogs,
  options: ReadOptions,
): AsyncGenerator<FamilyParts[Kind]> {
  const groups = groupSessions(found);
  const known = new Set(groups.map(({ agent, session }) => sessionKey(agent, session)));
  const sessions: SessionFiles[] = [];
  for (const files of groups) {
    sessions.push(await withOrigin(files, (session) => known.has(sessionKey(files.agent, session))));
  }
  const all = familiesOf(sessions);
  const threads = threadsFor(loadOf(all.map(bytesOf)), options.threads);
  const now = options.now ?? Date.now();
  const leafTitles = kind === 'sessions' ? findLeafTitles(found.logs) : [];
  yield* readOnThreads(kind, all, { ...options, now, leafTitles }, threads, { started: found.threads });
}

/** Every session of the files, oldest first. Memory holds a few families of sessions at a time. */
export function readSessions(found: FoundLogs, options: ReadOptions = {}): AsyncGenerator<Session> {
  return readAll('sessions', found, options);
}

/** Every call of the files, in batches, in the order of their sessions. A long session is never completely in memory. */
export function readCalls(found: FoundLogs, options: ReadOptions = {}): AsyncGenerator<readonly ToolCall[]> {
  return readAll('calls', found, options);
}

/** Every call of the files as a line of JSON, many lines at once, in the order of their sessions. */
export function readCallLines(found: FoundLogs, options: ReadOptions = {}): AsyncGenerator<Uint8Array> {
  return readAll('lines', found, options);
}
