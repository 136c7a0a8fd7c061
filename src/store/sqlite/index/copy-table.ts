// Which calls are copies of which, in the index: the sessions to compare, their calls in brief, and the result.

import { flag, integer, integerOrNull, text, textOrNull } from '../../../base/row.ts';
import type { Command, Database, Query } from '../../../sqlite/database.ts';
import type { Newcomer, RelatedCall, RelatedSession, SettledFamily } from '../../index-store.ts';
import type { SessionDetail } from '../../questions/sessions.ts';
import { NOWHERE } from '../../rows/call-row.ts';

/** Means every session that shares a call with another: none of them was compared yet. */
const ALL = 0;

/** Sessions with the same beginning, and those of which one names the other as its origin: each is queried once for a family. */
const BEGINNING = 'SELECT pk FROM sessions WHERE lineage = ? AND agent = ?';
const NAMED = 'SELECT pk FROM sessions WHERE id = ? AND agent = ?';

const RELATIVE = `SELECT 1 AS pk FROM sessions s WHERE s.pk = ?1 AND (
  EXISTS (SELECT 1 FROM sessions o WHERE o.lineage = s.lineage AND o.agent = s.agent AND o.pk <> s.pk)
  OR EXISTS (SELECT 1 FROM sessions o WHERE o.lineage = s.id AND o.agent = s.agent AND o.pk <> s.pk)
  OR EXISTS (SELECT 1 FROM sessions o WHERE o.id = s.lineage AND o.agent = s.agent AND o.pk <> s.pk))`;

/** All holders of an id at once: querying the twins of each call would visit them as often as there are twins. */
const HOLDERS = 'SELECT session_pk, identity FROM calls INDEXED BY calls_id WHERE call_id = ?';

/** Any other equal call, and whether others were found to be copies of it. */
const TWIN = `SELECT t.pk, t.copy_of, EXISTS (SELECT 1 FROM stale_copies WHERE session_pk = t.session_pk) AS is_stale,
    EXISTS (SELECT 1 FROM calls c WHERE c.copy_of = t.pk AND c.copy_of IS NOT NULL AND c.session_pk <> ?2) AS is_copied
  FROM calls t INDEXED BY calls_id WHERE t.call_id = ?1 AND t.session_pk <> ?2 AND t.identity = ?3 LIMIT 1`;

const HOME = `SELECT s.pk, s.rank, s.family, EXISTS (SELECT 1 FROM stale_copies WHERE session_pk = s.pk) AS is_stale
  FROM calls c CROSS JOIN sessions s ON s.pk = c.session_pk WHERE c.pk = ?`;

/** By ids alone first, which their index has in order: few are in several sessions. */
const ALL_SHARING = `WITH shared AS (
    SELECT call_id, identity FROM calls WHERE call_id IN (
      SELECT call_id FROM calls INDEXED BY calls_id GROUP BY call_id HAVING min(session_pk) <> max(session_pk))
    GROUP BY call_id, identity HAVING min(session_pk) <> max(session_pk))
  SELECT DISTINCT c.session_pk AS pk FROM calls c JOIN shared s ON s.call_id = c.call_id AND s.identity = c.identity`;

type Member = Omit<RelatedSession, 'calls'> & {
  readonly agent: string;
  readonly lineage: string | null;
  readonly family: number | null;
  readonly rank: string;
};
type StoredCall = Omit<RelatedCall, 'agent' | 'session'> & {
  readonly original: number | null;
  readonly isReplayed: boolean;
};

interface Twin {
  readonly pk: number;
  readonly original: number | null;
  readonly isCopied: boolean;
  readonly isStale: boolean;
}

interface Home {
  readonly pk: number;
  readonly rank: string;
  readonly family: number | null;
  readonly isStale: boolean;
}

export class CopyTable {
  readonly #stale: Query<number>;
  readonly #mark: Command;
  readonly #markFamily: Command;
  readonly #unmark: Command;
  readonly #hasRelative: Query<number>;
  readonly #beginning: Query<number>;
  readonly #named: Query<number>;
  readonly #holders: Query<{ readonly pk: number; readonly identity: number | null }>;
  readonly #twin: Query<Twin>;
  readonly #home: Query<Home>;
  readonly #origin: Query<{ readonly rank: string; readonly family: number | null }>;
  readonly #isOriginal: Query<number>;
  readonly #allSharing: Query<number>;
  readonly #member: Query<Member>;
  readonly #calls: Query<StoredCall>;
  readonly #setCopy: Command;
  readonly #setRank: Command;

