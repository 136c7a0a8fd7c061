// Finds what a URL names: a session, a call, a file of a session. Anything outside the library's places or not in the
// index is not found.

import { AppError } from '../base/app-error.ts';
import type { ToolCall } from '../model/tool-call.ts';
import type { SessionKey } from '../store/session-batch.ts';
import type { ServedLibrary } from './served-library.ts';
import type { PathOf } from './shape/place.ts';

interface SessionParts {
  readonly agent: string;
  readonly session: string;
}

interface CallParts extends SessionParts {
  readonly callId: string;
  readonly occurrence: string;
}

export interface LocatedCall {
  readonly call: ToolCall;
  /** By their number. */
  readonly paths: readonly string[];
  readonly pathOf: PathOf;
}

export async function findSession(
  { questions, places }: ServedLibrary,
  { agent, session }: SessionParts,
): Promise<SessionKey> {
  const key = { agent, id: session };
  if (await questions.sessions.isKnown(key, places)) return key;
  throw new AppError('not-found', 'No such session is in the index.');
}

/** An integer from a URL; anything else is not found. */
export function wholeNumber(text: string, what: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new AppError('not-found', `${what} must be a whole number.`);
  return Number(text);
}

export function listOfPaths(sources: Iterable<readonly [number, string]>): string[] {
  const paths: string[] = [];
  for (const [number, path] of sources) paths[number] = path;
  return paths;
}

/** The files of a session by their numbers. */
export async function pathsOf({ questions }: Pick<ServedLibrary, 'questions'>, session: SessionKey): Promise<string[]> {
  const sources = await questions.sessions.sources(session);
  return listOfPaths(sources.map(({ num, path }) => [num, path]));
}

export async function findCall(library: ServedLibrary, parts: CallParts): Promise<LocatedCall> {
  await findSession(library, parts);
  const { agent, session, callId } = parts;
  const occurrence = wholeNumber(parts.occurrence, 'The occurrence of a call');
  const found = await library.questions.calls.get({ agent, session, callId, occurrence });
  if (found === undefined) throw new AppError('not-found', 'No such call is in the index.');
  const { call, paths } = found;
  return { call, paths: listOfPaths(paths), pathOf: (source) => paths.get(source) ?? '' };
}
