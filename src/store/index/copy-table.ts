// Which calls are copies of which, in the index: the sessions that have to be compared, their calls in brief, and the answer.

import type { Command, Database, Query } from '../../sqlite/database.ts';
import { integer, integerOrNull, text } from '../../sqlite/row.ts';
import type { FamilyRank, RelatedCall, RelatedSession } from './index-store.ts';
import type { SessionDetail } from './session-table.ts';

/** Stands for every session that shares a call with another: none of them was looked at yet. */
const ALL = 0;

/** The original of a call that was copied from a session that is not there. */
export const NOWHERE = 0;

/** Sessions of one beginning, and those of which one names the other as its origin. */
const RELATED = `SELECT o.pk FROM sessions s CROSS JOIN sessions o ON o.lineage = s.lineage AND o.agent = s.agent WHERE s.pk = ?1
  UNION SELECT o.pk FROM sessions s CROSS JOIN sessions o ON o.lineage = s.id AND o.agent = s.agent WHERE s.pk = ?1
  UNION SELECT o.pk FROM sessions s CROSS JOIN sessions o ON o.id = s.lineage AND o.agent = s.agent WHERE s.pk = ?1`;

const SHARING = `SELECT DISTINCT t.session_pk AS pk FROM calls c CROSS JOIN calls t INDEXED BY calls_id
  ON t.call_id = c.call_id AND t.identity = c.identity AND t.session_pk <> c.session_pk WHERE c.session_pk = ?`;

/** By ids alone first, which the index over them has in order: few stand in several sessions. */
const ALL_SHARING = `WITH shared AS (
    SELECT call_id, identity FROM calls WHERE call_id IN (
      SELECT call_id FROM calls INDEXED BY calls_id GROUP BY call_id HAVING min(session_pk) <> max(session_pk))
    GROUP BY call_id, identity HAVING min(session_pk) <> max(session_pk))
  SELECT DISTINCT c.session_pk AS pk FROM calls c JOIN shared s ON s.call_id = c.call_id AND s.identity = c.identity`;

type Member = Omit<RelatedSession, 'calls'> & { readonly agent: string };
type StoredCall = Omit<RelatedCall, 'agent' | 'session'> & {
  readonly original: number | null;
  readonly isReplayed: boolean;
};

export class CopyTable {
  readonly #stale: Query<number>;
  readonly #mark: Command;
  readonly #markFamily: Command;
  readonly #unmark: Command;
  readonly #related: Query<number>;
  readonly #sharing: Query<number>;
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
    this.#related = database.query(RELATED, pk);
    this.#sharing = database.query(SHARING, pk);
    this.#allSharing = database.query(ALL_SHARING, pk);
    this.#member = database.query(
      'SELECT pk, agent, id, started_at, last_at, detail FROM sessions WHERE pk = ?',
      (row) => {
        const { fields }: SessionDetail = JSON.parse(text(row, 'detail'));
        return {
          pk: integer(row, 'pk'),
          agent: text(row, 'agent'),
          id: text(row, 'id'),
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

  /** Those that were compared with a session that is not as it was. */
  markFamily(family: number | null): void {
    if (family !== null) this.#markFamily.run(family);
  }

  /** Whether there are sessions that begin as this one does, or that name it or are named by it. */
  hasRelatives(session: number): boolean {
    return this.#related.all(session).some((other) => other !== session);
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
    // The set grows while it is gone through.
    for (const pk of found) {
      for (const other of this.#related.all(pk)) found.add(other);
      for (const other of this.#sharing.all(pk)) found.add(other);
    }
    return [...found].flatMap((pk) => this.#read(pk));
  }

  #read(session: number): RelatedSession[] {
    const member = this.#member.get(session);
    if (member === undefined) {
      this.#unmark.run(session);
      return [];
    }
    const { agent, ...rest } = member;
    const calls = this.#calls
      .all(session)
      .map(({ original, isReplayed, ...call }) => ({ ...call, agent, session: rest.id }));
    return [{ ...rest, calls }];
  }

  /** Returns the sessions whose calls count differently now. */
  settle(sessions: readonly FamilyRank[], originals: ReadonlyMap<number, number>): number[] {
    const changed: number[] = [];
    const family = sessions.length < 2 ? null : Math.min(...sessions.map(({ pk }) => pk));
    for (const [rank, { pk, ownAt }] of sessions.entries()) {
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
