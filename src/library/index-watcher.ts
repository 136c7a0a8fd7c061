// Follows the index for the lifetime of a process: queries go through a read-only connection; the writer is this process or, while
// another one owns the index, that one.

import { AppError } from '../base/app-error.ts';
import { type Trouble, troubleOf } from '../base/portable-error.ts';
import { indexPath, isStoreFilled, openStoreToRead, type ReadStore } from '../store/open-store.ts';
import type { Questions } from '../store/questions.ts';
import type { SessionKey } from '../store/session-batch.ts';
import { type FollowerState, IndexStatus, type StatusListeners } from './index-status.ts';
import type { IndexWriterOptions, SweepReport } from './index-writer.ts';
import { openBeside } from './library-index.ts';
import { type RunningIndexWriter, startIndexWriter } from './start-index-writer.ts';
import { CAN_THREAD } from './writer-thread.ts';

export interface FollowerOptions extends Omit<IndexWriterOptions, 'isThreaded'>, StatusListeners {
  /** Run the index writer on its own thread. Always so in the built program: readers never wait for it. */
  readonly onThread?: boolean;
  /** While another process owns the index: time between two looks at it, and between two attempts to take over. */
  readonly lookMs?: number;
  readonly takeOverMs?: number;
}

const TAKE_OVER_MS = 2000;

/** The writer, or why there is none: another process has it. */
async function tryWriter(options: FollowerOptions, status: IndexStatus): Promise<RunningIndexWriter | AppError> {
  try {
    return await startIndexWriter(options, status, options.onThread ?? CAN_THREAD);
  } catch (error) {
    if (error instanceof AppError && error.code === 'store-busy') return error;
    throw error;
  }
}

export class LibraryFollower {
  /** Resolves when the first full sweep is done. Null when another process owns the index, or when closed earlier. */
  readonly ready: Promise<SweepReport | null>;
  readonly #options: FollowerOptions;
  readonly #status: IndexStatus;
  #store: ReadStore;
  #writer: RunningIndexWriter | undefined;
  #version: string | undefined;
  #looking: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #triedAtMs = 0;
  #takingOver: Promise<void> | undefined;
  /** Resolves when a new writer has started, or none could. Only once: a disk that damages files would fill up with them. */
  #renewal: Promise<{ readonly ready: Promise<SweepReport | null> }> | undefined;
  #isRenewing = false;
  /** The writer that lost its lease, while it shuts down. */
  #leaving: Promise<void> | undefined;
  #isClosed = false;

