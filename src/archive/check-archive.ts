// Checks the whole archive: all at once on request, or slowly in the background while a process keeps it.

import { AppError } from '../base/app-error.ts';
import { CorruptStore } from '../base/corrupt-store.ts';
import type { Companion } from '../store/companion.ts';
import { checkBlock } from './check-block.ts';
import { type CheckReport, newReport, readReport, withBlock, writeReport } from './check-report.ts';
import { ArchiveStore } from './store/archive-store.ts';
import { archiveExists, openArchiveToRead, openArchiveToWrite } from './store/open-archive.ts';

export interface WholeCheck extends CheckReport {
  /** What SQLite reports about the file itself. */
  readonly structure: readonly string[];
}

export interface WholeCheckOptions {
  /** This process is the only writer of the archive: what the logs still have is restored. */
  readonly mayRestore: boolean;
  readonly now: number;
  readonly onBlock?: (bytes: number) => void;
}

/** Undefined when there is no archive. */
export async function checkArchive(folder: string, options: WholeCheckOptions): Promise<WholeCheck | undefined> {
  if (!archiveExists(folder)) return undefined;
  const database = options.mayRestore ? openArchiveToWrite(folder).database : openArchiveToRead(folder);
  if (database === undefined) return undefined;
  const store = new ArchiveStore(database);
  try {
    let report = newReport(options.now);
    for (let block = store.next(report); block !== undefined; block = store.next(report)) {
      report = withBlock(report, block, await checkBlock(store, block, options.mayRestore));
      options.onBlock?.(block.length);
    }
    report = { ...report, finishedAt: options.now };
    if (options.mayRestore) writeReport(folder, report);
    return { ...report, structure: structureOf(store) };
  } finally {
    store.close();
  }
}

function structureOf(store: ArchiveStore): readonly string[] {
  try {
    return store.structuralDamage();
  } catch (error) {
    if (error instanceof CorruptStore) return [error.message];
    throw error;
  }
}

/** About a megabyte is unpacked each time, which takes some milliseconds: less than half a percent of a core. */
const STEP_MS = 1000;
/** Between two checks of everything. */
const REST_MS = 7 * 24 * 3600_000;
/** Steps until the report is written: a later process continues from there. */
const STEPS_PER_REPORT = 60;

export interface ScrubOptions {
  readonly now?: () => number;
  readonly stepMs?: number;
}

/** Checks the archive block by block, week after week. Reports damage as soon as it is found. */
export class ArchiveScrub implements Companion {
  readonly name = 'archive check';
  readonly isPatient = true;
  readonly #folder: string;
  readonly #options: ScrubOptions;
  readonly #onDamage: (error: AppError) => void;
  #store: ArchiveStore | undefined;
  #report: CheckReport | undefined;
  #timer: NodeJS.Timeout | undefined;
  #step: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(folder: string, onDamage: (error: AppError) => void, options: ScrubOptions = {}) {
    this.#folder = folder;
    this.#onDamage = onDamage;
    this.#options = options;
  }

  /** Begins when everything else is done for the first time. */
  async catchUp(): Promise<void> {
    if (this.#timer === undefined) this.#plan();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#step;
    this.#save();
    this.#store?.close();
  }

  #now(): number {
    return (this.#options.now ?? Date.now)();
  }

  /** Nothing happens until the next check is due. */
  #plan(): void {
    if (this.#isClosed) return;
    this.#report ??= readReport(this.#folder) ?? newReport(this.#now());
    const { finishedAt } = this.#report;
    const restMs = finishedAt === null ? 0 : Math.min(REST_MS, finishedAt + REST_MS - this.#now());
    if (finishedAt !== null && restMs <= 0) this.#report = newReport(this.#now());
    this.#timer = setTimeout(
      () => {
        this.#step = this.#next().then(() => this.#plan());
      },
      Math.max(this.#options.stepMs ?? STEP_MS, restMs),
    ).unref();
  }

  async #next(): Promise<void> {
    const report = this.#report;
    if (report === undefined || report.finishedAt !== null) return;
    try {
      this.#store ??= new ArchiveStore(openArchiveToWrite(this.#folder).database);
      const block = this.#store.next(report);
      if (block === undefined) {
        this.#report = { ...report, finishedAt: this.#now() };
        this.#save();
        return;
      }
      const damage = await checkBlock(this.#store, block, true);
      this.#report = withBlock(report, block, damage);
      if (damage !== undefined) {
        this.#save();
        this.#onDamage(
          new AppError(
            'store-unusable',
            `A part of the archive was damaged: ${damage.length} bytes of ${damage.path}.`,
            {
              hint: damage.fate === 'restored' ? 'They were restored from the log.' : 'toolscope doctor says more.',
            },
          ),
        );
      } else if (this.#report.blocks % STEPS_PER_REPORT === 0) this.#save();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // The list of blocks itself cannot be read: the process that keeps the archive reports it.
      this.#report = { ...report, finishedAt: this.#now() };
    }
  }

  #save(): void {
    if (this.#report === undefined || this.#store === undefined) return;
    try {
      writeReport(this.#folder, this.#report);
    } catch {
      // A full disk: the check continues nevertheless.
    }
  }
}
