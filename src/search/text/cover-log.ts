// Builds the text index of a log from its bytes, in steps that bound the memory it takes.

import type { ByteLine } from '../../base/lines.ts';
import { lineLimit } from '../../sources/json-lines/line-limit.ts';
import { isUnclosed, parseLine } from '../../sources/json-lines/parse-line.ts';
import type { LentFilters } from './filter-pool.ts';
import { LineWindow } from './line-window.ts';
import type { LogBytes } from './log-bytes.ts';
import { searchedAs } from './searched-as.ts';
import { TextIndexBuilder } from './text-index-builder.ts';

const STEP_BYTES = 32 * 1024 * 1024;
const NOTHING = new Uint8Array(0);
const BRACE = 0x7b;
const LF = 10;
const CR = 13;

interface Place {
  readonly offset: number;
  readonly line: number;
}

/** What is to be covered of a log. */
export interface Stretch {
  readonly from: Place;
  /** Where the index stopped reading the log. */
  readonly end: number;
  /** Every line with something on it is a record. */
  readonly isAllRecords: boolean;
}

export interface CoveredStep {
  /** Bytes of the log that are covered, and where the last block begins that may still change. */
  readonly covered: number;
  readonly sealed: Place;
  /** To be stored behind what is there; none when no block was filled. */
  readonly chunks: readonly Uint8Array[];
  /** The last block as far as it goes: the next step replaces it. */
  readonly open: Uint8Array;
}

export interface Covering {
  /** False ends it. */
  take(step: CoveredStep): boolean | Promise<boolean>;
  /** Lets others have their turn. */
  pause?(): Promise<void>;
  readonly signal?: AbortSignal | undefined;
}

/** False when the log ends before the place where the index stopped, or when it was ended. */
export async function coverLog(
  { from, end, isAllRecords }: Stretch,
  log: LogBytes,
  { filters, room }: LentFilters,
  { take, pause, signal }: Covering,
): Promise<boolean> {
  const builder = new TextIndexBuilder({ from, filters });
  const longest = lineLimit();
  const window = new LineWindow(log, room, from, longest);
  for (let stored = from.offset; window.end < end; ) {
    if (signal?.aborted === true || !window.read(end)) break;
    addLines(window, builder, isAllRecords);
    if (window.bytes.length > longest && !addTooLong(window, builder, end)) break;
    if (window.end >= end || window.end - stored >= STEP_BYTES) {
      stored = window.end;
      const { sealed: chunk, open } = builder.flush();
      const chunks = chunk.length === 0 ? [] : [chunk];
      if (!(await take({ covered: window.start.offset, sealed: builder.resumeFrom, chunks, open }))) return false;
    }
    await pause?.();
  }
  return window.end >= end;
}

/** Adds all lines of the window that are whole: many at once, and by itself each that needs a closer look. */
function addLines(window: LineWindow, builder: TextIndexBuilder, isAllRecords: boolean): void {
  const { bytes, start } = window;
  let at = 0;
  let line = start.line;
  for (;;) {
    if (isAllRecords) {
      const added = builder.addRecords(bytes, at, { offset: start.offset + at, line });
      at = added.next;
      line += added.lines;
    }
    const stop = bytes.indexOf(LF, at);
    if (stop === -1) break;
    const lineEnd = stop > at && bytes[stop - 1] === CR ? stop - 1 : stop;
    const single = {
      bytes: bytes.subarray(at, lineEnd),
      offset: start.offset + at,
      length: lineEnd - at,
      line,
      terminated: true,
    };
    builder.add(single, searchedIn(single, isAllRecords));
    at = stop + 1;
    line++;
  }
  window.drop(at, line - start.line);
}

/** A line that is longer than lines may be is covered, and holds nothing that a search could find. False when it has no end. */
function addTooLong(window: LineWindow, builder: TextIndexBuilder, end: number): boolean {
  const { offset, line } = window.start;
  const length = window.skipLine(end);
  if (length === undefined) return false;
  builder.add({ bytes: NOTHING, offset, length, line, terminated: true, isTooLong: true }, 'raw');
  return true;
}

/** Reading has told whether some line of the log is no record; only then each is parsed again. */
function searchedIn(line: ByteLine, isAllRecords: boolean): 'records' | 'raw' {
  if (line.bytes[0] === BRACE) {
    if (isAllRecords) return 'records';
    if (isUnclosed(line.bytes)) return 'raw';
  }
  return searchedAs(parseLine(line, 0));
}
