// An index that is followed for as long as a process lives: asked through a connection that only reads; kept by this
// process or, while another one keeps it, by that one.

import { AppError } from '../base/app-error.ts';
import { troubleOf } from '../base/portable-error.ts';
import { indexPath, openStoreToRead, type ReadStore } from '../store/open-store.ts';
import type { Questions } from '../store/questions.ts';
import type { SessionKey } from '../store/session-batch.ts';
import { type FollowerState, IndexStatus, type StatusListeners } from './index-status.ts';
import type { IndexWriterOptions, SweepReport } from './index-writer.ts';
import { isOwned, openBeside } from './library-index.ts';
import { CAN_THREAD, type RunningIndexWriter, startIndexWriter } from './start-index-writer.ts';

export interface FollowerOptions extends Omit<IndexWriterOptions, 'isThreaded'>, StatusListeners {
  /** Keep the index on a thread of its own. So it is wherever the program was built: no reader is ever kept waiting. */
  readonly onThread?: boolean;
  /** While another process keeps the index: time between two looks at it, and between two tries to take over. */
  readonly lookMs?: number;
  readonly takeOverMs?: number;
}

const LOOK_MS = 500;
const TAKE_OVER_MS = 2000;

/** The keeper, or why there is none: another process has one. */
async function tryKeeper(options: FollowerOptions, board: IndexStatus): Promise<RunningIndexWriter | AppError> {
  try {
    return await startIndexWriter(options, board, options.onThread ?? CAN_THREAD);
  } catch (error) {
    if (error instanceof AppError && error.code === 'store-busy') return error;
    throw error;
  }
}

export class LibraryFollower {
  /** The first look through everything is over. Null when another process keeps the index, or when closed before. */
  readonly ready: Promise<SweepReport | null>;
  readonly #options: FollowerOptions;
  readonly #board: IndexStatus;
  #store: ReadStore;
  #keeper: RunningIndexWriter | undefined;
  #version: string | undefined;
  #isLooking = false;
  #timer: NodeJS.Timeout | undefined;
  #triedAtMs = 0;
  #takingOver: Promise<void> | undefined;
  /** Over when a new keeper has begun, or none could. Only once: a disk that damages files would fill up with them. */
  #renewal: Promise<{ readonly ready: Promise<SweepReport | null> }> | undefined;
  #isRenewing = false;
  #isClosed = false;

