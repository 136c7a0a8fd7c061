// Sessions whose copies have to be compared again.

import { integer } from '../../../base/row.ts';
import type { Command, Database, Query } from '../../../sqlite/database.ts';
import { ALL_STALE } from '../../sql/copies.ts';

export const MARK_STALE = 'INSERT OR IGNORE INTO stale_copies VALUES (?)';

const RELATIVE = `SELECT 1 AS pk FROM sessions s WHERE s.pk = ?1 AND (
  EXISTS (SELECT 1 FROM sessions o WHERE o.lineage = s.lineage AND o.agent = s.agent AND o.pk <> s.pk)
  OR EXISTS (SELECT 1 FROM sessions o WHERE o.lineage = s.id AND o.agent = s.agent AND o.pk <> s.pk)
  OR EXISTS (SELECT 1 FROM sessions o WHERE o.id = s.lineage AND o.agent = s.agent AND o.pk <> s.pk))`;

export class CopyTable {
  readonly #mark: Command;
  readonly #markFamily: Command;
  readonly #hasRelative: Query<number>;

  constructor(database: Database) {
    this.#mark = database.command(MARK_STALE);
    this.#markFamily = database.command('INSERT OR IGNORE INTO stale_copies SELECT pk FROM sessions WHERE family = ?');
    this.#hasRelative = database.query(RELATIVE, (row) => integer(row, 'pk'));
  }

  mark(session: number): void {
    this.#mark.run(session);
  }

  markAll(): void {
    this.#mark.run(ALL_STALE);
  }

  /** Marks those that were compared with a session that has changed. */
  markFamily(family: number | null): void {
    if (family !== null) this.#markFamily.run(family);
  }

  /** Whether there are sessions with the same beginning, or that name it or are named by it. */
  hasRelatives(session: number): boolean {
    return this.#hasRelative.get(session) !== undefined;
  }
}
