// Which calls are copies of which: the sessions that have to be compared, their calls in brief, and the answer.

import { flag, integer, integerOrNull, type Row, text, textOrNull } from '../../../base/row.ts';
import type { Newcomer, RelatedCall, RelatedSession, SettledFamily } from '../../index-store.ts';
import type { SessionDetail } from '../../questions/sessions.ts';
import { NOWHERE } from '../../rows/call-row.ts';
import type { Transaction } from '../database/connection.ts';
import { ID_HEAD } from '../database/schema.ts';
import type { Given, Statements } from '../database/statement.ts';
import { lockRelations } from './relations-lock.ts';

/** Of a session that is not there, and so has no calls. */
const NO_WEEK = 0;
/** Stands for every session that shares a call with another: none of them was looked at yet. */
const ALL = 0;

const SAME_ID = (calls: string, wanted: string): string =>
  `left(${calls}.call_id, ${ID_HEAD}) = left(${wanted}.call_id, ${ID_HEAD}) AND ${calls}.call_id = ${wanted}.call_id`;

const HOLDERS = `SELECT DISTINCT c.session_pk AS pk FROM unnest($1::text[], $2::float8[]) AS wanted (call_id, identity)
  JOIN calls c ON ${SAME_ID('c', 'wanted')} AND c.identity = wanted.identity`;

/** Any other call that is the same, and whether others were found to be copies of that one. */
const TWINS = `SELECT wanted.place, t.pk, t.copy_of,
    EXISTS (SELECT 1 FROM stale_copies WHERE session_pk = t.session_pk) AS is_stale,
    EXISTS (SELECT 1 FROM calls o WHERE o.copy_of = t.pk AND o.session_pk <> $3) AS is_copied
  FROM unnest($1::text[], $2::float8[]) WITH ORDINALITY AS wanted (call_id, identity, place)
  CROSS JOIN LATERAL (SELECT c.pk, c.copy_of, c.session_pk FROM calls c
    WHERE ${SAME_ID('c', 'wanted')} AND c.identity = wanted.identity AND c.session_pk <> $3
    ORDER BY c.session_pk, c.occurrence LIMIT 1) t`;

const HOMES = `SELECT c.pk AS call_pk, s.pk, s.rank, s.family,
    EXISTS (SELECT 1 FROM stale_copies WHERE session_pk = s.pk) AS is_stale
  FROM calls c JOIN sessions s ON s.pk = c.session_pk WHERE c.pk = ANY($1::int8[])`;

const ALL_SHARING = `WITH shared AS (SELECT call_id, identity FROM calls GROUP BY call_id, identity
    HAVING min(session_pk) <> max(session_pk))
  SELECT DISTINCT c.session_pk AS pk FROM calls c JOIN shared s ON s.call_id = c.call_id AND s.identity = c.identity`;

/** A session, with the week by which its calls are found. */
interface Home {
  readonly pk: number;
  readonly week: number;
}

type Member = Omit<RelatedSession, 'calls'> & {
  readonly week: number;
  readonly agent: string;
  readonly lineage: string | null;
  readonly family: number | null;
  readonly rank: string;
};
type StoredCall = Omit<RelatedCall, 'agent' | 'session'> & {
  readonly original: number | null;
  readonly isReplayed: boolean;
};

interface Original {
  readonly pk: number;
  readonly rank: string;
  readonly family: number | null;
  readonly isStale: boolean;
}

function keys(rows: readonly Row[]): number[] {
  return rows.map((row) => integer(row, 'pk'));
}

/** Whether everything will be compared with everything anyway. Until the transaction ends it stays so. */
export async function isAllStale(on: Transaction): Promise<boolean> {
  return (await on.get(`SELECT 1 AS one FROM stale_copies WHERE session_pk = ${ALL} FOR SHARE`)) !== undefined;
}

export async function markAllStale(on: Statements): Promise<void> {
  await on.all(`INSERT INTO stale_copies (session_pk) VALUES (${ALL}) ON CONFLICT DO NOTHING`);
}

