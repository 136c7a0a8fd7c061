// Finds what an address names: a session, a call, a file of a session. What is not below the library's places, or
// not in the index, is not there.

import { AppError } from '../base/app-error.ts';
import type { ToolCall } from '../model/tool-call.ts';
import { ExactCall } from '../store/sqlite/queries/exact-call.ts';
import { SessionFacts } from '../store/sqlite/queries/session-facts.ts';
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

export interface FoundSession {
  readonly key: number;
  readonly facts: SessionFacts;
}

export interface FoundCall {
  /** The key of its session's row. */
  readonly sessionKey: number;
  readonly call: ToolCall;
  /** By their number. */
  readonly paths: readonly string[];
  readonly pathOf: PathOf;
}

export function findSession({ database, places }: ServedLibrary, { agent, session }: SessionParts): FoundSession {
  const facts = new SessionFacts(database, places);
  const key = facts.key(agent, session);
  if (key === undefined) throw new AppError('not-found', 'No such session is in the index.');
  return { key, facts };
}

/** A whole number out of an address; anything else names nothing. */
export function wholeNumber(text: string, what: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new AppError('not-found', `${what} is a whole number.`);
  return Number(text);
}

export function listOfPaths(sources: Iterable<readonly [number, string]>): string[] {
  const paths: string[] = [];
  for (const [number, path] of sources) paths[number] = path;
  return paths;
}

export function findCall(library: ServedLibrary, parts: CallParts): FoundCall {
  const { key } = findSession(library, parts);
  const occurrence = wholeNumber(parts.occurrence, 'The occurrence of a call');
  const found = new ExactCall(library.database).find(key, parts.callId, occurrence);
  if (found === undefined) throw new AppError('not-found', 'No such call is in the index.');
  const { call, paths } = found;
  return { sessionKey: key, call, paths: listOfPaths(paths), pathOf: (source) => paths.get(source) ?? '' };
}