  constructor(database: Database) {
    const pk = (row: Parameters<typeof integer>[0]): number => integer(row, 'pk');
    this.#stale = database.query('SELECT session_pk AS pk FROM stale_copies', pk);
    this.#mark = database.command('INSERT OR IGNORE INTO stale_copies VALUES (?)');
    this.#markFamily = database.command('INSERT OR IGNORE INTO stale_copies SELECT pk FROM sessions WHERE family = ?');
    this.#unmark = database.command('DELETE FROM stale_copies WHERE session_pk = ?');
    this.#hasRelative = database.query(RELATIVE, pk);
    this.#beginning = database.query(BEGINNING, pk);
    this.#named = database.query(NAMED, pk);
    this.#holders = database.query(HOLDERS, (row) => ({
      pk: integer(row, 'session_pk'),
      identity: integerOrNull(row, 'identity'),
    }));
    this.#twin = database.query(TWIN, (row) => ({
      pk: integer(row, 'pk'),
      original: integerOrNull(row, 'copy_of'),
      isCopied: flag(row, 'is_copied'),
      isStale: flag(row, 'is_stale'),
    }));
    this.#home = database.query(HOME, (row) => ({
      pk: integer(row, 'pk'),
      rank: text(row, 'rank'),
      family: integerOrNull(row, 'family'),
      isStale: flag(row, 'is_stale'),
    }));
    this.#origin = database.query('SELECT rank, family FROM sessions WHERE agent = ? AND id = ?', (row) => ({
      rank: text(row, 'rank'),
      family: integerOrNull(row, 'family'),
    }));
    this.#isOriginal = database.query(
      `SELECT 1 AS pk FROM calls c WHERE c.session_pk = ?
       AND EXISTS (SELECT 1 FROM calls o WHERE o.copy_of = c.pk AND o.copy_of IS NOT NULL) LIMIT 1`,
      pk,
    );
    this.#allSharing = database.query(ALL_SHARING, pk);
    this.#member = database.query(
      'SELECT pk, agent, id, lineage, family, rank, started_at, last_at, detail FROM sessions WHERE pk = ?',
      (row) => {
        const { fields }: SessionDetail = JSON.parse(text(row, 'detail'));
        return {
          pk: integer(row, 'pk'),
          agent: text(row, 'agent'),
          id: text(row, 'id'),
          lineage: textOrNull(row, 'lineage'),
          family: integerOrNull(row, 'family'),
          rank: text(row, 'rank'),
          fields,
          startedAt: integerOrNull(row, 'started_at'),
          lastAt: integerOrNull(row, 'last_at'),
        };
      },
    );
    this.#calls = database.query(
      `SELECT pk, call_id, coalesce(identity, -pk) AS identity, requested_at, copy_of, coalesce(instr(flags, 'replayed'), 0) AS replayed
       FROM calls WHERE session_pk = ?
       ORDER BY source, offset, length(pointer), pointer, occurrence`,
      (row) => ({
        pk: integer(row, 'pk'),
        callId: text(row, 'call_id'),
        identity: integer(row, 'identity'),
        requestedAt: integerOrNull(row, 'requested_at'),
        original: integerOrNull(row, 'copy_of'),
        isReplayed: integer(row, 'replayed') > 0,
      }),
    );
    this.#setCopy = database.command('UPDATE calls SET copy_of = ? WHERE pk = ?');
    this.#setRank = database.command('UPDATE sessions SET rank = ?, own_at = ?, family = ? WHERE pk = ?');
  }

  mark(session: number): void {
    this.#mark.run(session);
  }

  markAll(): void {
    this.#mark.run(ALL);
  }

  /** Marks those that were compared with a session that has changed. */
  markFamily(family: number | null): void {
    if (family !== null) this.#markFamily.run(family);
  }

  /** Whether there are sessions with the same beginning, or that name it or are named by it. */
  hasRelatives(session: number): boolean {
    return this.#hasRelative.get(session) !== undefined;
  }

  stale(): number[] {
    const marked = new Set(this.#stale.all());
    if (!marked.delete(ALL)) return [...marked];
    for (const session of this.#allSharing.all()) {
      marked.add(session);
      this.#mark.run(session);
    }
    this.#unmark.run(ALL);
    return [...marked];
  }

  family(session: number): RelatedSession[] {
    const found = new Set([session]);
    const asked = new Set<string>();
    const isNew = (question: string): boolean => asked.size < asked.add(question).size;
    const family: RelatedSession[] = [];
    // The set grows during the iteration.
    for (const pk of found) {
      const member = this.#memberAt(pk);
      if (member === undefined) continue;
      const { agent, id, lineage } = member;
      const add = (other: number): unknown => found.add(other);
      this.#beginning.all(id, agent).forEach(add);
      if (lineage !== null && isNew(`${agent} ${lineage}`)) {
        this.#beginning.all(lineage, agent).forEach(add);
        this.#named.all(lineage, agent).forEach(add);
      }
      const read = this.#read(member);
      const identities = new Map<string, Set<number>>();
      for (const { callId, identity } of read.calls) {
        const known = identities.get(callId);
        if (known === undefined) identities.set(callId, new Set([identity]));
        else known.add(identity);
      }
      for (const [callId, known] of identities) {
        const wanted = [...known].filter((identity) => isNew(`${identity} ${callId}`));
        if (wanted.length === 0) continue;
        for (const holder of this.#holders.all(callId)) {
          if (holder.identity !== null && wanted.includes(holder.identity)) found.add(holder.pk);
        }
      }
      family.push(read);
    }
    return family;
  }

  /**
   * What is needed to settle a session without visiting its family. That is not enough if it is the first to share a call (the
   * other's place changes with it) or no longer shares one, if others copied from it, or if it joins two families.
   */
  newcomer(session: number): Newcomer | undefined {
    const member = this.#memberAt(session);
    if (member === undefined || this.#isOriginal.get(session) !== undefined) return undefined;
    if (this.#beginning.get(member.id, member.agent) !== undefined) return undefined;
    const found = this.#twins(member);
    if (found === undefined || found.family === null) return undefined;
    const { forkedFrom } = member.fields;
    const origin = forkedFrom === undefined ? undefined : this.#origin.get(member.agent, forkedFrom);
    if (forkedFrom !== undefined && origin?.family !== found.family) return undefined;
    const { family, twins, kept } = found;
    return { session: this.#read(member), rank: member.rank, family, originRank: origin?.rank ?? null, twins, kept };
  }

  /** The originals of a session's calls, all in one settled family; undefined otherwise. */
  #twins({
    pk: session,
    family: known,
  }: Member): (Pick<Newcomer, 'twins' | 'kept'> & { family: number | null }) | undefined {
    const homes = new Map<number, Home | undefined>();
    const seen = new Set<string>();
    const twins = new Map<number, { original: number; rank: string }>();
    let family = known;
    let kept = 0;
    for (const { pk, callId, identity, original: before } of this.#calls.all(session)) {
      // Which of several uses of an id is a copy of which can only be decided with all of them.
      if (seen.size === seen.add(`${identity} ${callId}`).size) return undefined;
      const twin = this.#twin.get(callId, session, identity);
      if (twin === undefined) continue;
      const original = twin.original ?? (twin.isCopied ? twin.pk : NOWHERE);
      if (original === NOWHERE || twin.isStale) return undefined;
      if (!homes.has(original)) homes.set(original, this.#home.get(original));
      const home = homes.get(original);
      family ??= home?.family ?? null;
      if (home === undefined || home.isStale || home.pk === session || home.family !== family) return undefined;
      twins.set(pk, { original, rank: home.rank });
      if (before === original) kept++;
    }
    return { family, twins, kept };
  }

  #memberAt(session: number): Member | undefined {
    const member = this.#member.get(session);
    if (member === undefined) this.#unmark.run(session);
    return member;
  }

  #read({ agent, lineage, family, rank, ...session }: Member): RelatedSession {
    const calls = this.#calls
      .all(session.pk)
      .map(({ original, isReplayed, ...call }) => ({ ...call, agent, session: session.id }));
    return { ...session, calls };
  }

  /** Returns the sessions whose calls now count differently. */
  settle({ family, sessions, originals }: SettledFamily): number[] {
    const changed: number[] = [];
    for (const { pk, ownAt, rank } of sessions) {
      let differs = false;
      for (const call of this.#calls.all(pk)) {
        const original = originals.get(call.pk) ?? (call.isReplayed ? NOWHERE : null);
        if (original === call.original) continue;
        this.#setCopy.run(original, call.pk);
        differs = true;
      }
      if (differs) changed.push(pk);
      this.#setRank.run(rank, ownAt, family, pk);
      this.#unmark.run(pk);
    }
    return changed;
  }
}
