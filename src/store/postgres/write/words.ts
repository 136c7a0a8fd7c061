// Words by their numbers, for those who write: what is not known yet is noted, and asked for or added in one step for a whole commit.

import { createHash } from 'node:crypto';
import { integer, text } from '../../../base/row.ts';
import { type InternedKind, type InternedParts, type Interner, kindNumber } from '../../rows/interned.ts';
import type { Connection } from '../database/connection.ts';

/** Paths are many: the oldest known ones are looked up again. */
const KEPT_WORDS = 200_000;
const DIGEST_BYTES = 16;

interface Missing {
  readonly kind: number;
  readonly value: string;
  readonly digest: string;
}

/** By which a word is found. */
export function digestOf(value: string): string {
  return createHash('sha256').update(value).digest().subarray(0, DIGEST_BYTES).toString('hex');
}

const FIND = `SELECT w.kind, w.id, wanted.digest FROM unnest($1::int4[], $2::text[]) AS wanted (kind, digest)
  JOIN words w ON w.kind = wanted.kind AND w.digest = decode(wanted.digest, 'hex')`;
const ADD = `INSERT INTO words (kind, digest, value)
  SELECT kind, decode(digest, 'hex'), value FROM unnest($1::int4[], $2::text[], $3::text[]) AS added (kind, digest, value)
  ON CONFLICT DO NOTHING RETURNING kind, id, encode(digest, 'hex') AS digest`;

/** In the same order everywhere: two processes that add the same words would otherwise wait for each other. */
function inOrder(a: Missing, b: Missing): number {
  return a.kind - b.kind || (a.digest < b.digest ? -1 : 1);
}

export class Words implements Interner {
  readonly #known = new Map<number, Map<string, number>>();
  readonly #missing = new Map<number, Set<string>>();
  readonly #most: number;
  #size = 0;
  /** How often a word was asked for that is not known yet. */
  misses = 0;

  /** `most`: so many are kept, give or take those of one piece of work. */
  constructor(most = KEPT_WORDS) {
    this.#most = most;
  }

  /** 0 for a word that is not known yet: ask again after `resolve`. */
  numberOf(kind: InternedKind, value: string): number {
    const place = kindNumber(kind);
    const known = this.#known.get(place)?.get(value);
    if (known !== undefined) return known;
    this.misses++;
    const missing = this.#missing.get(place);
    if (missing === undefined) this.#missing.set(place, new Set([value]));
    else missing.add(value);
    return 0;
  }

  numberOfParts(kind: InternedKind, _parts: InternedParts, text: () => string): number {
    return this.numberOf(kind, text());
  }

  /**
   * Does work that names words: again where it named new ones, or where others let go of known ones meanwhile. Never inside of a
   * transaction.
   */
  async with<Answer>(connection: Connection, work: () => Answer): Promise<Answer> {
    if (this.#size > this.#most) this.#forget();
    for (;;) {
      const answer = work();
      if (this.#missing.size === 0) return answer;
      await this.#resolve(connection);
    }
  }

  async #resolve(connection: Connection): Promise<void> {
    let wanted = [...this.#missing]
      .flatMap(([kind, values]) => [...values].map((value) => ({ kind, value, digest: digestOf(value) })))
      .sort(inOrder);
    this.#missing.clear();
    for (const sql of [FIND, ADD, FIND]) {
      if (wanted.length === 0) return;
      const lists = [wanted.map(({ kind }) => kind), wanted.map(({ digest }) => digest)];
      if (sql === ADD) lists.push(wanted.map(({ value }) => value));
      const found = await connection.all(sql, ...lists);
      // By their digests: half a character does not come out as it went in.
      const ids = new Map(found.map((row) => [`${integer(row, 'kind')} ${text(row, 'digest')}`, integer(row, 'id')]));
      wanted = wanted.filter(({ kind, value, digest }) => {
        const id = ids.get(`${kind} ${digest}`);
        if (id !== undefined) this.#note(kind, value, id);
        return id === undefined;
      });
    }
    if (wanted.length > 0) throw new Error('Words of the index could not be numbered.');
  }

  #note(kind: number, value: string, id: number): void {
    const known = this.#known.get(kind);
    if (known === undefined) this.#known.set(kind, new Map([[value, id]]));
    else known.set(value, id);
    this.#size++;
  }

  #forget(): void {
    this.#known.clear();
    this.#size = 0;
  }
}
