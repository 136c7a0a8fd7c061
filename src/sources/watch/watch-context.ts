// What all roots of one watch share: the options, the listener, the limits, and whether it is over.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ChangeListener, FileChange, RootStatus } from './file-change.ts';
import { type Mount, mountOf } from './mount.ts';
import { nativeWatch, type WatchFunction } from './native-watch.ts';
import { Slots } from './slots.ts';

export interface WatchOptions {
  /** Which files matter, by path; all unless given. */
  readonly accepts?: (path: string) => boolean;
  /** Which folders are looked into; all but `node_modules` and `.git` unless given. */
  readonly enters?: (path: string) => boolean;
  /** Time between two sweeps that catch what the system did not tell. */
  readonly sweepMs?: number;
  /** Time between two looks at a root that is polled. */
  readonly pollMs?: number;
  /** Rest between two looks at one file while it changes all the time. */
  readonly restMs?: number;
  /** Tell files that are there already, as `new`. */
  readonly reportsExisting?: boolean;
  /** `auto`: where the system's watch fails or stays silent. */
  readonly polling?: 'auto' | 'always' | 'never';
  /** Folders watched through the system at most, over all roots; further ones are polled. */
  readonly maxWatches?: number;
  /** Told whenever a root's state or the reason for it changes. */
  readonly onStatus?: (status: RootStatus) => void;
  readonly watch?: WatchFunction;
  /** What kind of file system a path lies on. */
  readonly mountOf?: (path: string) => Promise<Mount>;
}

const UNINTERESTING = /[\\/](?:node_modules|\.git)$/;

const DEFAULTS = {
  accepts: () => true,
  enters: (path: string) => !UNINTERESTING.test(path),
  sweepMs: 30_000,
  pollMs: 2_000,
  restMs: 10,
  reportsExisting: false,
  polling: 'auto',
  maxWatches: 8_192,
  onStatus: () => {},
  watch: nativeWatch,
  mountOf,
} as const satisfies Required<WatchOptions>;

/** The system answers file questions with few threads; more at once only wait in its queue. */
const CONCURRENT_LOOKS = 16;

/** How long direct looks may keep the program from other work. */
const SLICE_MS = 5;

export class WatchContext {
  readonly options: Required<WatchOptions>;
  readonly slots = new Slots(CONCURRENT_LOOKS);
  readonly roots: ReadonlySet<string>;
  /** Folders watched through the system. */
  watches = 0;
  #sliceStartMs = 0;
  readonly #end = new AbortController();
  readonly #listener: ChangeListener;

  constructor(roots: readonly string[], listener: ChangeListener, options: WatchOptions) {
    this.options = { ...DEFAULTS, ...options };
    this.roots = new Set(roots);
    this.#listener = listener;
  }

  /** Gives other work its turn when direct looks have taken long enough. */
  async pause(): Promise<void> {
    if (performance.now() - this.#sliceStartMs < SLICE_MS) return;
    await nextTurn();
    this.#sliceStartMs = performance.now();
  }

  get isClosed(): boolean {
    return this.#end.signal.aborted;
  }

  /** Aborted when the watch is closed. */
  get signal(): AbortSignal {
    return this.#end.signal;
  }

  close(): void {
    this.#end.abort();
  }

  emit(change: FileChange): void {
    if (this.isClosed) return;
    try {
      this.#listener(change);
    } catch (error) {
      this.fail(error);
    }
  }

  /** A listener's fault is its owner's to see, and must not leave us half done. */
  fail(error: unknown): void {
    queueMicrotask(() => {
      throw error;
    });
  }
}
