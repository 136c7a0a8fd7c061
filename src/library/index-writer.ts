// Keeps the index up to date for the lifetime of a process: one sweep, then changes on disk as they happen. Sessions that fall
// silent are settled; a slow periodic sweep catches changes that no event reported.

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Trouble, troubleOf } from '../base/portable-error.ts';
import { sessionKey } from '../base/session-key.ts';
import { inboxFolder } from '../hooks/inbox.ts';
import { keepDrained } from '../hooks/spool.ts';
import { stalledPlaces } from '../sources/files/stalled-places.ts';
import { filesOf } from '../sources/kinds/open-source.ts';
import type { RootStatus } from '../sources/watch/file-change.ts';
import { Slots } from '../sources/watch/slots.ts';
import type { WatchOptions } from '../sources/watch/watch-context.ts';
import { type FolderWatch, watchFolders } from '../sources/watch/watch-folders.ts';
import { type Companion, dueOf } from '../store/companion.ts';
import type { WriteStore } from '../store/open-store.ts';
import type { SessionKey } from '../store/session-batch.ts';
import { openCompanions } from './companions.ts';
import type { Indexer, IndexReport } from './indexer.ts';
import { isLog } from './is-log.ts';
import { type LibraryIndex, openLibraryIndex } from './library-index.ts';

/** What a sweep did, without what it found. */
export type SweepReport = Omit<IndexReport, 'found'> & Pick<IndexReport['found'], 'unreadable'>;

export interface IndexWriterEvents {
  onPlan(total: { readonly files: number; readonly bytes: number }): void;
  onFile(bytes: number): void;
  /** Everything up to this change is in the index. */
  onCommitted(seq: number): void;
  onTrouble(trouble: Trouble): void;
  onRoots(roots: readonly RootStatus[]): void;
}

export interface IndexWriterOptions {
  /** The data folder. */
  readonly folder: string;
  /** Files and folders that hold logs. Those that do not exist are waited for. */
  readonly places: readonly string[];
  readonly now?: () => number;
  /** On several threads where there is much to read; they need the built program. */
  readonly isThreaded?: boolean;
  /** False: no copies of logs are kept. */
  readonly archive?: boolean;
  /** Set aside what is there, because damage was met in it, and begin again. */
  readonly isDamaged?: boolean;
  readonly watch?: Pick<WatchOptions, 'polling' | 'sweepMs' | 'pollMs'>;
  /** Time between two full sweeps, in addition to the watch. */
  readonly sweepMs?: number;
  /** Time between two checks for sessions that fell silent. */
  readonly settleMs?: number;
}

const SWEEP_MS = 15 * 60_000;
const SETTLE_MS = 30_000;
/** Companions wait this long after a commit: commits come in bursts. */
const COMPANION_REST_MS = 500;
const COMPANION_RETRY_MS = 15_000;
/** How often progress is reported while everything is read for the first time. */
const TELL_MS = 100;
const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 60_000;

/** Each needs a scanner's memory and a session's: hundreds of open pages take turns. */
const WANTED_AT_ONCE = 2;

const NO_ANSWER = 'Its file system does not answer: a network or FUSE mount may be gone.';

function news(): { readonly told: Promise<void>; tell(): void } {
  let tell = (): void => {};
  const told = new Promise<void>((done) => {
    tell = done;
  });
  return { told, tell };
}

export class IndexWriter {
  /** Resolves when the first sweep is done. Keeps waiting while there are errors; undefined when it was closed before. */
  readonly swept: Promise<SweepReport | undefined>;
  readonly setAside: string | null;
  readonly #options: IndexWriterOptions;
  readonly #events: IndexWriterEvents;
  readonly #index: LibraryIndex;
  readonly #indexer: Indexer;
  readonly #store: WriteStore;
  readonly #companions: readonly Companion[];
  readonly #end: AbortController;
  /** None at the very beginning; more than one if a place did not answer then. */
  readonly #watches: FolderWatch[] = [];
  /** Places that have not answered yet. */
  readonly #awaited = new Set<string>();
  /** Those that did not answer when the watch began. */
  readonly #unwatched = new Set<string>();
  /** Turns what shell hooks leave into files that the watch sees. */
  readonly #inbox: { close(): void } | undefined;
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #pending = new Set<string>();
  /** Sessions being read because a client is waiting for them, by name. */
  readonly #wanted = new Map<string, Promise<void>>();
  readonly #wantSlots = new Slots(WANTED_AT_ONCE);
  /** Resolves with the next commit. */
  #news = news();
  /** The indexer does one thing after the other. */
  #work: Promise<void> = Promise.resolve();
  #companionWork: Promise<void> = Promise.resolve();
  #isCompanionDue = false;
  #isFollowing = false;
  #isDraining = false;
  #toldAtMs = 0;
  #retryMs = FIRST_RETRY_MS;