  constructor(
    options: FollowerOptions,
    status: IndexStatus,
    store: ReadStore,
    seq: number,
    writer: RunningIndexWriter | undefined,
  ) {
    this.#options = options;
    this.#status = status;
    this.#store = store;
    // A writer that has started may already have reported a newer one.
    status.set({ seq: Math.max(seq, status.state.seq) });
    status.seenToBy((trouble) => this.#seeTo(trouble));
    if (writer === undefined) this.#lookOn();
    this.ready = writer === undefined ? Promise.resolve(null) : this.#keepWith(writer);
  }

  /** Read-only. It changes when another process deletes the file and starts a new one: get it again rather than keep it. */
  get store(): ReadStore {
    return this.#store;
  }

  get questions(): Questions {
    return this.#store.questions;
  }

  state(): FollowerState {
    return this.#status.state;
  }

  /** Called with the newest change number. Returns an unsubscribe function. */
  onChange(listener: (seq: number) => void): () => void {
    return this.#status.onChange(listener);
  }

  /** Moves a session to the front of the queue. Resolves at once if another process owns the index. */
  async want(key: SessionKey): Promise<void> {
    await this.#writer?.want(key);
  }

  /** For queries that find the index damaged where the writer does not look. */
  foundDamage(path: string): void {
    this.#mend(path);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#renewal;
    await this.#leaving;
    clearInterval(this.#timer);
    // It may open a store, or begin to take over.
    await this.#looking;
    await this.#takingOver;
    try {
      await this.#store.close();
    } finally {
      await this.#writer?.close();
    }
  }

  async #keepWith(writer: RunningIndexWriter): Promise<SweepReport | null> {
    this.#writer = writer;
    this.#status.onOpened(writer.setAside);
    void writer.ended.then(() => {
      if (this.#isRenewing) return;
      // It ended by itself, because of a bug. The index is free again, perhaps for us.
      this.#writer = undefined;
      if (!this.#isClosed) this.#lookOn();
    });
    const report = await writer.swept;
    if (report === undefined) return this.#isRenewing ? ((await this.#renewal)?.ready ?? null) : null;
    this.#status.set({ phase: 'following' });
    return report;
  }

  #seeTo({ code, damaged }: Trouble): boolean {
    if (damaged !== undefined) return this.#mend(damaged);
    return code === 'store-busy' && this.#leave();
  }

  /** After a long silence of this process, another one fills the shared store: from now on this one only reads. */
  #leave(): boolean {
    if (this.#store.local.path !== null || this.#isClosed) return false;
    // The other process reads what this one could not write.
    if (this.#writer !== undefined) this.#leaving = this.#writer.close().catch(() => {});
    this.#writer = undefined;
    return this.#leaving !== undefined;
  }

  #mend(damaged: string): boolean {
    if (damaged !== indexPath(this.#options.folder) || this.#isClosed) return false;
    const writer = this.#writer;
    if (this.#renewal === undefined && writer !== undefined) {
      this.#isRenewing = true;
      this.#renewal = this.#renew(writer).finally(() => {
        this.#isRenewing = false;
      });
    }
    return this.#isRenewing;
  }

  /** The index holds nothing that cannot be read again: a damaged one is set aside and rebuilt. */
  async #renew(damaged: RunningIndexWriter): Promise<{ readonly ready: Promise<SweepReport | null> }> {
    const nobody = { ready: Promise.resolve(null) };
    // What it could not write is still in the logs.
    await damaged.close().catch(() => {});
    this.#writer = undefined;
    if (this.#isClosed) return nobody;
    try {
      const writer = await tryWriter({ ...this.#options, isDamaged: true }, this.#status);
      if (!(writer instanceof AppError)) {
        await this.#followFile();
        return { ready: this.#keepWith(writer) };
      }
    } catch (error) {
      this.#status.onTrouble(troubleOf(error));
    }
    this.#lookOn();
    return nobody;
  }

  /** Polls while another process owns the index. */
  #lookOn(): void {
    this.#status.set({ phase: 'reading-only', roots: [] });
    this.#triedAtMs = performance.now();
    try {
      this.#version = this.#store.version();
    } catch (error) {
      this.#status.onTrouble(troubleOf(error));
    }
    this.#timer = setInterval(() => {
      if (this.#isClosed) return;
      this.#looking ??= this.#look().finally(() => {
        this.#looking = undefined;
      });
    }, this.#options.lookMs ?? this.#store.lookMs);
    this.#timer.unref();
  }

  async #look(): Promise<void> {
    try {
      await this.#followFile();
      const version = this.#store.version();
      if (version !== this.#version) this.#status.onCommitted(await this.#store.questions.changes.last());
      this.#version = version;
      if (performance.now() - this.#triedAtMs >= (this.#options.takeOverMs ?? TAKE_OVER_MS)) this.#tryTakeOver();
    } catch (error) {
      if (!this.#isClosed) this.#status.onTrouble(troubleOf(error));
    }
  }

  /** The process that owns the index may have started it again, in a new file. */
  async #followFile(): Promise<void> {
    if (!this.#store.isReplaced()) return;
    const before = this.#store;
    this.#store = await openStoreToRead(this.#options.folder);
    this.#version = undefined;
    await before.close();
  }

  #tryTakeOver(): void {
    this.#triedAtMs = performance.now();
    if (this.#takingOver !== undefined || this.#isClosed) return;
    this.#takingOver = this.#takeOver()
      .catch((error) => this.#status.onTrouble(troubleOf(error)))
      .finally(() => {
        this.#takingOver = undefined;
      });
  }

  async #takeOver(): Promise<void> {
    if (await isStoreFilled(this.#options.folder)) return;
    const writer = await tryWriter(this.#options, this.#status);
    // Another process was faster.
    if (writer instanceof AppError) return;
    clearInterval(this.#timer);
    await this.#followFile();
    this.#keepWith(writer).catch((error) => this.#status.onTrouble(troubleOf(error)));
  }
}

/** Opens the index of a data folder and keeps it up to date with the logs until it is closed. */
export async function openFollower(options: FollowerOptions): Promise<LibraryFollower> {
  const { folder } = options;
  const status = new IndexStatus(options);
  const writer = await tryWriter(options, status);
  const open = async (): Promise<ReadStore> =>
    writer instanceof AppError ? openBeside(folder, writer) : openStoreToRead(folder);
  try {
    const store = await open();
    const seq = await store.questions.changes.last();
    return new LibraryFollower(options, status, store, seq, writer instanceof AppError ? undefined : writer);
  } catch (error) {
    if (!(writer instanceof AppError)) await writer.close();
    throw error;
  }
}
