// Text indexes at hand: read from the store and checked once, the least used let go first.

import type { Database } from '../sqlite/database.ts';
import { TextTable } from '../store/sqlite/index/text-table.ts';
import type { SearchableLog } from '../store/sqlite/queries/searchable-logs.ts';
import { decodeTextIndex, type TextIndex } from './text/text-index.ts';

const KEPT_BYTES = 96 * 1024 * 1024;

interface Kept {
  /** When it was last asked for, by the count of questions. */
  usedAt: number;
  /** Null: what is stored cannot be used, and the log is read instead. */
  readonly index: TextIndex | null;
  readonly covered: number;
  readonly bytes: number;
}

export class TextCache {
  readonly #table: TextTable;
  readonly #kept = new Map<number, Kept>();
  #bytes = 0;
  #questions = 0;

  constructor(database: Database) {
    this.#table = new TextTable(database);
  }

  /** Null when the log has none. */
  of({ key, covered }: SearchableLog): TextIndex | null {
    if (covered === 0) return null;
    this.#questions++;
    const known = this.#kept.get(key);
    if (known?.covered === covered) {
      known.usedAt = this.#questions;
      return known.index;
    }
    this.#drop(key);
    const kept = this.#load(key, covered);
    this.#kept.set(key, kept);
    this.#bytes += kept.bytes;
    if (this.#bytes > KEPT_BYTES) this.#makeRoom(key);
    return kept.index;
  }

  /** Lets go of a quarter at once, so that it is not done for each log. */
  #makeRoom(butNot: number): void {
    for (const [key] of [...this.#kept].sort(([, a], [, b]) => a.usedAt - b.usedAt)) {
      if (this.#bytes <= KEPT_BYTES * 0.75) break;
      if (key !== butNot) this.#drop(key);
    }
  }

  #drop(key: number): void {
    this.#bytes -= this.#kept.get(key)?.bytes ?? 0;
    this.#kept.delete(key);
  }

  #load(key: number, covered: number): Kept {
    const stored = this.#table.chunksOf(key);
    const decoded = decodeTextIndex(...stored);
    const bytes = stored.reduce((sum, { length }) => sum + length, 0);
    return { usedAt: this.#questions, index: decoded.ok ? decoded.index : null, covered, bytes };
  }
}
