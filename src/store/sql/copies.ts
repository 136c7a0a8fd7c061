// Which calls are copies of which: the sessions to compare, their calls in brief, and the result.

import { flag, integer, integerOrNull, type Row, text, textOrNull } from '../../base/row.ts';
import type { Newcomer, RelatedCall, RelatedSession, SettledFamily, SharedCalls, StaleCopies } from '../index-store.ts';
import type { SessionDetail } from '../questions/sessions.ts';
import { NOWHERE } from '../rows/call-row.ts';
import type { Condition } from './condition.ts';
import type { Dialect, SessionRef } from './engine.ts';
import { markAnyTitles } from './leaf-titles.ts';
import type { RelationLocks } from './relation-locks.ts';
import { ask, askOne, type Steps } from './steps.ts';

/** A mark for every session that shares a call with another: none of them was compared yet. */
export const ALL_STALE = 0;

export type CallIdentity = Pick<RelatedCall, 'callId' | 'identity'>;

export interface CopyDialect extends Dialect, RelationLocks {
  /** For rows `s`: the session begins as the one of this id, or is a fork of it. */
  hasLineage(lineage: string): Condition;
  /** For rows of `stale_copies`: the number of the mark. */
  readonly mark: string;
  markStale(sessions: readonly number[]): Steps<unknown>;
  /** Sessions that share a call with another, as `pk`, with the first that has it, as `other`. */
  readonly allSharing: string;
  /** Sessions with one of these calls, as `pk`. */
  holders(calls: readonly CallIdentity[]): Steps<readonly Row[]>;
  readonly twinsAtOnce: number;
  /**
   * Any equal call of another session for each of these, by their `place` among them: whether that session is stale, and whether
   * others were found to be copies of the call.
   */
  twins(session: number, calls: readonly CallIdentity[]): Condition;
  setCopies(session: SessionRef, copies: readonly (readonly [call: number, original: number | null])[]): Steps<unknown>;
}

export interface StaleSessions extends StaleCopies {
  /** The newest mark: later ones are of changes that are not settled with these. */
  readonly mark: number;
}

interface Member extends Omit<RelatedSession, 'calls'>, SessionRef {
  readonly agent: string;
  readonly lineage: string | null;
  readonly family: number | null;
  readonly rank: string;
}

type StoredCall = Omit<RelatedCall, 'agent' | 'session'> & {
  readonly original: number | null;
  readonly isReplayed: boolean;
};

/** The session of an original. */
interface Home {
  readonly pk: number;
  readonly rank: string;
  readonly family: number | null;
  readonly isStale: boolean;
}

function keys(rows: readonly Row[]): number[] {
  return rows.map((row) => integer(row, 'pk'));
}

/** Of each session of `pk` and `other` those that it stands with. */
function sharedBy(rows: readonly Row[]): SharedCalls {
  const others = new Map<number, number[]>(rows.map((row) => [integer(row, 'pk'), []]));
  for (const row of rows) {
    const [session, other] = [integer(row, 'pk'), integer(row, 'other')];
    others.get(session)?.push(other);
    others.get(other)?.push(session);
  }
  return others;
}

export function* staleSessions(d: CopyDialect): Steps<StaleSessions> {
  // Waits for transactions that rely on this mark: what they wrote is seen below.
  const all = yield* ask(`DELETE FROM stale_copies WHERE session_pk = ${ALL_STALE} RETURNING 1 AS one`);
  yield* d.lockRelations();
  let shared: SharedCalls | undefined;
  if (all.length > 0) {
    shared = sharedBy(yield* ask(d.allSharing));
    yield* d.markStale([...shared.keys()]);
    // What was written under this mark has not been asked for its titles either.
    yield* markAnyTitles();
  }
  const rows = yield* ask(`SELECT session_pk AS pk, ${d.mark} AS mark FROM stale_copies ORDER BY 1`);
  return {
    sessions: keys(rows),
    shared,
    mark: rows.reduce((newest, row) => Math.max(newest, integer(row, 'mark')), 0),
  };
}

