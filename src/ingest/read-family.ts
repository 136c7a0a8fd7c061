// Owns reading a family: sessions that begin with the same record, and so may hold copies of each other's calls.

import { withoutCopies } from '../lifecycle/copies.ts';
import type { Session } from '../model/session.ts';
import { type ReadOptions, readSessionFiles, type SessionFiles } from './read-session.ts';

/** A family's sessions, each call in the one it was first made in. */
export async function readFamily(family: readonly SessionFiles[], options: ReadOptions): Promise<Session[]> {
  const sessions: Session[] = [];
  for (const files of family) sessions.push(await readSessionFiles(files, options));
  return sessions.length === 1 ? sessions : withoutCopies(sessions);
}
