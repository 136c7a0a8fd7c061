// Interned strings of calls: each is stored once and has a number, counted from 1 for every kind.

import { hashText } from '../../../base/hash.ts';
import { integer } from '../../../base/row.ts';
import type { Command, Database, Query } from '../../../sqlite/database.ts';
import { type InternedKind, type InternedParts, type Interner, kindNumber } from '../../rows/interned.ts';

/** Words are found by this hash, then compared. */
export function internedHash(value: string): number {
  return hashText(value) % 2 ** 31;
}

/** There are many paths: the oldest known ones are looked up again. */
const KEPT_WORDS = 50_000;

/** Known words that begin with the same parts. */
interface Branch {
  number?: number;
  readonly next: Map<InternedParts[number], Branch>;
}

export class InternedStrings implements Interner {
  readonly #find: Query<number>;
  readonly #last: Query<number>;
  readonly #insert: Command;
  readonly #known = new Map<InternedKind, Map<string, number>>();
  readonly #parted = new Map<InternedKind, Branch>();
  #branches = 0;
  /** The last number of each kind, if it was needed in this transaction. */
  readonly #lasts = new Map<InternedKind, number>();

  constructor(database: Database) {
    this.#find = database.query(
      'SELECT id FROM words INDEXED BY words_hash WHERE kind = ? AND hash = ? AND value = ?',
      (row) => integer(row, 'id'),
    );
    this.#last = database.query('SELECT coalesce(max(id), 0) AS id FROM words WHERE kind = ?', (row) =>
      integer(row, 'id'),
    );
    this.#insert = database.command('INSERT INTO words (kind, id, hash, value) VALUES (?, ?, ?, ?)');
  }

  /** The word's number; a new word gets one. Inside a transaction only. */
  numberOf(kind: InternedKind, value: string): number {
    let known = this.#known.get(kind);
    if (known === undefined) {
      known = new Map();
      this.#known.set(kind, known);
    }
    const same = known.get(value);
    if (same !== undefined) return same;
    const number = this.#store(kind, value);
    if (known.size >= KEPT_WORDS) known.clear();
    known.set(value, number);
    return number;
  }

  /** The same for a word of several parts. Its text, which takes longer to make and to find, is requested only the first time. */
  numberOfParts(kind: InternedKind, parts: InternedParts, text: () => string): number {
    if (this.#branches >= KEPT_WORDS) this.#forgetParts();
    let branch = this.#branchOf(this.#parted, kind);
    for (const part of parts) branch = this.#branchOf(branch.next, part);
    branch.number ??= this.numberOf(kind, text());
    return branch.number;
  }

  /** Before a transaction: others may have added words since the last one. */
  begin(): void {
    this.#lasts.clear();
  }

  /** After a transaction that was rolled back: numbers given in it are free. */
  reset(): void {
    this.#known.clear();
    this.#forgetParts();
  }

  #forgetParts(): void {
    this.#parted.clear();
    this.#branches = 0;
  }

  #branchOf<Key>(branches: Map<Key, Branch>, key: Key): Branch {
    const known = branches.get(key);
    if (known !== undefined) return known;
    const branch = { next: new Map() };
    branches.set(key, branch);
    this.#branches++;
    return branch;
  }

  #store(kind: InternedKind, value: string): number {
    const hash = internedHash(value);
    const place = kindNumber(kind);
    const same = this.#find.get(place, hash, value);
    if (same !== undefined) return same;
    const id = (this.#lasts.get(kind) ?? this.#last.get(place) ?? 0) + 1;
    this.#insert.do(place, id, hash, value);
    this.#lasts.set(kind, id);
    return id;
  }
}
