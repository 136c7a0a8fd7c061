// Keeps the text index beside the index: of every log, the lines that the index has read. Behind it at times, never
// ahead; searches read what is not covered yet.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '../base/app-error.ts';
import type { LogOpener } from '../sources/files/open-log.ts';
import type { Companion } from '../store/companion.ts';
import type { Questions } from '../store/questions.ts';
import type { TextStore, UncoveredText } from '../store/text-store.ts';
import { sliceTexts } from './slice-texts.ts';
import { type CoveredStep, coverLog } from './text/cover-log.ts';
import { type LentFilters, withFilters } from './text/filter-pool.ts';
import { forwardBytes, type LogBytes } from './text/log-bytes.ts';
import { HEAD_BYTES, isOfThisVersion } from './text/text-index-codec.ts';

/** How long it may keep its thread from other work. */
const SLICE_MS = 10;

/** A log that is being written to is covered when it has grown by so much, or has rested for so long. */
const GROWN_BYTES = 64 * 1024;
const RESTED_MS = 60_000;

export interface TextKeeperOptions {
  readonly now?: () => number;
  /** Covers everything, however little it is. */
  readonly isEager?: boolean;
  /** Lets go of what logs are opened through. */
  readonly onClose?: () => void;
  /** So many bytes of filters make a group of slices, where the store has such. */
  readonly groupBytes?: number;
  /** So many bytes of filters are left as they are; else as the store likes. */
  readonly keptBytes?: number;
}

/** The index, open for writing. */
export interface TextSite {
  readonly questions: Pick<Questions, 'changes'>;
  readonly texts: TextStore;
}

export class TextIndexWriter implements Companion {
  readonly name = 'text index';
  readonly #texts: TextStore;
  readonly #open: LogOpener;
  readonly #options: TextKeeperOptions;
  /** Logs that could not be read as far as the index had: asked for again when they have changed. */
  readonly #unreadable = new Map<string, number>();
  #sliceEndMs = 0;
  #isCurrent = false;
  readonly #changes: Questions['changes'];
  /** The newest change at the last look, and the one as of which everything is covered: until the next there is nothing to do. */
  #lookedTo: number | undefined;
  #doneTo: number | undefined;

  constructor(store: TextSite, open: LogOpener, options: TextKeeperOptions = {}) {
    this.#changes = store.questions.changes;
    this.#texts = store.texts;
    this.#open = open;
    this.#options = options;
  }

  async catchUp(signal?: AbortSignal): Promise<void> {
    const to = await this.#changes.last();
    if (to === this.#doneTo) return;
    const isAtRest = to === this.#lookedTo;
    this.#lookedTo = to;
    await this.#dropOlder();
    const isEager = this.#options.isEager === true;
    const restedBefore = (this.#options.now ?? Date.now)() - RESTED_MS;
    const behind = await this.#texts.behind(isEager ? 1 : GROWN_BYTES, restedBefore);
    for (const text of behind) {
      if (signal?.aborted === true) return;
      await this.#cover(text, signal);
    }
    const { slices } = this.#texts;
    if (slices !== undefined) await sliceTexts(slices, { ...this.#options, signal, pause: () => this.#pause() });
    if (isAtRest && (await this.#isAllCovered())) this.#doneTo = to;
  }

  /** All of one session, right after it was read. */
  async cover(agent: string, session: string): Promise<void> {
    for (const text of await this.#texts.behindOf(agent, session)) await this.#cover(text, undefined);
  }

  /** The oldest chunk speaks for all: those of an older version are thrown away at once, and made again. */
  async #dropOlder(): Promise<void> {
    if (this.#isCurrent) return;
    const head = await this.#texts.oldestHead(HEAD_BYTES);
    if (head !== undefined && !isOfThisVersion(head)) await this.#texts.clear();
    this.#isCurrent = true;
  }

  async close(): Promise<void> {
    this.#options.onClose?.();
  }

  async #isAllCovered(): Promise<boolean> {
    const behind = await this.#texts.behind(1, Number.POSITIVE_INFINITY);
    return behind.every((text) => this.#isPassedOver(text));
  }

  #isPassedOver({ path, offset }: UncoveredText): boolean {
    return this.#unreadable.get(path) === offset;
  }

  async #cover(text: UncoveredText, signal: AbortSignal | undefined): Promise<void> {
    const { path, offset } = text;
    if (this.#isPassedOver(text)) return;
    const log = forwardBytes(path, this.#open);
    try {
      const isDone = await withFilters((filters) => this.#read(text, log, filters, signal));
      if (!isDone && signal?.aborted !== true) this.#unreadable.set(path, offset);
    } catch (error) {
      if (!(error instanceof AppError) || !error.code.startsWith('path-')) throw error;
      this.#unreadable.set(path, offset);
    } finally {
      log.release();
    }
  }

  /** False when the log ends before the place where the index stopped, or was read again meanwhile. */
  #read(text: UncoveredText, log: LogBytes, lent: LentFilters, signal: AbortSignal | undefined): Promise<boolean> {
    const { key, path, offset: end, sealed: from, isAllRecords } = text;
    let before = text.chunks;
    const take = async (step: CoveredStep): Promise<boolean> => {
      const isStored = await this.#texts.put(path, { ...step, key, before });
      before += step.chunks.length;
      return isStored;
    };
    return coverLog({ from, end, isAllRecords }, log, lent, { take, pause: () => this.#pause(), signal });
  }

  async #pause(): Promise<void> {
    if (performance.now() < this.#sliceEndMs) return;
    await nextTurn();
    this.#sliceEndMs = performance.now() + SLICE_MS;
  }
}
