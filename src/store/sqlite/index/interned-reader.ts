// Reads words by their numbers where there are few of a kind: they never change.

import { AppError } from '../../../base/app-error.ts';
import { text } from '../../../base/row.ts';
import type { Database, Query } from '../../../sqlite/database.ts';
import { type InternedKind, kindNumber } from '../../rows/interned.ts';

export class InternedReader {
  readonly #kind: number;
  readonly #find: Query<string>;
  readonly #known = new Map<number, string>();

  constructor(database: Database, kind: InternedKind) {
    this.#kind = kindNumber(kind);
    this.#find = database.query('SELECT value FROM words WHERE kind = ? AND id = ?', (row) => text(row, 'value'));
  }

  of(number: number): string {
    const known = this.#known.get(number) ?? this.#find.get(this.#kind, number);
    if (known === undefined) throw new AppError('store-unusable', 'A call of the index names a word it does not have.');
    this.#known.set(number, known);
    return known;
  }
}
