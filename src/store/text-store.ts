// The contract for filling the text index: chunks of block filters, per file of a log.

import type { Ledger } from '../model/ledger.ts';
import type { SlicePlace } from './questions/search.ts';
import type { SourceText } from './session-batch.ts';

/** A file whose text is not, or not completely, in the text index. */
export interface UncoveredText {
  /** The store's own number of the file. */
  readonly key: number;
  readonly path: string;
  /** Where the index stopped reading the file. */
  readonly offset: number;
  /** Where the text index continues. */
  readonly sealed: { readonly offset: number; readonly line: number };
  /** Of the stored chunks. */
  readonly chunks: number;
  /** Every non-blank line is a record. */
  readonly isAllRecords: boolean;
}

export interface TextAddition extends Omit<SourceText, 'path'> {
  readonly key: number;
  /** The number of the first chunk is the count of those before. */
  readonly before: number;
}

/** A chunk that contains its filters. */
export interface FullChunk {
  /** Of its file, and its number there. */
  readonly key: number;
  readonly num: number;
  /** A new one each time a chunk is stored. */
  readonly place: number;
  readonly body: Uint8Array;
}

/** A chunk whose filters are in slices: `body` is the rest of it. */
export interface CutChunk extends FullChunk, Omit<SlicePlace, 'group'> {}

/** Filters of many blocks, cut into slices of one bit each: a search reads a few of them instead of all filters. */
export interface SliceGroup {
  readonly rows: Iterable<readonly [row: number, bits: Uint8Array]>;
  readonly chunks: readonly CutChunk[];
}

export interface SliceStore {
  /** This many bytes of filters stay with their chunks, where a search has them in memory. */
  readonly keptBytes: number;
  /** The oldest chunks that contain filters, about this many bytes of them; none while less than that is above `kept`. */
  fullChunks(bytes: number, kept: number): Promise<readonly FullChunk[]>;
  /** Chunks replaced meanwhile are left alone; false when that is all of them. */
  put(group: SliceGroup): Promise<boolean>;
}

export interface TextStore {
  /** Undefined if filters stay with their chunks. */
  readonly slices?: SliceStore;
  /** Files whose text is behind by this many bytes, or by any number if they were last written before `restedBefore`. */
  behind(bytes: number, restedBefore: number): Promise<readonly UncoveredText[]>;
  behindOf(agent: string, session: string): Promise<readonly UncoveredText[]>;
  /** False when the file was read again meanwhile: then the addition is dropped. */
  put(path: string, addition: TextAddition): Promise<boolean>;
  /** The first bytes of the oldest stored chunk. */
  oldestHead(bytes: number): Promise<Uint8Array | undefined>;
  /** What is stored cannot be used: it is made again. */
  clear(): Promise<void>;
}

/** Problems of lines that cannot be searched as records. */
const UNREAD = ['nul-bytes', 'invalid-json', 'not-an-object'];

/** Whether every non-blank line was a record. */
export function isAllRecords({ problems }: Ledger): boolean {
  return UNREAD.every((code) => !problems.has(code));
}
