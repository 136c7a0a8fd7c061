// One root: waits until it exists, owns its tree and sweeps, and decides whether it must be polled.

import { basename, dirname, join } from 'node:path';
import type { RootStatus } from './file-change.ts';
import { FolderTree } from './folder-tree.ts';
import { type FolderHandle, refusalSentence } from './native-watch.ts';
import { errorCode, type Sighting } from './sighting.ts';
import { Sweeper } from './sweep.ts';
import type { WatchContext } from './watch-context.ts';

/** After this many sweeps with unreported changes, a watch that reports only some is no longer trusted. */
const MAX_STRIKES = 3;
const GRACE_MS = 500;
/** Each sweep looks at this share of the inactive files; polling at a larger one. */
const SWEEP_SHARE = 1 / 20;
const POLL_SHARE = 1 / 5;
/** About four milliseconds of work. A thousand folders all get their turn within three minutes. */
const SWEEP_LOOKS = 200;

export class WatchedRoot {
  readonly path: string;
  readonly #context: WatchContext;
  readonly #tree: FolderTree;
  readonly #sweeper: Sweeper;
  /** The root itself, while it exists. */
  #known: Sighting | null = null;
  /** Watch on the nearest folder above a missing root. */
  #waiting: FolderHandle | null = null;
  #silence: string | null = null;
  #refusal: string | null = null;
  #events = 0;
  #strikes = 0;
  #timer: NodeJS.Timeout | undefined;
  #retriedAtMs = performance.now();
  #refusedAtMs = 0;
  #isSweeping = false;
  #settling: Promise<void> | null = null;
  #mustSettleAgain = false;
  #lastStatus = '';