function* memberAt(d: CopyDialect, session: number): Steps<Member | undefined> {
  const row = yield* askOne(
    `SELECT s.pk, ${d.week} AS week, s.agent, s.id, s.lineage, s.family, s.rank, s.started_at, s.last_at, s.detail
     FROM sessions s WHERE s.pk = ?`,
    session,
  );
  if (row === undefined) {
    yield* ask('DELETE FROM stale_copies WHERE session_pk = ?', session);
    return undefined;
  }
  const { fields }: SessionDetail = JSON.parse(text(row, 'detail'));
  return {
    pk: integer(row, 'pk'),
    week: integer(row, 'week'),
    agent: text(row, 'agent'),
    id: text(row, 'id'),
    lineage: textOrNull(row, 'lineage'),
    family: integerOrNull(row, 'family'),
    rank: text(row, 'rank'),
    fields,
    startedAt: integerOrNull(row, 'started_at'),
    lastAt: integerOrNull(row, 'last_at'),
  };
}

function* callsOf(d: CopyDialect, session: SessionRef): Steps<StoredCall[]> {
  const own = d.inSession(session);
  const rows = yield* ask(
    `SELECT c.pk, c.call_id, coalesce(c.identity, -c.pk) AS identity, c.requested_at, c.copy_of, c.flags FROM calls c
     WHERE ${own.sql} ORDER BY c.source, c."offset", length(c.pointer), c.pointer, c.occurrence`,
    ...own.values,
  );
  return rows.map((row) => ({
    pk: integer(row, 'pk'),
    callId: text(row, 'call_id'),
    identity: integer(row, 'identity'),
    requestedAt: integerOrNull(row, 'requested_at'),
    original: integerOrNull(row, 'copy_of'),
    isReplayed: textOrNull(row, 'flags')?.includes('replayed') ?? false,
  }));
}

function related({ agent, pk, id, fields, startedAt, lastAt }: Member, calls: readonly StoredCall[]): RelatedSession {
  const own = calls.map(({ original, isReplayed, ...call }) => ({ ...call, agent, session: id }));
  return { pk, id, fields, startedAt, lastAt, calls: own };
}

function* beginningAs(d: CopyDialect, lineage: string, agent: string): Steps<number[]> {
  const { sql, values } = d.hasLineage(lineage);
  return keys(yield* ask(`SELECT s.pk FROM sessions s WHERE ${sql} AND s.agent = ?`, ...values, agent));
}

function* named(d: CopyDialect, agent: string, id: string): Steps<Row | undefined> {
  const { sql, values } = d.isNamed({ agent, id });
  return yield* askOne(`SELECT s.pk, s.rank, s.family FROM sessions s WHERE ${sql}`, ...values);
}

/** The session and all that may hold copies of its calls, or of theirs. */
export function* familyOf(d: CopyDialect, session: number, shared?: SharedCalls): Steps<RelatedSession[]> {
  const found = new Set([session]);
  const asked = new Set<string>();
  const isNew = (question: string): boolean => asked.size < asked.add(question).size;
  const family: RelatedSession[] = [];
  // The set grows during the iteration.
  for (const pk of found) {
    const member = yield* memberAt(d, pk);
    if (member === undefined) continue;
    const { agent, id, lineage } = member;
    const others = yield* beginningAs(d, id, agent);
    if (lineage !== null && isNew(`${agent} ${lineage}`)) {
      others.push(...(yield* beginningAs(d, lineage, agent)));
      const origin = yield* named(d, agent, lineage);
      if (origin !== undefined) others.push(integer(origin, 'pk'));
    }
    const calls = yield* callsOf(d, member);
    if (shared === undefined) {
      const wanted = calls.filter(({ callId, identity }) => isNew(`${identity} ${callId}`));
      if (wanted.length > 0) others.push(...keys(yield* d.holders(wanted)));
    } else others.push(...(shared.get(pk) ?? []));
    for (const other of others) found.add(other);
    family.push(related(member, calls));
  }
  return family;
}

/**
 * What is needed to settle a session without visiting its family. That is not enough if it is the first to share a call (the
 * other's place changes with it) or no longer shares one, if others copied from it, or if it joins two families.
 */
export function* newcomerOf(d: CopyDialect, session: number): Steps<Newcomer | undefined> {
  const member = yield* memberAt(d, session);
  if (member === undefined) return undefined;
  const { agent, id, rank, fields } = member;
  const own = d.inSession(member);
  const original = yield* askOne(
    `SELECT 1 AS one FROM calls c WHERE ${own.sql}
       AND EXISTS (SELECT 1 FROM calls o WHERE o.copy_of = c.pk AND o.copy_of IS NOT NULL) LIMIT 1`,
    ...own.values,
  );
  if (original !== undefined || (yield* beginningAs(d, id, agent)).length > 0) return undefined;
  const calls = yield* callsOf(d, member);
  const found = yield* twinsOf(d, member, calls);
  if (found === undefined || found.family === null) return undefined;
  const { family, twins, kept } = found;
  const { forkedFrom } = fields;
  const origin = forkedFrom === undefined ? undefined : yield* named(d, agent, forkedFrom);
  if (forkedFrom !== undefined && (origin === undefined || integerOrNull(origin, 'family') !== family))
    return undefined;
  const originRank = origin === undefined ? null : text(origin, 'rank');
  return { session: related(member, calls), rank, family, originRank, twins, kept };
}

