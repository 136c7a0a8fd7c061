// Owns reading what many calls share by its number: there are few, and they never change.

import { AppError } from '../../base/app-error.ts';
import type { Database, Query } from '../database.ts';
import { text } from '../row.ts';
import { kindNumber } from './words.ts';

export class Frames {
  readonly #find: Query<string>;
  readonly #known = new Map<number, string>();

  constructor(database: Database) {
    this.#find = database.query('SELECT value FROM words WHERE kind = ? AND id = ?', (row) => text(row, 'value'));
  }

  of(number: number): string {
    const known = this.#known.get(number) ?? this.#find.get(kindNumber('frame'), number);
    if (known === undefined) throw new AppError('store-unusable', 'A call of the index names a word it does not have.');
    this.#known.set(number, known);
    return known;
  }
}