  constructor(path: string, context: WatchContext) {
    this.path = path;
    this.#context = context;
    this.#tree = new FolderTree(context, {
      onEvent: () => {
        this.#events++;
      },
      onRootTouched: () => this.#settleSoon(),
      onRefused: (code) => this.#refuse(code),
    });
    this.#sweeper = new Sweeper(this.#tree);
    if (context.options.polling === 'always') this.#silence = 'Polling was asked for.';
  }

  async start(): Promise<void> {
    this.#tree.isQuiet = !this.#context.options.reportsExisting;
    await this.#settle();
    this.#tree.isQuiet = false;
    this.#tellStatus();
    this.#schedule();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#stopWaiting();
    this.#tree.close();
  }

  status(): RootStatus {
    const reason = this.#silence ?? this.#refusal;
    return {
      root: this.path,
      state: this.#known === null ? 'missing' : reason === null ? 'watched' : 'polled',
      reason,
      folders: this.#tree.folders.length,
      files: this.#tree.fileCount,
      unreadable: [...this.#tree.unreadable],
    };
  }

  #tellStatus(): void {
    const status = this.status();
    const key = `${status.state} ${status.reason ?? ''} ${status.unreadable.includes(this.path)}`;
    if (key === this.#lastStatus || this.#context.isClosed) return;
    this.#lastStatus = key;
    try {
      this.#context.options.onStatus(status);
    } catch (error) {
      this.#context.fail(error);
    }
  }

  #refuse(code: string): void {
    if (this.#context.options.polling === 'never') return;
    const { maxWatches } = this.#context.options;
    const many = `More than ${maxWatches} folders are watched already.`;
    this.#refusal ??= code === 'too-many-folders' ? many : refusalSentence(code);
    this.#refusedAtMs = performance.now();
    // While the tree is being planted or swept, one notification at the end is enough.
    if (this.#settling !== null || this.#isSweeping) return;
    this.#tellStatus();
    this.#schedule();
  }

  #settleSoon(): void {
    this.#settle().catch((error) => this.#context.fail(error));
  }

  /** Makes the tree match what the root is now. One at a time; a call meanwhile repeats it once more. */
  #settle(): Promise<void> {
    if (this.#settling !== null) {
      this.#mustSettleAgain = true;
      return this.#settling;
    }
    this.#settling = this.#settleUntilQuiet().finally(() => {
      this.#settling = null;
      this.#tellStatus();
    });
    return this.#settling;
  }

  async #settleUntilQuiet(): Promise<void> {
    do {
      this.#mustSettleAgain = false;
      await this.#settleOnce();
    } while (this.#mustSettleAgain && !this.#context.isClosed);
  }

  async #settleOnce(): Promise<void> {
    // The root itself may be a link: a person named it.
    const seen = await this.#tree.lookAt(this.path, true);
    if (seen === 'unknown' || this.#context.isClosed) return;
    if (seen === 'missing' || seen.type === 'other') {
      this.#known = null;
      this.#tree.uproot();
      await this.#wait();
      return;
    }
    const isOther = this.#known === null || !this.#tree.isSame(this.#known, seen);
    // For a root that is a file, its folder reports that the file was replaced.
    const isFileStill = this.#known?.type === 'file' && seen.type === 'file';
    this.#known = seen;
    if (!isOther || isFileStill) {
      for (const folder of this.#tree.folders) if (folder.parent === null) await this.#tree.refresh(folder);
      return;
    }
    this.#tree.uproot();
    await this.#plant(seen);
  }

  async #plant(seen: Sighting): Promise<void> {
    this.#stopWaiting();
    this.#refusal = null;
    const mount = await this.#context.options.mountOf(this.path);
    this.#tree.isDirect = mount.kind === 'local';
    if (mount.kind === 'network' && this.#context.options.polling === 'auto') {
      this.#silence = `The folder is on ${mount.name}, which does not report changes made elsewhere.`;
    }
    if (!this.#context.isClosed) await this.#tree.plant(this.path, seen);
  }

  #stopWaiting(): void {
    if (this.#waiting === null) return;
    this.#waiting.close();
    this.#waiting = null;
    this.#context.watches--;
  }

  /** Watches the nearest existing folder above the root, for the next name on the way down. */
  async #wait(): Promise<void> {
    this.#stopWaiting();
    let above = dirname(this.path);
    let next = basename(this.path);
    while (dirname(above) !== above) {
      const seen = await this.#tree.lookAt(above, true);
      if (typeof seen !== 'string' && seen.type === 'folder') break;
      next = basename(above);
      above = dirname(above);
    }
    if (this.#context.isClosed || this.#context.options.polling === 'always') return;
    const own = basename(above);
    try {
      this.#waiting = this.#context.options.watch(
        above,
        (_, name) => {
          if (name === null || name === next || name === own) this.#settleSoon();
        },
        () => this.#stopWaiting(),
      );
      this.#context.watches++;
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') this.#refuse(errorCode(error));
      return;
    }
    // It may have appeared before the watch was set.
    const appeared = await this.#tree.lookAt(join(above, next), true);
    if (typeof appeared !== 'string') this.#mustSettleAgain = true;
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    if (this.#context.isClosed) return;
    const { sweepMs, pollMs } = this.#context.options;
    const isPolled = (this.#silence ?? this.#refusal) !== null;
    // Spread by a fifth, so that many programs on one machine do not sweep at the same time.
    const waitMs = (isPolled ? Math.min(pollMs, sweepMs) : sweepMs) * (0.9 + Math.random() * 0.2);
    this.#timer = setTimeout(() => {
      this.#sweep().catch((error) => this.#context.fail(error));
    }, waitMs);
  }

  async #sweep(): Promise<void> {
    this.#isSweeping = true;
    try {
      await this.#settle();
      await this.#sweepOnce();
    } finally {
      this.#isSweeping = false;
    }
    this.#tellStatus();
    this.#schedule();
  }

  async #sweepOnce(): Promise<void> {
    const { sweepMs, polling } = this.#context.options;
    const startedMs = performance.now();
    const isPolled = (this.#silence ?? this.#refusal) !== null;
    const retriesWatches = startedMs - this.#retriedAtMs >= sweepMs * 0.8;
    const judges = !isPolled && polling === 'auto';
    const missed = await this.#sweeper.sweep({
      share: isPolled ? POLL_SHARE : SWEEP_SHARE,
      maxLooks: isPolled ? Number.POSITIVE_INFINITY : SWEEP_LOOKS,
      graceMs: judges ? Math.min(GRACE_MS, sweepMs / 2) : 0,
      retriesWatches,
      signal: this.#context.signal,
    });
    if (judges && missed > 0) this.#judge();
    if (!retriesWatches) return;
    this.#retriedAtMs = startedMs;
    if (this.#refusedAtMs < startedMs) this.#refusal = null;
  }

  /** A watch that never reported anything is silent; one that reports some things may lose others now and then. */
  #judge(): void {
    this.#strikes++;
    if (this.#events > 0 && this.#strikes < MAX_STRIKES) return;
    this.#silence = 'Changes were found that the system had not reported.';
  }
}
