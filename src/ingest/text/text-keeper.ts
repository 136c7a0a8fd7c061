// Owns keeping the text index beside the index: of every log, the lines that the index has read. Behind it at times, never
// ahead; searches read what is not covered yet.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '../../base/app-error.ts';
import { type ByteLine, LineCutter } from '../../base/lines.ts';
import type { Database } from '../../store/database.ts';
import { TextTable, type UncoveredText } from '../../store/index/text-table.ts';
import type { Companion } from '../index/companion.ts';
import type { LogOpener } from '../open-log.ts';
import { parseLine } from '../parse-line.ts';
import { isRapPath } from '../rap/rap-place.ts';
import { type LentFilters, withFilters } from './filter-pool.ts';
import { type LogBytes, logBytes } from './log-bytes.ts';
import { searchedAs } from './searched-as.ts';
import { TextIndexBuilder } from './text-index-builder.ts';

const PIECE_BYTES = 1024 * 1024;
/** Stored in steps: what is in need not be read again after a crash. */
const STEP_BYTES = 32 * 1024 * 1024;
/** How long it may keep its thread from other work. */
const SLICE_MS = 10;

/** A log that is being written to is covered when it has grown by so much, or has rested for so long. */
const GROWN_BYTES = 64 * 1024;
const RESTED_MS = 60_000;

const BRACE = 0x7b;

export interface TextKeeperOptions {
  readonly now?: () => number;
  /** Covers everything, however little it is. */
  readonly isEager?: boolean;
  /** Lets go of what logs are opened through. */
  readonly onClose?: () => void;
}

export class TextKeeper implements Companion {
  readonly name = 'text index';
  readonly #table: TextTable;
  readonly #open: LogOpener;
  readonly #options: TextKeeperOptions;
  /** Logs that could not be read as far as the index had: asked for again when they have changed. */
  readonly #unreadable = new Map<string, number>();
  #sliceEndMs = 0;

  constructor(database: Database, open: LogOpener, options: TextKeeperOptions = {}) {
    this.#table = new TextTable(database);
    this.#open = open;
    this.#options = options;
  }

  async catchUp(signal?: AbortSignal): Promise<void> {
    const isEager = this.#options.isEager === true;
    const restedBefore = (this.#options.now ?? Date.now)() - RESTED_MS;
    const behind = this.#table.behind(isEager ? 1 : GROWN_BYTES, restedBefore);
    for (const text of behind) {
      if (signal?.aborted === true) return;
      await this.#cover(text, signal);
    }
  }

  /** All of one session, right after it was read. */
  async cover(agent: string, session: string): Promise<void> {
    for (const text of this.#table.behindOf(agent, session)) await this.#cover(text, undefined);
  }

  async close(): Promise<void> {
    this.#options.onClose?.();
  }

  async #cover(text: UncoveredText, signal: AbortSignal | undefined): Promise<void> {
    const { path, offset } = text;
    // A thread of the RAP runtime is short, and no file: searches read it whole.
    if (this.#unreadable.get(path) === offset || isRapPath(path)) return;
    const log = logBytes(path, this.#open);
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

  /** False when the log ends before the place where the index stopped, or was read anew meanwhile. */
  async #read(
    text: UncoveredText,
    log: LogBytes,
    { filters, room }: LentFilters,
    signal: AbortSignal | undefined,
  ): Promise<boolean> {
    const { key, path, offset: end, sealed } = text;
    const builder = new TextIndexBuilder({ from: sealed, filters });
    const cutter = new LineCutter(sealed);
    const add = (line: ByteLine): void => builder.add(line, searchedIn(line, text.isAllRecords));
    let before = text.chunks;
    let at = sealed.offset;
    for (let stored = at; at < end; ) {
      const piece = log.read(at, Math.min(PIECE_BYTES, end - at), room);
      if (piece.length === 0 || signal?.aborted === true) break;
      cutter.push(piece, add);
      at += piece.length;
      if (at < end && at - stored < STEP_BYTES) {
        await this.#pause();
        continue;
      }
      stored = at;
      const { sealed: chunk, open } = builder.flush();
      const chunks = chunk.length === 0 ? [] : [chunk];
      const covered = cutter.position.offset;
      const addition = { key, covered, sealed: builder.resumeFrom, chunks, open, before };
      if (!this.#table.put(path, addition)) return false;
      before += chunks.length;
      await this.#pause();
    }
    return at >= end;
  }

  async #pause(): Promise<void> {
    if (performance.now() < this.#sliceEndMs) return;
    await nextTurn();
    this.#sliceEndMs = performance.now() + SLICE_MS;
  }
}

/** Reading has told whether some line of the log is no record; only then each is parsed again. */
function searchedIn(line: ByteLine, isAllRecords: boolean): 'records' | 'raw' {
  if (isAllRecords && line.bytes[0] === BRACE) return 'records';
  return searchedAs(parseLine(line, 0));
}
