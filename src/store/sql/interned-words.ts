// Interned strings that calls name by number, parsed once and kept. They never change, and these kinds are few.

import { AppError } from '../../base/app-error.ts';
import { integer, text } from '../../base/row.ts';
import { type InternedKind, kindNumber } from '../rows/interned.ts';
import type { Dialect } from './engine.ts';
import { ask, type Steps } from './steps.ts';

export class InternedWords<Meaning> {
  readonly #kind: InternedKind;
  readonly #parse: (word: string) => Meaning;
  readonly #known = new Map<number, Meaning>();

  constructor(kind: InternedKind, parse: (word: string) => Meaning) {
    this.#kind = kind;
    this.#parse = parse;
  }

  /** For a word already loaded. */
  of(number: number): Meaning {
    const known = this.#known.get(number);
    if (known === undefined) throw new AppError('store-unusable', 'A call of the index names a word it does not have.');
    return known;
  }

  *learn(dialect: Dialect, numbers: Iterable<number>): Steps<void> {
    const missing = [...new Set(numbers)].filter((number) => !this.#known.has(number));
    if (missing.length === 0) return;
    const { sql, values } = dialect.isAmong('id', missing);
    const rows = yield* ask(`SELECT id, value FROM words WHERE kind = ? AND ${sql}`, kindNumber(this.#kind), ...values);
    for (const row of rows) this.#known.set(integer(row, 'id'), this.#parse(text(row, 'value')));
  }
}
