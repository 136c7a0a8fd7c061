// Owns reading many files: grouped into sessions, sessions that may share history read together, everything else freed
// as soon as it was handed out.

import { availableParallelism } from 'node:os';
import type { Session } from '../model/session.ts';
import type { Discovered } from './discover.ts';
import { familiesOf, groupSessions } from './group-sessions.ts';
import type { ReadOptions } from './read-session.ts';
import { readOnThreads, threadsFor } from './threads/read-on-threads.ts';

/** Every session of the files, oldest first. Memory holds a few families of sessions at a time. */
export async function* readSessions(found: Discovered, options: ReadOptions = {}): AsyncGenerator<Session> {
  const all = familiesOf(groupSessions(found));
  const threads = threadsFor(all, options.threads ?? availableParallelism());
  yield* readOnThreads(all, { ...options, now: options.now ?? Date.now() }, threads);
}
