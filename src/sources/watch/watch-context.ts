// What all roots of one watch share: the options, the listener, the limits, and whether it is over.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ChangeListener, FileChange, RootStatus } from './file-change.ts';
import { type Mount, mountOf } from './mount.ts';
import { nativeWatch, type WatchFunction } from './native-watch.ts';
import { Slots } from './slots.ts';

export interface WatchOptions {
  /** Which files matter, by path; all by default. */
  readonly accepts?: (path: string) => boolean;
  /** Which folders are walked; all but `node_modules` and `.git` by default. */
  readonly enters?: (path: string) => boolean;
  /** Time between two sweeps, which catch what the system did not report. */
  readonly sweepMs?: number;
  /** Time between two looks at a polled root. */
  readonly pollMs?: number;
  /** Pause between two looks at a file that changes all the time. */
  readonly restMs?: number;
  /** Report existing files, as `new`. */
  readonly reportsExisting?: boolean;
  /** `auto`: if the system's watch fails or stays silent. */
  readonly polling?: 'auto' | 'always' | 'never';
  /** Most folders watched through the system, over all roots; further ones are polled. */
  readonly maxWatches?: number;
  /** Called whenever a root's state or the reason for it changes. */
  readonly onStatus?: (status: RootStatus) => void;
  readonly watch?: WatchFunction;
  /** What kind of file system a path is on. */
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

/** The system uses few threads for file operations; more at once only wait in its queue. */
const CONCURRENT_LOOKS = 16;

/** How long synchronous looks may block other work. */
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

  /** Yields to other work when synchronous looks have taken long enough. */
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

  /** Errors of a listener are its owner's to handle, and must not leave us half done. */
  fail(error: unknown): void {
    queueMicrotask(() => {
      throw error;
    });
  }
}
