// Checks a bundle before it counts: every log can be unpacked, matches the manifest, and belongs to a session.

import type { BundleTaken } from '../api/wire/share.ts';
import { groupSessions } from '../reading/group-sessions.ts';
import { discover } from '../sources/discover.ts';
import { bundledLogs } from '../sources/kinds/bundles.ts';
import { openLog } from '../sources/kinds/open-source.ts';

/** Throws an AppError if the bundle is not valid. */
export async function sessionsIn(path: string): Promise<BundleTaken['sessions']> {
  for (const log of bundledLogs(path)) openLog(log.path).close();
  return groupSessions(await discover([path])).map(({ agent, session }) => ({ agent, session }));
}
