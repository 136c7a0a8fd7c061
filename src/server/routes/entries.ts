// The answers about what happened in a session: its entries in columns, which of them fit a filter, and what was said.

import { AppError } from '../../base/app-error.ts';
import type { Compaction } from '../../model/session.ts';
import { messageText } from '../../reading/message-text.ts';
import { BodyReader } from '../../sources/body-reader.ts';
import { fittingCalls } from '../../store/sqlite/queries/fitting-sessions.ts';
import { SessionReader } from '../../store/sqlite/queries/one-session.ts';
import { SessionEntries } from '../../store/sqlite/queries/session-entries.ts';
import { findSession, listOfPaths, wholeNumber } from '../find-session.ts';
import type { HandlerOf } from '../handler.ts';
import { questionOf } from '../question.ts';
import type { ServedLibrary } from '../served-library.ts';
import { placeOf } from '../shape/place.ts';

const CHUNK = 1000;
/** Longer texts are cut: a person reads the beginning, and the log has the rest. */
const LONGEST_MESSAGE = 1_000_000;
/** Changes looked through for those of one session; whoever is further behind gets everything. */
const MOST_CHANGES = 20_000;

interface SessionParts {
  readonly agent: string;
  readonly session: string;
}

/** Which calls of the session changed; undefined when that is not known, or all of them are other ones now. */
function changedCalls(library: ServedLibrary, { agent, session }: SessionParts, since: number): string[] | undefined {
  const { changes, missed } = library.changesSince(since, MOST_CHANGES);
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

function* since(
  entries: SessionEntries,
  session: number,
  compactions: readonly Compaction[],
  callIds: readonly string[],
  after: ReadonlyMap<number, number>,
): Generator<string> {
  yield* entries.calls(session, callIds, CHUNK);
  yield* entries.said(session, compactions, after);
}

function* headed(head: object, lines: Iterable<string>): Generator<string> {
  yield JSON.stringify(head);
  yield* lines;
}

export const entries: HandlerOf<'entries'> = ({ library, parts, query }) => {
  const seq = library.lastSeq();
  const { key, facts } = findSession(library, parts);
  const compactions = facts.detail(key)?.compactions ?? [];
  const stored = new SessionEntries(library.database);
  const total = stored.count(key, compactions);
  const changed = query.since === undefined ? undefined : changedCalls(library, parts, Number(query.since));
  if (changed === undefined) {
    return { lines: headed({ total, seq, whole: true }, stored.all(key, compactions, CHUNK)) };
  }
  const lines = since(stored, key, compactions, changed, placesFrom(query.after));
  return { lines: headed({ total, seq, whole: false }, lines) };
};

export const matches: HandlerOf<'matches'> = (asked) => {
  const { library, parts, query } = asked;
  const { key } = findSession(library, parts);
  return { keys: fittingCalls(library.database, questionOf(query.filter, asked), key) };
};

export const message: HandlerOf<'message'> = ({ library, parts, query }) => {
  const { key, facts } = findSession(library, parts);
  const source = wholeNumber(parts.source, 'The number of a file');
  const offset = wholeNumber(parts.offset, 'A place in a file');
  const said = new SessionReader(library.database).message(key, {
    thread: '',
    source,
    offset,
    pointer: query.pointer,
    call: null,
  });
  if (said === undefined) throw new AppError('not-found', 'Nothing was said at that place.');
  const paths = listOfPaths(facts.sources(key).map(({ num, path }) => [num, path]));
  const reader = new BodyReader(paths, library.openLog);
  try {
    const { text } = messageText(reader, said);
    return {
      what: said.what,
      thread: said.thread,
      at: said.at,
      model: said.model,
      callId: said.callId,
      text: text.slice(0, LONGEST_MESSAGE),
      cut: Math.max(0, Math.max(said.size, text.length) - Math.min(text.length, LONGEST_MESSAGE)),
      place: placeOf(said.ref, (number) => paths[number] ?? ''),
    };
  } finally {
    reader.close();
  }
};
