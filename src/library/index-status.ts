// Indexing state and its listeners.

import type { Trouble } from '../base/portable-error.ts';
import type { RootStatus } from '../sources/watch/file-change.ts';
import type { IndexWriterEvents } from './index-writer.ts';

/**
 * `indexing`: everything is being looked through. `following`: up to date, and kept so. `reading-only`: another process owns the
 * index; this one takes over when that one is gone.
 */
export type FollowerPhase = 'indexing' | 'following' | 'reading-only';

export interface FollowerState {
  readonly phase: FollowerPhase;
  /** Of the last full sweep: what was read, and what there was to read. */
  readonly files: number;
  readonly filesTotal: number;
  readonly bytes: number;
  readonly bytesTotal: number;
  /** Number of the newest change. */
  readonly seq: number;
  /** How each place is watched; empty while another process does that. */
  readonly roots: readonly RootStatus[];
  /** The last error, until something succeeds. */
  readonly trouble: Trouble | null;
  /** Where a damaged index was moved to, if there was one. */
  readonly setAside: string | null;
}

export interface StatusListeners {
  /** Called on every state change. */
  readonly onProgress?: (state: FollowerState) => void;
  readonly onTrouble?: (trouble: Trouble) => void;
  /** Called with the path a damaged index was moved to; a new one is being built. */
  readonly onSetAside?: (path: string) => void;
}

const NOTHING_YET: FollowerState = {
  phase: 'indexing',
  files: 0,
  filesTotal: 0,
  bytes: 0,
  bytesTotal: 0,
  seq: 0,
  roots: [],
  trouble: null,
  setAside: null,
};

export class IndexStatus implements IndexWriterEvents {
  readonly #told: StatusListeners;
  readonly #listeners = new Set<(seq: number) => void>();
  #state = NOTHING_YET;
  #seeTo: (trouble: Trouble) => boolean = () => false;

  constructor(told: StatusListeners) {
    this.#told = told;
  }

  get state(): FollowerState {
    return this.#state;
  }

  set(news: Partial<FollowerState>): void {
    this.#state = { ...this.#state, ...news };
    this.#told.onProgress?.(this.#state);
  }

  /** Called with the newest change number. Returns an unsubscribe function. */
  onChange(listener: (seq: number) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** First chance to handle an error. True: handled, do not report it. */
  seenToBy(seeTo: (trouble: Trouble) => boolean): void {
    this.#seeTo = seeTo;
  }

  onPlan({ files, bytes }: { readonly files: number; readonly bytes: number }): void {
    this.set({ files: 0, filesTotal: files, bytes: 0, bytesTotal: bytes });
  }

  onFile(bytes: number): void {
    this.set({ files: this.#state.files + 1, bytes: this.#state.bytes + bytes });
  }

  /** A lower number means that the index was replaced. */
  onCommitted(seq: number): void {
    if (this.#state.trouble !== null) this.set({ trouble: null });
    if (seq === this.#state.seq) return;
    this.set({ seq });
    for (const listener of this.#listeners) listener(seq);
  }

  onTrouble(trouble: Trouble): void {
    if (this.#seeTo(trouble)) return;
    this.set({ trouble });
    this.#told.onTrouble?.(trouble);
  }

  /** A writer has started. */
  onOpened(setAside: string | null): void {
    this.set({ phase: 'indexing', setAside: setAside ?? this.#state.setAside });
    if (setAside !== null) this.#told.onSetAside?.(setAside);
  }

  onRoots(roots: readonly RootStatus[]): void {
    this.set({ roots });
  }
}
