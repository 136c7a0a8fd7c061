// Reads made-up logs in tests: files in, sessions out, with the clock far after the logs unless said otherwise.

import type { Session } from '../../src/model/session.ts';
import type { ToolCall } from '../../src/model/tool-call.ts';
import { readSessions } from '../../src/reading/many-sessions/read-library.ts';
import { discover } from '../../src/sources/discover.ts';
import { folderWith } from './claude-log.ts';

export const LONG_AFTER = Date.UTC(2026, 10, 1);

export async function readFiles(
  files: Readonly<Record<string, string | Uint8Array>>,
  now = LONG_AFTER,
): Promise<Session[]> {
  const sessions: Session[] = [];
  for await (const session of readSessions(await discover([folderWith(files)]), { now })) sessions.push(session);
  return sessions;
}

export async function readOne(
  files: Readonly<Record<string, string | Uint8Array>>,
  now = LONG_AFTER,
): Promise<Session> {
  const [session, ...rest] = await readFiles(files, now);
  if (session === undefined || rest.length > 0)
    throw new Error(`one session expected, found ${rest.length + (session === undefined ? 0 : 1)}`);
  return session;
}

export function callNamed(session: Session, callId: string): ToolCall {
  const call = session.calls.find((candidate) => candidate.callId === callId);
  if (call === undefined) throw new Error(`no call ${callId}`);
  return call;
}

/** What must not depend on the order in which lines were read or written. */
export function essence(sessions: readonly Session[]): unknown {
  return sessions
    .flatMap(({ calls }) => calls)
    .map(
      ({
        agent,
        session,
        callId,
        occurrence,
        thread,
        tool,
        status,
        failure,
        requestedAt,
        endedAt,
        duration,
        result,
        summary,
        facts,
        parallelGroup,
        parentCall,
      }) => ({
        agent,
        session,
        callId,
        occurrence,
        thread,
        tool,
        status,
        // Whether the log continues after a call without a result depends on the position of its line.
        failure: status === 'lost' && failure !== null ? { ...failure, message: '' } : failure,
        requestedAt,
        endedAt,
        duration,
        result,
        summary,
        facts,
        parallelGroup,
        parentCall,
      }),
    )
    .sort((a, b) => (`${a.session} ${a.callId} ${a.occurrence}` < `${b.session} ${b.callId} ${b.occurrence}` ? -1 : 1));
}
