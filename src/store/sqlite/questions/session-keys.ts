// From the name of a session to the key of its row.

import { AppError } from '../../../base/app-error.ts';
import { integer } from '../../../base/row.ts';
import type { Database, Query } from '../../../sqlite/database.ts';
import type { SessionKey } from '../../session-batch.ts';

export class SessionKeys {
  readonly #key: Query<number>;

  constructor(database: Database) {
    this.#key = database.query('SELECT pk FROM sessions WHERE agent = ? AND id = ?', (row) => integer(row, 'pk'));
  }

  of({ agent, id }: SessionKey): number | undefined {
    return this.#key.get(agent, id);
  }
}

export function unknownSession(): AppError {
  return new AppError('not-found', 'The session is no longer in the index.');
}