/** A mark that is there already gets a new number: what was read before it is not up to date. */
const MARK = 'ON CONFLICT (session_pk) DO UPDATE SET mark = excluded.mark';

export async function markStale(on: Transaction, sessions: readonly number[]): Promise<void> {
  if (sessions.length === 0) return;
  await on.all(
    `INSERT INTO stale_copies (session_pk) SELECT pk FROM unnest($1::int8[]) AS s (pk) ORDER BY pk ${MARK}`,
    sessions,
  );
}

/** Those that were compared with a session that is not as it was. */
export async function markFamilies(on: Transaction, families: readonly number[]): Promise<void> {
  if (families.length === 0) return;
  await on.all(
    `INSERT INTO stale_copies (session_pk) SELECT pk FROM sessions WHERE family = ANY($1::int8[]) ORDER BY pk ${MARK}`,
    families,
  );
}

/** Those of the sessions that begin as another one does, or that name one or are named by one. */
export async function withRelatives(on: Transaction, sessions: readonly number[]): Promise<number[]> {
  if (sessions.length === 0) return [];
  const other = 'o.agent = s.agent AND o.pk <> s.pk';
  return keys(
    await on.all(
      `SELECT s.pk FROM sessions s WHERE s.pk = ANY($1::int8[]) AND (
         EXISTS (SELECT 1 FROM sessions o WHERE md5(o.lineage) = md5(s.lineage) AND o.lineage = s.lineage AND ${other})
         OR EXISTS (SELECT 1 FROM sessions o WHERE md5(o.lineage) = md5(s.id) AND o.lineage = s.id AND ${other})
         OR EXISTS (SELECT 1 FROM sessions o WHERE md5(o.id) = md5(s.lineage) AND o.id = s.lineage AND ${other}))`,
      sessions,
    ),
  );
}

/** Those of the calls' sessions of which a call stands in another session too. */
export async function withTwins(
  on: Transaction,
  calls: readonly (readonly [session: number, callId: string, identity: number])[],
): Promise<number[]> {
  if (calls.length === 0) return [];
  return keys(
    await on.all(
      `SELECT DISTINCT wanted.pk FROM unnest($1::int8[], $2::text[], $3::float8[]) AS wanted (pk, call_id, identity)
       WHERE EXISTS (SELECT 1 FROM calls c WHERE ${SAME_ID('c', 'wanted')}
         AND c.identity = wanted.identity AND c.session_pk <> wanted.pk)`,
      calls.map(([session]) => session),
      calls.map(([, callId]) => callId),
      calls.map(([, , identity]) => identity),
    ),
  );
}

/** Whether anything is to be settled, copies or titles. */
export async function isAnyStale(on: Statements): Promise<boolean> {
  const row = await on.get('SELECT 1 AS one FROM stale_titles UNION ALL (SELECT 1 FROM stale_copies LIMIT 1)');
  return row !== undefined;
}

export interface StaleSessions {
  readonly sessions: readonly number[];
  /** The newest mark: those that come later are of changes that are not settled with these. */
  readonly mark: number;
}

export async function staleSessions(on: Transaction): Promise<StaleSessions> {
  // Waits for transactions that count on this mark: what they wrote is seen below.
  const all = await on.all(`DELETE FROM stale_copies WHERE session_pk = ${ALL} RETURNING 1 AS one`);
  await lockRelations(on);
  if (all.length > 0) await markStale(on, keys(await on.all(ALL_SHARING)));
  const rows = await on.all('SELECT session_pk AS pk, mark FROM stale_copies ORDER BY 1');
  return { sessions: keys(rows), mark: rows.reduce((newest, row) => Math.max(newest, integer(row, 'mark')), 0) };
}

const BEGINNING = 'SELECT pk FROM sessions WHERE md5(lineage) = md5($1) AND lineage = $1 AND agent = $2';
const NAMED = 'SELECT pk FROM sessions WHERE md5(id) = md5($1) AND id = $1 AND agent = $2';

