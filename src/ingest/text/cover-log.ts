// Owns building the text index of a log from its bytes, in steps that bound the memory it takes.

import { type ByteLine, LineCutter } from '../../base/lines.ts';
import { parseLine } from '../parse-line.ts';
import type { LentFilters } from './filter-pool.ts';
import type { LogBytes } from './log-bytes.ts';
import { searchedAs } from './searched-as.ts';
import { TextIndexBuilder } from './text-index-builder.ts';

const PIECE_BYTES = 1024 * 1024;
const STEP_BYTES = 32 * 1024 * 1024;
const BRACE = 0x7b;

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
  take(step: CoveredStep): boolean;
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
  const cutter = new LineCutter(from);
  const add = (line: ByteLine): void => builder.add(line, searchedIn(line, isAllRecords));
  let at = from.offset;
  for (let stored = at; at < end; ) {
    const piece = log.read(at, Math.min(PIECE_BYTES, end - at), room);
    if (piece.length === 0 || signal?.aborted === true) break;
    cutter.push(piece, add);
    at += piece.length;
    if (at >= end || at - stored >= STEP_BYTES) {
      stored = at;
      const { sealed: chunk, open } = builder.flush();
      const chunks = chunk.length === 0 ? [] : [chunk];
      if (!take({ covered: cutter.position.offset, sealed: builder.resumeFrom, chunks, open })) return false;
    }
    await pause?.();
  }
  return at >= end;
}

/** Reading has told whether some line of the log is no record; only then each is parsed again. */
function searchedIn(line: ByteLine, isAllRecords: boolean): 'records' | 'raw' {
  if (isAllRecords && line.bytes[0] === BRACE) return 'records';
  return searchedAs(parseLine(line, 0));
}
