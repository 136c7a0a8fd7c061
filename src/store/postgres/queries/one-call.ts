// Answers "which call is this?": by its key, or found by the beginning of its id, in whichever session made it.

import { integer, type Row, text } from '../../../base/row.ts';
import type { CallWanted, NamedCall } from '../../questions/calls.ts';
import type { Statements } from '../database/statement.ts';
import { NOWHERE } from '../write/call-rows.ts';
import { CallReader, type CallWords, pathsOf } from './call-reader.ts';
import { ask, beginsWith, type Condition, condition, isText, joinConditions, underPlaces } from './condition.ts';
import { inSession, type SessionRef } from './session-keys.ts';

/** Calls told when the beginning of an id fits several. */
const MOST_CANDIDATES = 10;

async function named(on: Statements, words: CallWords, rows: readonly Row[]): Promise<NamedCall[]> {
  const paths = await pathsOf(on, [...new Set(rows.map((row) => integer(row, 'session_pk')))]);
  const calls = await new CallReader(on, words).read(rows);
  return calls.map(({ row, call }) => ({ call, paths: new Map(paths.get(integer(row, 'session_pk'))) }));
}

/** Rows of a session's call, of every occurrence. */
export async function rowsOfCall(on: Statements, session: SessionRef, callId: string, more = ''): Promise<Row[]> {
  const { sql, values } = joinConditions([inSession('c', session), isText('c.call_id', callId)], 'AND');
  return ask(on, `SELECT c.* FROM calls c WHERE ${sql} ${more} ORDER BY c.occurrence`, ...values);
}

export async function exactCall(
  on: Statements,
  words: CallWords,
  session: SessionRef,
  { callId, occurrence }: { readonly callId: string; readonly occurrence: number },
): Promise<NamedCall | undefined> {
  const rows = await rowsOfCall(on, session, callId);
  const wanted = rows.filter((row) => integer(row, 'occurrence') === occurrence);
  return (await named(on, words, wanted))[0];
}

/** One more than are worth telling. An exact id leaves longer ones out. Copies in other sessions are left out. */
export async function findCallsById(on: Statements, words: CallWords, wanted: CallWanted): Promise<NamedCall[]> {
  const { prefix, places, session, occurrence } = wanted;
  const parts: Condition[] = [
    beginsWith('c.call_id', prefix),
    // One that was copied from a session that is not there is found where it stands.
    condition('(c.copy_of IS NULL OR c.copy_of = ?::int8)', NOWHERE),
    underPlaces(places, 'c.session_pk'),
  ];
  if (session !== undefined) parts.push(beginsWith('s.id', session));
  if (occurrence !== undefined) parts.push(condition('c.occurrence = ?::int4', occurrence));
  const { sql, values } = joinConditions(parts, 'AND');
  const rows = await ask(
    on,
    `SELECT c.* FROM calls c JOIN sessions s ON s.pk = c.session_pk WHERE ${sql}
     ORDER BY c.call_id, c.session_pk, c.occurrence LIMIT ${MOST_CANDIDATES + 1}`,
    ...values,
  );
  const exact = rows.filter((row) => text(row, 'call_id') === prefix);
  return named(on, words, exact.length > 0 ? exact : rows);
}
