// Owns what the index knows of sessions that share history: their calls in brief, and which of them are copies.

import type { Command, Database, Query } from '../database.ts';
import { integer, integerOrNull, text } from '../row.ts';
import type { Lineage, LineageCall, LineageRank, LineageSession } from './index-store.ts';
import type { SessionDetail } from './session-table.ts';

interface Member extends Omit<LineageSession, 'calls'> {
  readonly pk: number;
}

export class LineageTable {
  readonly #stale: Query<Lineage>;
  readonly #mark: Command;
  readonly #unmark: Command;
  readonly #other: Query<number>;
  readonly #members: Query<Member>;
  readonly #calls: Query<Omit<LineageCall, 'agent' | 'session'> & { readonly original: number | null }>;
  readonly #setCopy: Command;
  readonly #setRank: Command;

  constructor(database: Database) {
    this.#stale = database.query('SELECT agent, lineage FROM stale_lineages', (row) => ({
      agent: text(row, 'agent'),
      lineage: text(row, 'lineage'),
    }));
    this.#mark = database.command('INSERT OR IGNORE INTO stale_lineages VALUES (?, ?)');
    this.#unmark = database.command('DELETE FROM stale_lineages WHERE agent = ? AND lineage = ?');
    this.#other = database.query('SELECT pk FROM sessions WHERE lineage = ? AND agent = ? AND pk <> ? LIMIT 1', (row) =>
      integer(row, 'pk'),
    );
    this.#members = database.query(
      'SELECT pk, id, started_at, last_at, detail FROM sessions WHERE lineage = ? AND agent = ? ORDER BY id',
      (row) => {
        const { fields }: SessionDetail = JSON.parse(text(row, 'detail'));
        return {
          pk: integer(row, 'pk'),
          id: text(row, 'id'),
          fields,
          startedAt: integerOrNull(row, 'started_at'),
          lastAt: integerOrNull(row, 'last_at'),
        };
      },
    );
    this.#calls = database.query(
      `SELECT pk, call_id, tool, requested_at, copy_of FROM calls WHERE session_pk = ?
       ORDER BY source, offset, length(pointer), pointer, occurrence`,
      (row) => ({
        pk: integer(row, 'pk'),
        callId: text(row, 'call_id'),
        tool: text(row, 'tool'),
        requestedAt: integerOrNull(row, 'requested_at'),
        original: integerOrNull(row, 'copy_of'),
      }),
    );
    this.#setCopy = database.command('UPDATE calls SET copy_of = ? WHERE pk = ?');
    this.#setRank = database.command('UPDATE sessions SET rank = ?, own_at = ? WHERE agent = ? AND id = ?');
  }

  stale(): Lineage[] {
    return this.#stale.all();
  }

  mark({ agent, lineage }: Lineage): void {
    this.#mark.run(agent, lineage);
  }

  /** Whether there is another session of the lineage. */
  hasOthers({ agent, lineage }: Lineage, session: number): boolean {
    return this.#other.get(lineage, agent, session) !== undefined;
  }

  members({ agent, lineage }: Lineage): LineageSession[] {
    return this.#members.all(lineage, agent).map(({ pk, ...member }) => ({
      ...member,
      calls: this.#calls.all(pk).map(({ original, ...call }) => ({ ...call, agent, session: member.id })),
    }));
  }

  /** Returns the sessions whose calls count differently now. */
  settle(
    { agent, lineage }: Lineage,
    sessions: readonly LineageRank[],
    originals: ReadonlyMap<number, number>,
  ): number[] {
    const changed: number[] = [];
    for (const { pk } of this.#members.all(lineage, agent)) {
      let differs = false;
      for (const call of this.#calls.all(pk)) {
        const original = originals.get(call.pk) ?? null;
        if (original === call.original) continue;
        this.#setCopy.run(original, call.pk);
        differs = true;
      }
      if (differs) changed.push(pk);
    }
    for (const [rank, { id, ownAt }] of sessions.entries()) this.#setRank.run(rank, ownAt, agent, id);
    this.#unmark.run(agent, lineage);
    return changed;
  }
}
