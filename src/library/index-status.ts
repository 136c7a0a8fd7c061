// What a follower of the index tells: its state, and who hears of it.

import type { Trouble } from '../base/portable-error.ts';
import type { RootStatus } from '../sources/watch/file-change.ts';
import type { IndexWriterEvents } from './index-writer.ts';

/**
 * `indexing`: everything is being looked through. `following`: up to date, and kept so. `reading-only`: another process
 * keeps the index; this one takes over when that one is gone.
 */
export type FollowerPhase = 'indexing' | 'following' | 'reading-only';

export interface FollowerState {
  readonly phase: FollowerPhase;
  /** Of the last look through everything: what was read, and what there was to read. */
  readonly files: number;
  readonly filesTotal: number;
  readonly bytes: number;
  readonly bytesTotal: number;
  /** Number of the newest change. */
  readonly seq: number;
  /** How each place is being watched; empty while another process does that. */
  readonly roots: readonly RootStatus[];
  /** The last thing that went wrong, until something goes right. */
  readonly trouble: Trouble | null;
  /** Where a damaged index was moved to, when there was one. */
  readonly setAside: string | null;
}

export interface StatusListeners {
  /** Told whenever the state is another one. */
  readonly onProgress?: (state: FollowerState) => void;
  readonly onTrouble?: (trouble: Trouble) => void;
  /** Told where a damaged index was moved to; a new one is being built. */
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

  /** Told the number of the newest change whenever there is one. Returns how to stop that. */
  onChange(listener: (seq: number) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** Asked first when something goes wrong. True: it sees to it, and there is no trouble to tell. */
  seenToBy(seeTo: (trouble: Trouble) => boolean): void {
    this.#seeTo = seeTo;
  }

  onPlan({ files, bytes }: { readonly files: number; readonly bytes: number }): void {
    this.set({ files: 0, filesTotal: files, bytes: 0, bytesTotal: bytes });
  }

  onFile(bytes: number): void {
    this.set({ files: this.#state.files + 1, bytes: this.#state.bytes + bytes });
  }

  /** Also when the number is a lower one: then the index is another one. */
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

  /** A writer has begun. */
  onOpened(setAside: string | null): void {
    this.set({ phase: 'indexing', setAside: setAside ?? this.#state.setAside });
    if (setAside !== null) this.#told.onSetAside?.(setAside);
  }

  onRoots(roots: readonly RootStatus[]): void {
    this.set({ roots });
  }
}
