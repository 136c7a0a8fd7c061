// Reads whole folders in tests: every session below the given places.

import type { Session } from '../../src/model/session.ts';
import { readSessions } from '../../src/reading/many-sessions/read-library.ts';
import { discover } from '../../src/sources/discover.ts';

export async function readPlaces(places: readonly string[], now = Date.now()): Promise<Session[]> {
  const sessions: Session[] = [];
  for await (const session of readSessions(await discover(places), { now })) sessions.push(session);
  return sessions;
}
