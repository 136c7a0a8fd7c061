// Text indexes at hand: read from the store and checked once, the least used let go first.

import type { SearchableLog, SearchQuestions } from '../store/questions/search.ts';
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
  readonly #search: SearchQuestions;
  readonly #kept = new Map<number, Kept>();
  #bytes = 0;
  #questions = 0;

  constructor(search: SearchQuestions) {
    this.#search = search;
  }

  /** Null when the log has none. At once where it is at hand. */
  of({ key, covered }: SearchableLog): TextIndex | null | Promise<TextIndex | null> {
    if (covered === 0) return null;
    this.#questions++;
    const known = this.#kept.get(key);
    if (known?.covered !== covered) return this.#load(key, covered);
    known.usedAt = this.#questions;
    return known.index;
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

  async #load(key: number, covered: number): Promise<TextIndex | null> {
    const stored = await this.#search.textChunks(key);
    const decoded = decodeTextIndex(...stored);
    const bytes = stored.reduce((sum, { length }) => sum + length, 0);
    const index = decoded.ok ? decoded.index : null;
    this.#drop(key);
    this.#kept.set(key, { usedAt: this.#questions, index, covered, bytes });
    this.#bytes += bytes;
    if (this.#bytes > KEPT_BYTES) this.#makeRoom(key);
    return index;
  }
}
