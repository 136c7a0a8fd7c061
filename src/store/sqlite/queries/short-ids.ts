// Ids as people type them: as much of an id as tells it from every other one in the index.

import { type Row, textOrNull } from '../../../base/row.ts';
import type { Database, Query } from '../../../sqlite/database.ts';
import { shortIdOf } from '../../rows/short-id.ts';

export class ShortIds {
  readonly #call: readonly Query<string | null>[];
  readonly #session: readonly Query<string | null>[];

  constructor(database: Database) {
    const id = (row: Row): string | null => textOrNull(row, 'id');
    this.#call = [
      database.query('SELECT max(call_id) AS id FROM calls WHERE call_id < ?', id),
      database.query('SELECT min(call_id) AS id FROM calls WHERE call_id > ?', id),
    ];
    // Ids are in order within each agent.
    this.#session = [
      database.query(
        `SELECT max((SELECT max(n.id) FROM sessions n WHERE n.agent = a.agent AND n.id < ?1)) AS id
         FROM (SELECT DISTINCT agent FROM sessions) a`,
        id,
      ),
      database.query(
        `SELECT min((SELECT min(n.id) FROM sessions n WHERE n.agent = a.agent AND n.id > ?1)) AS id
         FROM (SELECT DISTINCT agent FROM sessions) a`,
        id,
      ),
    ];
  }

  call(id: string): string {
    return this.#short(id, this.#call);
  }

  session(id: string): string {
    return this.#short(id, this.#session);
  }

  #short(id: string, neighbours: readonly Query<string | null>[]): string {
    return shortIdOf(
      id,
      neighbours.map((neighbour) => neighbour.get(id) ?? null),
    );
  }
}