function memberOf(row: Row): Member {
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

/** Reads what is to be compared, and writes what came of it. */
export class CopyRows {
  readonly #on: Statements;

  constructor(on: Statements) {
    this.#on = on;
  }

  async #member(session: number): Promise<Member | undefined> {
    const row = await this.#on.get(
      'SELECT pk, week, agent, id, lineage, family, rank, started_at, last_at, detail FROM sessions WHERE pk = $1',
      session,
    );
    if (row !== undefined) return memberOf(row);
    await this.#on.all('DELETE FROM stale_copies WHERE session_pk = $1', session);
    return undefined;
  }

  async #calls({ pk: session, week }: Home): Promise<StoredCall[]> {
    const rows = await this.#on.all(
      `SELECT pk, call_id, coalesce(identity, -pk) AS identity, requested_at, copy_of,
         coalesce(strpos(flags, 'replayed'), 0) > 0 AS replayed
       FROM calls WHERE week = $1 AND session_pk = $2 ORDER BY source, "offset", length(pointer), pointer, occurrence`,
      week,
      session,
    );
    return rows.map((row) => ({
      pk: integer(row, 'pk'),
      callId: text(row, 'call_id'),
      identity: integer(row, 'identity'),
      requestedAt: integerOrNull(row, 'requested_at'),
      original: integerOrNull(row, 'copy_of'),
      isReplayed: flag(row, 'replayed'),
    }));
  }

  async #read({ agent, lineage, family, rank, week, ...session }: Member): Promise<RelatedSession> {
    const calls = await this.#calls({ pk: session.pk, week });
    return {
      ...session,
      calls: calls.map(({ original, isReplayed, ...call }) => ({ ...call, agent, session: session.id })),
    };
  }

  async #found(sql: string, ...values: readonly Given[]): Promise<number[]> {
    return keys(await this.#on.all(sql, ...values));
  }

  async family(session: number): Promise<RelatedSession[]> {
    const found = new Set([session]);
    const asked = new Set<string>();
    const isNew = (question: string): boolean => asked.size < asked.add(question).size;
    const family: RelatedSession[] = [];
    // The set grows while it is gone through.
    for (const pk of found) {
      const member = await this.#member(pk);
      if (member === undefined) continue;
      const { agent, id, lineage } = member;
      const others = await this.#found(BEGINNING, id, agent);
      if (lineage !== null && isNew(`${agent} ${lineage}`)) {
        others.push(...(await this.#found(BEGINNING, lineage, agent)), ...(await this.#found(NAMED, lineage, agent)));
      }
      const read = await this.#read(member);
      const wanted = read.calls.filter(({ callId, identity }) => isNew(`${identity} ${callId}`));
      const ids = wanted.map(({ callId }) => callId);
      const identities = wanted.map(({ identity }) => identity);
      if (wanted.length > 0) others.push(...(await this.#found(HOLDERS, ids, identities)));
      for (const other of others) found.add(other);
      family.push(read);
    }
    return family;
  }

  /**
   * What it takes to settle a session without going through its family. That is not enough where it is the first to share a call
   * (the other's place changes with it) or shares one no more, where others copied from it, or where it brings two families
   * together.
   */
  async newcomer(session: number): Promise<Newcomer | undefined> {
    const member = await this.#member(session);
    if (member === undefined) return undefined;
    const original = await this.#on.get(
      `SELECT 1 AS one FROM calls c WHERE c.week = $1 AND c.session_pk = $2
         AND EXISTS (SELECT 1 FROM calls o WHERE o.copy_of = c.pk) LIMIT 1`,
      member.week,
      session,
    );
    if (original !== undefined || (await this.#on.get(BEGINNING, member.id, member.agent)) !== undefined)
      return undefined;
    const found = await this.#twins(member);
    if (found === undefined || found.family === null) return undefined;
    const { forkedFrom } = member.fields;
    const origin =
      forkedFrom === undefined
        ? undefined
        : await this.#on.get(
            'SELECT rank, family FROM sessions WHERE agent = $1 AND md5(id) = md5($2) AND id = $2',
            member.agent,
            forkedFrom,
          );
    const originFamily = origin === undefined ? undefined : integerOrNull(origin, 'family');
    if (forkedFrom !== undefined && originFamily !== found.family) return undefined;
    const { family, twins, kept } = found;
    const originRank = origin === undefined ? null : text(origin, 'rank');
    return { session: await this.#read(member), rank: member.rank, family, originRank, twins, kept };
  }

  /** The originals of a session's calls, all in one family that is settled; undefined where they are not. */
  async #twins({
    pk: session,
    week,
    family: known,
  }: Member): Promise<(Pick<Newcomer, 'twins' | 'kept'> & { family: number | null }) | undefined> {
    const calls = await this.#calls({ pk: session, week });
    // Which of several uses of an id is a copy of which is told with all of them at hand.
    if (new Set(calls.map(({ identity, callId }) => `${identity} ${callId}`)).size < calls.length) return undefined;
    const ids = calls.map(({ callId }) => callId);
    const rows = await this.#on.all(
      TWINS,
      ids,
      calls.map(({ identity }) => identity),
      session,
    );
    const originals = new Map<number, number>();
    for (const row of rows) {
      const original = integerOrNull(row, 'copy_of') ?? (flag(row, 'is_copied') ? integer(row, 'pk') : NOWHERE);
      if (original === NOWHERE || flag(row, 'is_stale')) return undefined;
      originals.set(integer(row, 'place') - 1, original);
    }
    const homes = await this.#homes([...new Set(originals.values())]);
    const twins = new Map<number, { original: number; rank: string }>();
    let family = known;
    let kept = 0;
    for (const [place, { pk, original: before }] of calls.entries()) {
      const original = originals.get(place);
      if (original === undefined) continue;
      const home = homes.get(original);
      family ??= home?.family ?? null;
      if (home === undefined || home.isStale || home.pk === session || home.family !== family) return undefined;
      twins.set(pk, { original, rank: home.rank });
      if (before === original) kept++;
    }
    return { family, twins, kept };
  }

  async #homes(calls: readonly number[]): Promise<Map<number, Original>> {
    const rows = calls.length === 0 ? [] : await this.#on.all(HOMES, calls);
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

  /** Returns the sessions whose calls count differently now. Marks that are newer than `mark` stay. */
  async settle({ family, sessions, originals }: SettledFamily, mark: number): Promise<number[]> {
    const changed: number[] = [];
    const locked = await this.#on.all(
      'SELECT pk, week FROM sessions WHERE pk = ANY($1::int8[]) ORDER BY pk FOR UPDATE',
      sessions.map(({ pk }) => pk),
    );
    const weeks = new Map(locked.map((row) => [integer(row, 'pk'), integer(row, 'week')]));
    for (const { pk, ownAt, rank } of sessions) {
      // It was forgotten meanwhile.
      const week = weeks.get(pk) ?? NO_WEEK;
      const calls: number[] = [];
      const copyOf: (number | null)[] = [];
      for (const call of await this.#calls({ pk, week })) {
        const original = originals.get(call.pk) ?? (call.isReplayed ? NOWHERE : null);
        if (original === call.original) continue;
        calls.push(call.pk);
        copyOf.push(original);
      }
      if (calls.length > 0) {
        changed.push(pk);
        await this.#on.all(
          `UPDATE calls c SET copy_of = n.copy_of FROM unnest($2::int8[], $3::int8[]) AS n (pk, copy_of)
           WHERE c.week = $4 AND c.session_pk = $1 AND c.pk = n.pk`,
          pk,
          calls,
          copyOf,
          week,
        );
      }
      await this.#on.all(
        'UPDATE sessions SET rank = $2, own_at = $3, family = $4 WHERE pk = $1',
        pk,
        rank,
        ownAt,
        family,
      );
      await this.#on.all('DELETE FROM stale_copies WHERE session_pk = $1 AND mark <= $2', pk, mark);
    }
    return changed;
  }
}
