// Groups writes to the archive: a library has thousands of small files, and committing each separately writes as many bytes of tables
// as of copies.

import type { ArchiveStore } from './store/archive-store.ts';

/** Pending writes are in memory, and lost when the process dies: then they are copied again. */
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

  /** Fails when these writes, or any before them, could not be committed: later ones may build on earlier ones. */
  add(write: () => void, bytes: number): void {
    if (this.#failure !== undefined) throw this.#failure.error;
    this.#writes.push(write);
    this.#bytes += bytes;
    if (this.#writes.length >= MOST_WRITES || this.#bytes >= MOST_BYTES) this.flush();
  }

  /** Commits all pending writes, in order, or none. */
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
