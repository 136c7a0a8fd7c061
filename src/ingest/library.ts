// Owns reading many files: grouped into sessions, sessions that may share history read together, everything else freed
// as soon as it was handed out.

import { availableParallelism } from 'node:os';
import type { Session } from '../model/session.ts';
import type { ToolCall } from '../model/tool-call.ts';
import type { Discovered } from './discover.ts';
import { familiesOf, groupSessions } from './group-sessions.ts';
import type { ReadOptions } from './read-session.ts';
import type { FamilyParts, ProductKind } from './threads/family-product.ts';
import { readOnThreads, threadsFor } from './threads/read-on-threads.ts';

async function* readAll<Kind extends ProductKind>(
  kind: Kind,
  found: Discovered,
  options: ReadOptions,
): AsyncGenerator<FamilyParts[Kind]> {
  const all = familiesOf(groupSessions(found));
  const threads = threadsFor(all, options.threads ?? availableParallelism());
  yield* readOnThreads(kind, all, { ...options, now: options.now ?? Date.now() }, threads);
}

/** Every session of the files, oldest first. Memory holds a few families of sessions at a time. */
export function readSessions(found: Discovered, options: ReadOptions = {}): AsyncGenerator<Session> {
  return readAll('sessions', found, options);
}

/** Every call of the files, some at a time, in the order of their sessions. Of a long session never all are in memory. */
export function readCalls(found: Discovered, options: ReadOptions = {}): AsyncGenerator<readonly ToolCall[]> {
  return readAll('calls', found, options);
}

/** Every call of the files as a line of JSON, many lines at once, in the order of their sessions. */
export function readCallLines(found: Discovered, options: ReadOptions = {}): AsyncGenerator<Uint8Array> {
  return readAll('lines', found, options);
}
