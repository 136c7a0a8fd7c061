// Writes to the archive that wait to go in together: a library has thousands of small files, and to commit each by
// itself writes as many bytes of tables as of copies.

import type { ArchiveStore } from './store/archive-store.ts';

/** What waits is in memory, and lost when the process dies: then it is copied again. */
const MOST_WRITES = 32;
const MOST_BYTES = 4 * 1024 * 1024;

export class PendingWrites {
  readonly #store: ArchiveStore;
  #writes: (() => void)[] = [];
  #bytes = 0;
  #failure: { readonly error: unknown } | undefined;

  constructor(store: ArchiveStore) {
    this.#store = store;
  }

  /** Fails when these writes, or any before them, could not go in: later ones may build on earlier ones. */
  add(write: () => void, bytes: number): void {
    if (this.#failure !== undefined) throw this.#failure.error;
    this.#writes.push(write);
    this.#bytes += bytes;
    if (this.#writes.length >= MOST_WRITES || this.#bytes >= MOST_BYTES) this.flush();
  }

  /** All that waits goes in, in the order it came, or nothing of it. */
  flush(): void {
    if (this.#writes.length === 0 || this.#failure !== undefined) return;
    const writes = this.#writes;
    this.#writes = [];
    this.#bytes = 0;
    try {
      this.#store.together(() => {
        for (const write of writes) write();
      });
    } catch (error) {
      this.#failure = { error };
      throw error;
    }
  }
}