  private constructor(
    options: IndexWriterOptions,
    events: IndexWriterEvents,
    opened: {
      readonly index: LibraryIndex;
      readonly store: WriteStore;
      readonly indexer: Indexer;
      readonly end: AbortController;
    },
  ) {
    this.#options = options;
    this.#events = events;
    this.#index = opened.index;
    this.#indexer = opened.indexer;
    this.#end = opened.end;
    this.setAside = opened.index.setAside;
    this.#store = opened.store;
    this.#companions = openCompanions({
      folder: options.folder,
      store: opened.store,
      ...(options.archive === undefined ? {} : { archive: options.archive }),
      onTrouble: (error) => events.onTrouble(troubleOf(error)),
    });
    const inbox = inboxFolder(options.folder);
    this.#inbox = options.places.includes(inbox) ? keepDrained(inbox) : undefined;
    this.swept = this.#start();
    this.swept.catch(() => {});
  }

  /** Fails with `store-busy` when another process owns the index. */
  static async open(options: IndexWriterOptions, events: IndexWriterEvents): Promise<IndexWriter> {
    const end = new AbortController();
    let afterFile = (): void => {};
    let afterOutlines = (): void => {};
    const index = await openLibraryIndex(options.folder, {
      ...(options.now === undefined ? {} : { now: options.now }),
      ...(options.isThreaded === true ? { threads: { folder: options.folder, isPolite: true } } : {}),
      ...(options.isDamaged === undefined ? {} : { isDamaged: options.isDamaged }),
      mustWrite: true,
      signal: end.signal,
      outlines: { onStep: () => afterOutlines() },
      onPlan: (total) => events.onPlan(total),
      onFile: (_, bytes) => {
        events.onFile(bytes);
        afterFile();
      },
    });
    // Opened for writing, so it has an indexer.
    const { indexer, writing: store } = index;
    if (indexer === undefined || store === undefined)
      throw new Error('an index that was opened to write has no indexer');
    const writer = new IndexWriter(options, events, { index, store, indexer, end });
    afterFile = () => writer.#tellNowAndThen();
    afterOutlines = () => writer.#tellNow();
    return writer;
  }

  /** Reads a session ahead of the others. Resolves when it is indexed, or will not be. */
  want(key: SessionKey): Promise<void> {
    const name = sessionKey(key.agent, key.id);
    const wanted = this.#wanted.get(name) ?? this.#want(key).finally(() => this.#wanted.delete(name));
    this.#wanted.set(name, wanted);
    return wanted;
  }

  async #want(key: SessionKey): Promise<void> {
    while (!this.#isClosed) {
      const { told } = this.#news;
      if (await this.#wantSlots.run(() => this.#indexer.want(key))) break;
      if (this.#isFollowing) return;
      await told;
    }
    await this.#tell();
  }

  async close(): Promise<void> {
    this.#end.abort();
    this.#news.tell();
    for (const timer of this.#timers) clearInterval(timer);
    this.#inbox?.close();
    for (const watch of this.#watches) await watch.close();
    await this.swept.catch(() => {});
    await this.#work;
    await this.#companionWork;
    try {
      for (const companion of this.#companions) await companion.close();
    } finally {
      await this.#index.close();
    }
  }

  async #start(): Promise<SweepReport | undefined> {
    await this.#outline();
    if (this.#isClosed) return undefined;
    // Watched before anything is read: what changes in between is read again, and nothing is missed.
    const { stalled } = await this.#places();
    for (const place of stalled) this.#unwatched.add(place);
    await this.#startWatch(this.#options.places.filter((place) => !stalled.includes(place))).ready;
    this.#tellRoots();
    let report: SweepReport | undefined;
    await this.#untilDone(async () => {
      report = await this.#sweep();
    });
    if (this.#isClosed) return undefined;
    this.#isFollowing = true;
    // For those who asked between the last commit and now: what they wait for will not come.
    this.#news.tell();
    this.#every(this.#options.sweepMs ?? SWEEP_MS, () => this.#sweep());
    this.#every(this.#options.settleMs ?? SETTLE_MS, () => this.#settle());
    this.#drain();
    this.#companionsSoon();
    return report;
  }

  /** A first look at an empty index: watching thousands of folders takes longer. */
  async #outline(): Promise<void> {
    try {
      await this.#indexer.outline((await this.#places()).present);
    } catch (error) {
      // The sweep will meet the same error, and retries until it succeeds.
      this.#events.onTrouble(troubleOf(error));
    }
  }

  #startWatch(roots: readonly string[]): FolderWatch {
    const { places, watch: options } = this.#options;
    const watch = watchFolders(roots.flatMap(filesOf), ({ path }) => this.#changed(path), {
      ...options,
      accepts: (path) => isLog(path) || places.includes(path),
      onStatus: () => this.#tellRoots(),
    });
    this.#watches.push(watch);
    return watch;
  }

  #tellRoots(): void {
    const watched = this.#watches.flatMap((watch) => watch.status()).filter(({ root }) => !this.#awaited.has(root));
    const nothing = { folders: 0, files: 0, unreadable: [] };
    const silent = [...this.#awaited].map(
      (root) => ({ root, state: 'stalled', reason: NO_ANSWER, ...nothing }) as const,
    );
    this.#events.onRoots([...watched, ...silent]);
  }

  get #isClosed(): boolean {
    return this.#end.signal.aborted;
  }

  async #sweep(): Promise<SweepReport> {
    const { present, absent } = await this.#places();
    const { found, ...report } = await this.#indexer.sweep(present, absent);
    await this.#tell();
    return { ...report, unreadable: found.unreadable };
  }

  /** Places whose file system does not answer are treated as absent until it does. */
  async #places(): Promise<{ present: string[]; absent: string[]; stalled: string[] }> {
    const { places } = this.#options;
    const owed = await stalledPlaces.check(places);
    const stalled = places.filter((place) => owed.has(resolve(place)));
    for (const place of stalled) this.#awaitAnswer(place, owed.get(resolve(place)));
    const present = places.filter((place) => !stalled.includes(place) && existsSync(place));
    return { present, absent: places.filter((place) => !present.includes(place)), stalled };
  }

  #awaitAnswer(place: string, answer: Promise<void> | undefined): void {
    if (this.#awaited.has(place)) return;
    this.#awaited.add(place);
    this.#tellRoots();
    void answer?.then(() => {
      this.#awaited.delete(place);
      if (this.#isClosed) return;
      if (this.#unwatched.delete(place)) this.#startWatch([place]);
      this.#tellRoots();
      this.#inTurn(() => this.#sweep());
    });
  }

  async #settle(): Promise<void> {
    await this.#indexer.settle();
    await this.#tell();
  }

  #every(ms: number, work: () => Promise<unknown>): void {
    const timer = setInterval(() => this.#inTurn(work), ms);
    timer.unref();
    this.#timers.push(timer);
  }

  #inTurn(work: () => Promise<unknown>): void {
    this.#work = this.#work.then(async () => {
      if (this.#isClosed) return;
      try {
        await work();
      } catch (error) {
        this.#events.onTrouble(troubleOf(error));
      }
    });
  }

  #changed(path: string): void {
    this.#pending.add(path);
    this.#drain();
  }

  /** Reads what changed, for as long as something does. */
  #drain(): void {
    // What is pending on close stays pending: the next process finds it in its sweep.
    if (!this.#isFollowing || this.#isDraining || this.#isClosed || this.#pending.size === 0) return;
    this.#isDraining = true;
    this.#inTurn(async () => {
      while (this.#pending.size > 0 && !this.#isClosed) {
        const paths = [...this.#pending];
        await this.#untilDone(async () => {
          const stalled = await stalledPlaces.checkNowAndThen(this.#options.places);
          if (stalled.length > 0) await this.#places();
          for (const path of paths) this.#pending.delete(path);
          // A place that does not answer is swept as a whole once it does.
          await this.#indexer.changed(paths.filter((path) => !stalledPlaces.isStalled(path)));
        });
        await this.#tell();
      }
    });
    this.#work = this.#work.then(() => {
      this.#isDraining = false;
      this.#drain();
    });
  }

  /** A full disk or a lost file system is a temporary error: the work is retried at growing intervals. */
  async #untilDone(work: () => Promise<unknown>): Promise<void> {
    while (!this.#isClosed) {
      try {
        await work();
        this.#retryMs = FIRST_RETRY_MS;
        return;
      } catch (error) {
        this.#events.onTrouble(troubleOf(error));
        await sleep(this.#retryMs, undefined, { signal: this.#end.signal }).catch(() => {});
        this.#retryMs = Math.min(LAST_RETRY_MS, this.#retryMs * 2);
      }
    }
  }

  #tellNowAndThen(): void {
    if (performance.now() - this.#toldAtMs >= TELL_MS) this.#tellNow();
  }

  #tellNow(): void {
    this.#tell().catch((error) => this.#events.onTrouble(troubleOf(error)));
  }

  async #tell(): Promise<void> {
    this.#toldAtMs = performance.now();
    this.#news.tell();
    this.#news = news();
    this.#events.onCommitted(await this.#store.questions.changes.last());
    this.#companionsSoon();
  }

  #companionsSoon(): void {
    if (this.#isCompanionDue || this.#companions.length === 0 || this.#isClosed) return;
    this.#isCompanionDue = true;
    this.#companionWork = this.#companionWork.then(async () => {
      await sleep(COMPANION_REST_MS, undefined, { signal: this.#end.signal }).catch(() => {});
      this.#isCompanionDue = false;
      for (const companion of dueOf(this.#companions, this.#isFollowing)) {
        if (!this.#isClosed) await this.#catchUp(companion);
      }
    });
  }

  async #catchUp(companion: Companion): Promise<void> {
    try {
      await companion.catchUp(this.#end.signal);
    } catch (error) {
      const trouble = troubleOf(error);
      const message = `${companion.name}: ${trouble.message}`;
      if (this.#isClosed) return;
      this.#events.onTrouble({ ...trouble, message });
      // What it waits for may come back before the next commit does.
      setTimeout(() => this.#companionsSoon(), COMPANION_RETRY_MS).unref();
    }
  }
}
