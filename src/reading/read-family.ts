// Reads a family: sessions that begin with the same record, and so may hold copies of each other's calls.

import { withoutCopies } from '../lifecycle/copies.ts';
import { pathOfSource, type Session } from '../model/session.ts';
import {
  type ReadOptions,
  readSessionCalls,
  readSessionFiles,
  type SessionCalls,
  type SessionFiles,
} from './read-session.ts';

/** Whether nothing in it can be a copy. */
function isAlone(family: readonly SessionFiles[]): boolean {
  return family.length === 1 && family[0]?.isOrphan !== true;
}

/** A family's sessions, each call in the session that made it first. */
export async function readFamily(family: readonly SessionFiles[], options: ReadOptions): Promise<Session[]> {
  const sessions: Session[] = [];
  for (const files of family) sessions.push(await readSessionFiles(files, options));
  return isAlone(family) ? sessions : withoutCopies(sessions);
}

export function callsOf(session: Session): SessionCalls {
  return { parts: [session.calls], pathOf: (source) => pathOfSource(session, source) };
}

/** A family's calls alone. Sessions with relatives are read whole, for comparison. */
export async function readFamilyCalls(
  family: readonly SessionFiles[],
  options: ReadOptions,
): Promise<readonly SessionCalls[]> {
  const [first] = family;
  if (first !== undefined && isAlone(family)) return [await readSessionCalls(first, options)];
  return (await readFamily(family, { ...options, messages: false })).map(callsOf);
}
