// Text indexes at hand: read from the store and checked once, the least used let go first.

import type { SearchableLog, SearchQuestions, TextChunk } from '../store/questions/search.ts';
import { decodeTextChunks, type TextIndex } from './text/text-index.ts';

const KEPT_BYTES = 96 * 1024 * 1024;
/** What an index takes besides its bytes. */
const INDEX_BYTES = 500;
/** Each time that something has to be read, twice as many of the logs that come next are read with it. */
const MOST_AT_ONCE = 256;
const MOST_LOOKED_AT = 1024;

/** The logs that come next, from a place on, and which of them are likely to be asked about as well. */
export interface NextLogs {
  readonly logs: readonly SearchableLog[];
  readonly from: number;
  isLikely(log: SearchableLog): boolean;
}

interface Kept {
  /** When it was last asked for, by the count of questions. */
  usedAt: number;
  /** Null: what is stored cannot be used, and the log is read instead. */
  readonly index: TextIndex | null;
  readonly covered: number;
  readonly bytes: number;
}

export class TextCache {
  readonly #search: SearchQuestions;
  readonly #kept = new Map<number, Kept>();
  #bytes = 0;
  #questions = 0;
  #atOnce = 1;

  constructor(search: SearchQuestions) {
    this.#search = search;
  }

  /** Null when the log has none. At once where it is at hand. */
  of(log: SearchableLog, next: NextLogs): TextIndex | null | Promise<TextIndex | null> {
    if (log.covered === 0) return null;
    this.#questions++;
    const known = this.#kept.get(log.key);
    if (known?.covered !== log.covered) return this.#load(log, next);
    known.usedAt = this.#questions;
    return known.index;
  }

  /** Lets go of a quarter at once, so that it is not done for each log. */
  #makeRoom(butNot: ReadonlySet<number>): void {
    for (const [key] of [...this.#kept].sort(([, a], [, b]) => a.usedAt - b.usedAt)) {
      if (this.#bytes <= KEPT_BYTES * 0.75) break;
      if (!butNot.has(key)) this.#drop(key);
    }
  }

  #drop(key: number): void {
    this.#bytes -= this.#kept.get(key)?.bytes ?? 0;
    this.#kept.delete(key);
  }

  /** The log, and others that are likely to be asked about. */
  #together(log: SearchableLog, { logs, from, isLikely }: NextLogs): SearchableLog[] {
    const together = [log];
    for (let i = from; i < from + MOST_LOOKED_AT && together.length < this.#atOnce; i++) {
      const other = logs[i];
      if (other === undefined) break;
      const isMissing = other.covered > 0 && this.#kept.get(other.key)?.covered !== other.covered;
      if (isMissing && isLikely(other)) together.push(other);
    }
    this.#atOnce = Math.min(MOST_AT_ONCE, 2 * this.#atOnce);
    return together;
  }

  async #load(log: SearchableLog, next: NextLogs): Promise<TextIndex | null> {
    const together = this.#together(log, next);
    const keys = together.map(({ key }) => key);
    const stored = await this.#search.textChunks(keys);
    for (const { key, covered } of together) this.#keep(key, covered, stored.get(key) ?? []);
    if (this.#bytes > KEPT_BYTES) this.#makeRoom(new Set(keys));
    return this.#kept.get(log.key)?.index ?? null;
  }

  #keep(key: number, covered: number, chunks: readonly TextChunk[]): void {
    const decoded = decodeTextChunks(chunks);
    const bytes = chunks.reduce((sum, { body }) => sum + body.length, INDEX_BYTES);
    this.#drop(key);
    this.#kept.set(key, { usedAt: this.#questions, index: decoded.ok ? decoded.index : null, covered, bytes });
    this.#bytes += bytes;
  }
}
