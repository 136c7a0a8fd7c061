// Finds the session or the call that an agent names, and only within the scope of the server.

import type { SessionRow } from '../api/wire/session.ts';
import { AppError } from '../base/app-error.ts';
import { sessionIdOf } from './rows.ts';
import { filterIn, quoted } from './scope.ts';
import type { Asked } from './tool.ts';

/** Names the newest session. */
export const LATEST = 'latest';

function partsOf(id: string): string[] {
  try {
    return id.trim().split('/').map(decodeURIComponent);
  } catch {
    return [id.trim()];
  }
}

function notFound(what: string, { scope }: Asked): AppError {
  const hint =
    scope.folder === null
      ? 'Ids come from "sessions", "calls" and "search".'
      : 'Ids come from "sessions", "calls" and "search". Sessions of other projects are seen only by a server started with --all-projects.';
  return new AppError('not-found', `There is no such ${what} here.`, { hint });
}

/** By `agent/session`, by the beginning of its id, or the newest. */
export async function findSession(id: string, asked: Asked): Promise<SessionRow> {
  const { questions, scope, signal } = asked;
  if (id.trim() === LATEST) {
    const { sessions } = await questions.ask('sessions', {}, { filter: filterIn(scope), limit: '1' }, signal);
    const [newest] = sessions;
    if (newest === undefined) throw notFound('session', asked);
    return newest;
  }
  const parts = partsOf(id);
  const [agent, session = ''] = parts.length === 1 ? [undefined, parts[0]] : parts;
  if (session === '') throw notFound('session', asked);
  const terms = [`session:${quoted(session)}`, ...(agent === undefined ? [] : [`agent:${quoted(agent)}`])];
  const filter = filterIn(scope, ...terms);
  const { sessions } = await questions.ask('sessions', {}, { filter, limit: '5' }, signal);
  const exact = sessions.filter((row) => row.id === session);
  const [found, other] = exact.length > 0 ? exact : sessions;
  if (found === undefined) throw notFound('session', asked);
  if (other === undefined) return found;
  const ids = sessions.map((row) => sessionIdOf(row.agent, row.id)).join('\n');
  throw new AppError('ambiguous', `Several sessions have an id that begins like this:\n${ids}`);
}

export interface CallParts {
  readonly agent: string;
  readonly session: string;
  readonly callId: string;
  readonly occurrence: string;
}

/** By `agent/session/call`, or by its own id, or the beginning of that. */
export async function findCall(id: string, asked: Asked): Promise<CallParts> {
  const { questions, scope, signal } = asked;
  const [agent = '', session = '', callId, occurrence = '1'] = partsOf(id);
  if (callId !== undefined) {
    const row = await findSession([agent, session].map(encodeURIComponent).join('/'), asked);
    return { agent: row.agent, session: row.id, callId, occurrence };
  }
  const wanted = session === '' ? agent : id.trim();
  const filter = filterIn(scope, `call:${quoted(wanted)}`);
  const { calls } = await questions.ask('calls', {}, { filter, limit: '5' }, signal);
  const exact = calls.filter((call) => call.callId === wanted);
  const [found, other] = exact.length > 0 ? exact : calls;
  if (found === undefined) throw notFound('call', asked);
  if (other !== undefined) throw new AppError('ambiguous', 'Several calls have an id that begins like this.');
  return { ...found, occurrence: String(found.occurrence) };
}
