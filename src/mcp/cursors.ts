// Cursors for agents: short names for the places where answers go on. The real ones hold paths, and those are not for a
// model's vendor.

import { AppError } from '../base/app-error.ts';

const MOST_KEPT = 1000;

export class Cursors {
  readonly #kept = new Map<string, string>();
  #count = 0;

  /** The name of a cursor; null for none. */
  name(cursor: string | null): string | null {
    if (cursor === null) return null;
    const name = `page-${++this.#count}`;
    this.#kept.set(name, cursor);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MOST_KEPT) break;
      this.#kept.delete(oldest);
    }
    return name;
  }

  find(name: string | undefined): { readonly cursor?: string } {
    if (name === undefined || name === '') return {};
    const cursor = this.#kept.get(name);
    if (cursor !== undefined) return { cursor };
    throw new AppError('bad-usage', 'There is no such cursor any more.', { hint: 'Ask again without one.' });
  }
}
