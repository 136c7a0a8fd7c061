// Answers "which call is this?": by its key, or by a prefix of its id, in whichever session made it.

import { integer, integerOrNull, type Row, text } from '../../base/row.ts';
import type { CallKey, ToolCall } from '../../model/tool-call.ts';
import type { CallWanted, NamedCall } from '../questions/calls.ts';
import type { SessionCall } from '../questions/session-content.ts';
import { NOWHERE } from '../rows/call-row.ts';
import { askMany } from './ask-many.ts';
import { CallReader, type CallWords } from './call-reader.ts';
import { type Condition, condition, joinConditions } from './condition.ts';
import type { Dialect, SessionRef } from './engine.ts';
import { underPlaces } from './places.ts';
import { sessionPaths } from './session-facts.ts';
import { sessionKeys } from './session-keys.ts';
import { ask, askOne, type Steps } from './steps.ts';

/** Calls listed when several match a prefix. */
const MOST_CANDIDATES = 10;

/** Rows of a session's call, for every occurrence. */
export function* rowsOfCall(
  dialect: Dialect,
  session: SessionRef,
  callId: string,
  more: readonly Condition[] = [],
): Steps<readonly Row[]> {
  const own = [dialect.inSession(session), dialect.isText('c.call_id', callId), ...more];
  const { sql, values } = joinConditions(own, 'AND');
  return yield* ask(`SELECT c.* FROM calls c WHERE ${sql} ORDER BY c.occurrence`, ...values);
}

export interface CallName {
  readonly callId: string;
  readonly occurrence: number;
}

export function* exactCall(
  dialect: Dialect,
  words: CallWords,
  session: SessionRef,
  { callId, occurrence }: CallName,
): Steps<NamedCall | undefined> {
  const rows = yield* rowsOfCall(dialect, session, callId, [condition('c.occurrence = ?', occurrence)]);
  return (yield* named(dialect, words, rows))[0];
}

/** The calls of many keys, in the order of the keys. */
export function* callsOf(
  dialect: Dialect,
  words: CallWords,
  keys: readonly CallKey[],
): Steps<readonly (ToolCall | undefined)[]> {
  const wanted = keys.map((key) => ({ ...key, id: key.session }));
  const sessions = yield* sessionKeys(dialect, wanted);
  const known = wanted.flatMap((key) => {
    const session = sessions.get(key);
    return session === undefined ? [] : [{ key, session }];
  });
  const rows = yield* askMany(known, ({ key: { callId, occurrence }, session }) => {
    const parts = [
      dialect.inSession(session),
      dialect.isText('c.call_id', callId),
      condition('c.occurrence = ?', occurrence),
    ];
    const { sql, values } = joinConditions(parts, 'AND');
    return { sql: `SELECT c.* FROM calls c WHERE ${sql}`, values };
  });
  const read = yield* new CallReader(dialect, words).read(rows.map(([, row]) => row));
  const calls = new Map(rows.map(([{ key }], i) => [key, read[i]?.call]));
  return wanted.map((key) => calls.get(key));
}

/** As the session has it, a copy or its own. */
export function* callInSession(
  dialect: Dialect,
  words: CallWords,
  session: SessionRef,
  { callId, occurrence }: CallName,
): Steps<SessionCall | undefined> {
  const rows = yield* rowsOfCall(dialect, session, callId, [condition('c.occurrence = ?', occurrence)]);
  const [found] = yield* new CallReader(dialect, words).read(rows);
  if (found === undefined) return undefined;
  const original = integerOrNull(found.row, 'copy_of');
  const sql = 'SELECT s.id FROM calls c JOIN sessions s ON s.pk = c.session_pk WHERE c.pk = ?';
  const origin = original === null ? undefined : yield* askOne(sql, original);
  return { call: found.call, copyOf: origin === undefined ? null : text(origin, 'id') };
}

/** One more than is worth listing. An exact id excludes longer ones. Copies in other sessions are left out. */
export function* findCallsById(
  dialect: Dialect,
  words: CallWords,
  { prefix, places, session, occurrence }: CallWanted,
): Steps<readonly NamedCall[]> {
  const parts: Condition[] = [
    dialect.beginsWith('c.call_id', prefix),
    // A call copied from a missing session is found where it is.
    condition('(c.copy_of IS NULL OR c.copy_of = ?)', NOWHERE),
    underPlaces(dialect, places, 'c.session_pk'),
  ];
  if (session !== undefined) parts.push(dialect.beginsWith('s.id', session));
  if (occurrence !== undefined) parts.push(condition('c.occurrence = ?', occurrence));
  const { sql, values } = joinConditions(parts, 'AND');
  // In id order, which the index has: an exact one comes first, and a short prefix needs no sorting.
  const rows = yield* ask(
    `SELECT c.* FROM ${dialect.callsById} WHERE ${sql}
     ORDER BY c.call_id, c.session_pk, c.occurrence LIMIT ${MOST_CANDIDATES + 1}`,
    ...values,
  );
  const exact = rows.filter((row) => text(row, 'call_id') === prefix);
  return yield* named(dialect, words, exact.length > 0 ? exact : rows);
}

function* named(dialect: Dialect, words: CallWords, rows: readonly Row[]): Steps<readonly NamedCall[]> {
  const found: NamedCall[] = [];
  for (const { row, call } of yield* new CallReader(dialect, words).read(rows)) {
    found.push({ call, paths: yield* sessionPaths(dialect, integer(row, 'session_pk')) });
  }
  return found;
}
