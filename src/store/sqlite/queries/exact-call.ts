// Answers "which call has this key?": one call of one session, with the names of its session's files.

import { integer, type Row, text } from '../../../base/row.ts';
import type { Database, Query } from '../../../sqlite/database.ts';
import type { NamedCall } from '../../questions/calls.ts';
import { CallReader } from './call-reader.ts';

export class ExactCall {
  readonly #row: Query<Row>;
  readonly #paths: Query<readonly [number, string]>;
  readonly #reader: CallReader;

  constructor(database: Database) {
    this.#row = database.query(
      'SELECT * FROM calls WHERE call_id = ? AND session_pk = ? AND occurrence = ?',
      (row) => row,
    );
    this.#paths = database.query(
      'SELECT num, path FROM sources WHERE session_pk = ?',
      (row) => [integer(row, 'num'), text(row, 'path')] as const,
    );
    this.#reader = new CallReader(database);
  }

  /** `session` is the key of its row. */
  find(session: number, callId: string, occurrence: number): NamedCall | undefined {
    const row = this.#row.get(callId, session, occurrence);
    if (row === undefined) return undefined;
    return { call: this.#reader.read(row), paths: new Map(this.#paths.all(session)) };
  }
}
