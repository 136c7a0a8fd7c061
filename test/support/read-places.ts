// Owns reading whole folders in tests: every session below the given places.

import { discover } from '../../src/ingest/discover.ts';
import { readSessions } from '../../src/ingest/library.ts';
import type { Session } from '../../src/model/session.ts';

export async function readPlaces(places: readonly string[], now = Date.now()): Promise<Session[]> {
  const sessions: Session[] = [];
  for await (const session of readSessions(await discover(places), { now })) sessions.push(session);
  return sessions;
}