/** The originals of a session's calls, all in one settled family; undefined otherwise. */
function* twinsOf(
  d: CopyDialect,
  { pk: session, family: known }: Member,
  calls: readonly StoredCall[],
): Steps<(Pick<Newcomer, 'twins' | 'kept'> & { family: number | null }) | undefined> {
  // Which of several uses of an id is a copy of which can only be decided with all of them.
  if (new Set(calls.map(({ identity, callId }) => `${identity} ${callId}`)).size < calls.length) return undefined;
  const twins = new Map<number, { original: number; rank: string }>();
  let family = known;
  let kept = 0;
  for (let first = 0; first < calls.length; first += d.twinsAtOnce) {
    const some = calls.slice(first, first + d.twinsAtOnce);
    const { sql, values } = d.twins(session, some);
    const originals = new Map<number, number>();
    for (const row of yield* ask(sql, ...values)) {
      const original = integerOrNull(row, 'copy_of') ?? (flag(row, 'is_copied') ? integer(row, 'pk') : NOWHERE);
      if (original === NOWHERE || flag(row, 'is_stale')) return undefined;
      originals.set(integer(row, 'place'), original);
    }
    const homes = yield* homesOf(d, [...new Set(originals.values())]);
    for (const [place, { pk, original: before }] of some.entries()) {
      const original = originals.get(place);
      if (original === undefined) continue;
      const home = homes.get(original);
      family ??= home?.family ?? null;
      if (home === undefined || home.isStale || home.pk === session || home.family !== family) return undefined;
      twins.set(pk, { original, rank: home.rank });
      if (before === original) kept++;
    }
  }
  return { family, twins, kept };
}

function* homesOf(d: CopyDialect, originals: readonly number[]): Steps<Map<number, Home>> {
  if (originals.length === 0) return new Map();
  const { sql, values } = d.isAmong('c.pk', originals);
  const rows = yield* ask(
    `SELECT c.pk AS call_pk, s.pk, s.rank, s.family, EXISTS (SELECT 1 FROM stale_copies WHERE session_pk = s.pk) AS is_stale
     FROM calls c JOIN sessions s ON s.pk = c.session_pk WHERE ${sql}`,
    ...values,
  );
  return new Map(
    rows.map((row) => [
      integer(row, 'call_pk'),
      {
        pk: integer(row, 'pk'),
        rank: text(row, 'rank'),
        family: integerOrNull(row, 'family'),
        isStale: flag(row, 'is_stale'),
      },
    ]),
  );
}

/** Returns the sessions whose calls now count differently. Marks that are newer than `mark` stay. */
export function* settleFamily(d: CopyDialect, settled: SettledFamily, mark: number): Steps<number[]> {
  const { family, sessions, originals } = settled;
  const among = d.isAmong(
    's.pk',
    sessions.map(({ pk }) => pk),
  );
  const rows = yield* ask(
    `SELECT s.pk, ${d.week} AS week FROM sessions s WHERE ${among.sql} ORDER BY s.pk ${d.forUpdate}`,
    ...among.values,
  );
  const weeks = new Map(rows.map((row) => [integer(row, 'pk'), integer(row, 'week')]));
  const changed: number[] = [];
  for (const { pk, ownAt, rank } of sessions) {
    const week = weeks.get(pk);
    if (week !== undefined) {
      const copies: [number, number | null][] = [];
      for (const call of yield* callsOf(d, { pk, week })) {
        const original = originals.get(call.pk) ?? (call.isReplayed ? NOWHERE : null);
        if (original !== call.original) copies.push([call.pk, original]);
      }
      if (copies.length > 0) {
        changed.push(pk);
        yield* d.setCopies({ pk, week }, copies);
      }
      yield* ask('UPDATE sessions SET rank = ?, own_at = ?, family = ? WHERE pk = ?', rank, ownAt, family, pk);
    }
    yield* ask(`DELETE FROM stale_copies WHERE session_pk = ? AND ${d.mark} <= ?`, pk, mark);
  }
  return changed;
}
