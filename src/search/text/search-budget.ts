// How much a search may do: slices between which the process does other things, and limits on bytes and time.

import { performance } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import { createContext, Script } from 'node:vm';
import { Scratch } from './log-bytes.ts';

/** Why a search ended. `runaway` = a regular expression that takes for ever on some text. */
export type SearchEnd = 'complete' | 'limit' | 'scan-limit' | 'time-limit' | 'runaway' | 'closed';

export interface SearchReport {
  readonly end: SearchEnd;
  readonly hits: number;
  /** Blocks asked about, and what was read and decoded of them. */
  readonly blocks: number;
  readonly bytesRead: number;
  readonly linesDecoded: number;
  /** Logs that are done with, the newest first: looked through, or passed over because nothing in them can match. */
  readonly logs: number;
  /** Logs that could not be read, and were passed over. */
  readonly unreadable: number;
  readonly durationMs: number;
}

export interface SearchLimits {
  /** Bytes that a query may read for which no filter can be asked (one or two letters, `/\d+/`). */
  readonly scanLimitBytes?: number;
  /** Work that a regular expression may be looked for with, in bytes read: its fixed text can stand in half of all logs. */
  readonly workBytes?: number;
  /** How long a search may take, waiting for others not counted. */
  readonly timeLimitMs?: number;
}

const SLICE_MS = 8;
const SCAN_LIMIT_BYTES = 256 * 1024 * 1024;
const REGEX_TIME_LIMIT_MS = 10_000;
const RUNAWAY_MS = 1000;
/** Decoding a byte takes as long as looking for text in so many. */
const DECODED_BYTE = 8;
const DECODED_LINE = 4000;

export class SearchBudget {
  blocks = 0;
  bytesRead = 0;
  linesDecoded = 0;
  hits = 0;
  logs = 0;
  unreadable = 0;
  readonly scratch = new Scratch();
  readonly #started = performance.now();
  readonly #scanLimitBytes: number;
  readonly #workBytes: number;
  readonly #timeLimitMs: number;
  #bytesDecoded = 0;
  #workedMs = 0;
  #sliceStart = 0;
  #sliceEnd = 0;
  #end: SearchEnd = 'closed';

  constructor(query: { hashes: Int32Array; hasRegex: boolean }, limits: SearchLimits) {
    const isVague = query.hashes.length === 0;
    this.#scanLimitBytes = isVague ? (limits.scanLimitBytes ?? SCAN_LIMIT_BYTES) : Number.POSITIVE_INFINITY;
    this.#workBytes = query.hasRegex ? (limits.workBytes ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
    this.#timeLimitMs = limits.timeLimitMs ?? (query.hasRegex ? REGEX_TIME_LIMIT_MS : Number.POSITIVE_INFINITY);
    this.#startSlice();
  }

  get isSliceOver(): boolean {
    return performance.now() > this.#sliceEnd;
  }

  /** What was done so far, in bytes read. */
  get work(): number {
    return this.bytesRead + DECODED_BYTE * this.#bytesDecoded + DECODED_BYTE * DECODED_LINE * this.linesDecoded;
  }

  decoding(line: { readonly bytes: Uint8Array }): void {
    this.linesDecoded++;
    this.#bytesDecoded += line.bytes.length;
  }

  /** Lets everything else in the process have its turn. */
  async pause(): Promise<void> {
    this.#workedMs += performance.now() - this.#sliceStart;
    await setImmediate();
    this.#startSlice();
  }

  /** True when no more blocks may be read; the reason is in the report. */
  isSpent(): boolean {
    if (this.bytesRead > this.#scanLimitBytes || this.work > this.#workBytes) this.#end = 'scan-limit';
    else if (this.#workedMs > this.#timeLimitMs) this.#end = 'time-limit';
    else return this.#end === 'runaway';
    return true;
  }

  /** Runs work that can hang in a regular expression: then it is stopped, and the search ends. */
  watch<T>(work: () => T): T | null {
    if (this.#end === 'runaway') return null;
    try {
      return runWatched(work, RUNAWAY_MS);
    } catch (error) {
      if (!isTimeout(error)) throw error;
      this.#end = 'runaway';
      return null;
    }
  }

  /** The search came to its end by itself. */
  finish(end: 'complete' | 'limit'): void {
    if (this.#end === 'closed') this.#end = end;
  }

  report(): SearchReport {
    const { hits, blocks, bytesRead, linesDecoded, logs, unreadable } = this;
    const durationMs = performance.now() - this.#started;
    return { end: this.#end, hits, blocks, bytesRead, linesDecoded, logs, unreadable, durationMs };
  }

  #startSlice(): void {
    this.#sliceStart = performance.now();
    this.#sliceEnd = this.#sliceStart + SLICE_MS;
  }
}

/** By its code: the error can be of the script's own world, where `Error` is another one. */
function isTimeout(error: unknown): boolean {
  const isObject = typeof error === 'object' && error !== null;
  return isObject && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}

const script = new Script('work()');

/** What the script sees. Made when the first regular expression is searched for. */
let desk: { work: () => void } | undefined;

/** Only a script can be given a time to end; it calls straight back to `work`. */
function runWatched<T>(work: () => T, timeoutMs: number): T {
  const results: T[] = [];
  desk ??= createDesk();
  desk.work = () => {
    results.push(work());
  };
  script.runInContext(desk, { timeout: timeoutMs });
  const [result] = results;
  if (results.length === 0 || result === undefined) throw new Error('the watched step came to nothing');
  return result;
}

function createDesk(): { work: () => void } {
  const made = { work: () => {} };
  createContext(made);
  return made;
}
