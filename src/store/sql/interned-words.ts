// Words that calls name by number, as far as they were asked for. A word never changes, and there are few of these kinds.

import { AppError } from '../../base/app-error.ts';
import { integer, text } from '../../base/row.ts';
import { type InternedKind, kindNumber } from '../rows/interned.ts';
import type { Dialect } from './engine.ts';
import { ask, type Steps } from './steps.ts';

export class InternedWords {
  readonly #kind: InternedKind;
  readonly #known = new Map<number, string>();

  constructor(kind: InternedKind) {
    this.#kind = kind;
  }

  has(number: number): boolean {
    return this.#known.has(number);
  }

  /** Of a word that was learned. */
  of(number: number): string {
    const known = this.#known.get(number);
    if (known === undefined) throw new AppError('store-unusable', 'A call of the index names a word it does not have.');
    return known;
  }

  *learn(dialect: Dialect, numbers: Iterable<number>): Steps<void> {
    const missing = [...new Set(numbers)].filter((number) => !this.#known.has(number));
    if (missing.length === 0) return;
    const { sql, values } = dialect.isAmong('id', missing);
    const rows = yield* ask(`SELECT id, value FROM words WHERE kind = ? AND ${sql}`, kindNumber(this.#kind), ...values);
    for (const row of rows) this.#known.set(integer(row, 'id'), text(row, 'value'));
  }
}
