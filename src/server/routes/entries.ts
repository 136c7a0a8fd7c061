// What happened in a session: its entries in columns, and which of them match a filter.

import { findSession } from '../find-session.ts';
import type { HandlerOf } from '../handler.ts';
import { questionOf } from '../question.ts';
import type { ServedLibrary } from '../served-library.ts';

const CHUNK = 1000;
/** Changes searched for those of one session; a client that is further behind gets everything. */
const MOST_CHANGES = 20_000;

interface SessionParts {
  readonly agent: string;
  readonly session: string;
}

/** Which calls of the session changed; undefined when that is not known, or when all of them may have. */
async function changedCalls(
  { questions }: ServedLibrary,
  { agent, session }: SessionParts,
  since: number,
): Promise<string[] | undefined> {
  const { changes, missed } = await questions.changes.since(since, MOST_CHANGES);
  if (missed || changes.length >= MOST_CHANGES) return undefined;
  const ids = new Set<string>();
  for (const change of changes) {
    if (change.agent !== agent || change.session !== session) continue;
    if (change.isAnew === true) return undefined;
    if (change.callId !== null) ids.add(change.callId);
  }
  return [...ids];
}

/** `source:offset,source:offset` */
function placesFrom(after: string | undefined): ReadonlyMap<number, number> {
  const places = new Map<number, number>();
  for (const [, source, offset] of (after ?? '').matchAll(/(\d{1,9}):(\d{1,15})(?:,|$)/g)) {
    places.set(Number(source), Number(offset));
  }
  return places;
}

async function* headed(head: object, lines: AsyncIterable<string>): AsyncGenerator<string> {
  yield JSON.stringify(head);
  yield* lines;
}

export const entries: HandlerOf<'entries'> = async ({ library, parts, query }) => {
  const { content, changes } = library.questions;
  const seq = await changes.last();
  const key = await findSession(library, parts);
  const total = await content.entryCount(key);
  const callIds = query.since === undefined ? undefined : await changedCalls(library, parts, Number(query.since));
  const changed = callIds === undefined ? undefined : { callIds, after: placesFrom(query.after) };
  return { lines: headed({ total, seq, whole: changed === undefined }, content.entries(key, CHUNK, changed)) };
};

export const matches: HandlerOf<'matches'> = async (asked) => {
  const { library, parts, query } = asked;
  const key = await findSession(library, parts);
  return { keys: [...(await library.questions.content.matches(key, questionOf(query.filter, asked)))] };
};
