// What a reader remembers of earlier records: events repeat a part until it is done.

import { asArray, asObject } from '../../base/json.ts';

/** An event is about what happened a moment ago, never about something long done. */
const KEPT = 500;

export class Memory {
  readonly #told: Set<string>;

  constructor(state?: unknown) {
    const told = asArray(asObject(state)?.['told']) ?? [];
    this.#told = new Set(told.filter((mark) => typeof mark === 'string'));
  }

  save(): unknown {
    return { told: [...this.#told] };
  }

  /** Whether this is new. */
  isNews(mark: string): boolean {
    if (this.#told.has(mark)) return false;
    this.#told.add(mark);
    for (const oldest of this.#told) {
      if (this.#told.size <= KEPT) break;
      this.#told.delete(oldest);
    }
    return true;
  }
}