  constructor(
    options: FollowerOptions,
    board: IndexStatus,
    store: ReadStore,
    seq: number,
    keeper: RunningIndexWriter | undefined,
  ) {
    this.#options = options;
    this.#board = board;
    this.#store = store;
    // A keeper that has begun may have told of a newer one.
    board.set({ seq: Math.max(seq, board.state.seq) });
    board.mendWith((damaged) => this.#mend(damaged));
    if (keeper === undefined) this.#lookOn();
    this.ready = keeper === undefined ? Promise.resolve(null) : this.#keepWith(keeper);
  }

  /**
   * Only reads. After the file was thrown away and begun again by another process it is another one: ask for it again
   * rather than keep it.
   */
  get store(): ReadStore {
    return this.#store;
  }

  get questions(): Questions {
    return this.#store.questions;
  }

  state(): FollowerState {
    return this.#board.state;
  }

  /** Told the number of the newest change whenever there is one. Returns how to stop that. */
  onChange(listener: (seq: number) => void): () => void {
    return this.#board.onChange(listener);
  }

  /** Has a session read next that somebody waits for. Over at once where another process keeps the index. */
  async want(key: SessionKey): Promise<void> {
    await this.#keeper?.want(key);
  }

  /** For those who ask the index and find it damaged where the keeper does not look. */
  foundDamage(path: string): void {
    this.#mend(path);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#takingOver;
    await this.#renewal;
    await this.#store.close();
    await this.#keeper?.close();
  }

  async #keepWith(keeper: RunningIndexWriter): Promise<SweepReport | null> {
    this.#keeper = keeper;
    this.#board.onOpened(keeper.setAside);
    void keeper.ended.then(() => {
      if (this.#isRenewing) return;
      // It ended by itself: a bug took it along. Somebody may keep the index again, perhaps we.
      this.#keeper = undefined;
      if (!this.#isClosed) this.#lookOn();
    });
    const report = await keeper.swept;
    if (report === undefined) return this.#isRenewing ? ((await this.#renewal)?.ready ?? null) : null;
    this.#board.set({ phase: 'following' });
    return report;
  }

  #mend(damaged: string): boolean {
    if (damaged !== indexPath(this.#options.folder) || this.#isClosed) return false;
    const keeper = this.#keeper;
    if (this.#renewal === undefined && keeper !== undefined) {
      this.#isRenewing = true;
      this.#renewal = this.#renew(keeper).finally(() => {
        this.#isRenewing = false;
      });
    }
    return this.#isRenewing;
  }

  /** The index holds nothing that cannot be read again: a damaged one is set aside, and built again. */
  async #renew(damaged: RunningIndexWriter): Promise<{ readonly ready: Promise<SweepReport | null> }> {
    const nobody = { ready: Promise.resolve(null) };
    // What it could not write any more stands in the logs.
    await damaged.close().catch(() => {});
    this.#keeper = undefined;
    if (this.#isClosed) return nobody;
    try {
      const keeper = await tryKeeper({ ...this.#options, isDamaged: true }, this.#board);
      if (!(keeper instanceof AppError)) {
        await this.#followFile();
        return { ready: this.#keepWith(keeper) };
      }
    } catch (error) {
      this.#board.onTrouble(troubleOf(error));
    }
    this.#lookOn();
    return nobody;
  }

  /** Looks on while another process keeps the index. */
  #lookOn(): void {
    this.#board.set({ phase: 'reading-only', roots: [] });
    this.#triedAtMs = performance.now();
    try {
      this.#version = this.#store.version();
    } catch (error) {
      this.#board.onTrouble(troubleOf(error));
    }
    this.#timer = setInterval(() => void this.#look(), this.#options.lookMs ?? LOOK_MS);
    this.#timer.unref();
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      await this.#followFile();
      const version = this.#store.version();
      if (version !== this.#version) this.#board.onCommitted(await this.#store.questions.changes.last());
      this.#version = version;
      if (performance.now() - this.#triedAtMs >= (this.#options.takeOverMs ?? TAKE_OVER_MS)) this.#tryTakeOver();
    } catch (error) {
      if (!this.#isClosed) this.#board.onTrouble(troubleOf(error));
    } finally {
      this.#isLooking = false;
    }
  }

  /** The process that keeps the index may have begun it again, in a file of its own. */
  async #followFile(): Promise<void> {
    if (!this.#store.isReplaced()) return;
    const before = this.#store;
    this.#store = openStoreToRead(this.#options.folder);
    this.#version = undefined;
    await before.close();
  }

  #tryTakeOver(): void {
    this.#triedAtMs = performance.now();
    if (this.#takingOver !== undefined || isOwned(this.#options.folder)) return;
    this.#takingOver = this.#takeOver()
      .catch((error) => this.#board.onTrouble(troubleOf(error)))
      .finally(() => {
        this.#takingOver = undefined;
      });
  }

  async #takeOver(): Promise<void> {
    const keeper = await tryKeeper(this.#options, this.#board);
    // Somebody else was faster.
    if (keeper instanceof AppError) return;
    clearInterval(this.#timer);
    await this.#followFile();
    this.#keepWith(keeper).catch((error) => this.#board.onTrouble(troubleOf(error)));
  }
}

/** Opens the index of a data folder and keeps it up to date with the logs until it is closed. */
export async function openFollower(options: FollowerOptions): Promise<LibraryFollower> {
  const { folder } = options;
  const board = new IndexStatus(options);
  const keeper = await tryKeeper(options, board);
  const open = async (): Promise<ReadStore> =>
    keeper instanceof AppError ? openBeside(folder, keeper) : openStoreToRead(folder);
  try {
    const store = await open();
    const seq = await store.questions.changes.last();
    return new LibraryFollower(options, board, store, seq, keeper instanceof AppError ? undefined : keeper);
  } catch (error) {
    if (!(keeper instanceof AppError)) await keeper.close();
    throw error;
  }
}
