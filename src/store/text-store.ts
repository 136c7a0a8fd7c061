// The contract of the text index with those who fill it: chunks of block filters, per file of a log.

import type { Ledger } from '../model/ledger.ts';
import type { SlicePlace } from './questions/search.ts';
import type { SourceText } from './session-batch.ts';

/** A file whose text is not, or not all of it, in the text index. */
export interface UncoveredText {
  /** The store's own number of the file. */
  readonly key: number;
  readonly path: string;
  /** Where the index stopped reading the file. */
  readonly offset: number;
  /** Where the text index goes on. */
  readonly sealed: { readonly offset: number; readonly line: number };
  /** Of the stored chunks. */
  readonly chunks: number;
  /** Every line with something on it is a record. */
  readonly isAllRecords: boolean;
}

export interface TextAddition extends Omit<SourceText, 'path'> {
  readonly key: number;
  /** The number of the first chunk is the count of those before. */
  readonly before: number;
}

/** A chunk that has its filters in it. */
export interface FullChunk {
  /** Of its file, and its number there. */
  readonly key: number;
  readonly num: number;
  /** Another one each time that a chunk is stored. */
  readonly place: number;
  readonly body: Uint8Array;
}

/** A chunk whose filters are in slices: `body` is what is left of it. */
export interface CutChunk extends FullChunk, Omit<SlicePlace, 'group'> {}

/** Filters of many blocks, cut into slices of one bit each: a search reads a few of them instead of all filters. */
export interface SliceGroup {
  readonly rows: Iterable<readonly [row: number, bits: Uint8Array]>;
  readonly chunks: readonly CutChunk[];
}

export interface SliceStore {
  /** So many bytes of filters stay with their chunks: a search has them at hand. */
  readonly keptBytes: number;
  /** The oldest chunks with filters in them, so many bytes of these and not many more; none while less than that is above `kept`. */
  fullChunks(bytes: number, kept: number): Promise<readonly FullChunk[]>;
  /** Chunks that were replaced meanwhile are left as they are; false when that is all of them. */
  put(group: SliceGroup): Promise<boolean>;
}

export interface TextStore {
  /** Undefined where filters stay with their chunks. */
  readonly slices?: SliceStore;
  /** Files whose text is behind by so many bytes, or by any number when they were last written to before `restedBefore`. */
  behind(bytes: number, restedBefore: number): Promise<readonly UncoveredText[]>;
  behindOf(agent: string, session: string): Promise<readonly UncoveredText[]>;
  /** False when the file was read again meanwhile: then nothing of the addition counts. */
  put(path: string, addition: TextAddition): Promise<boolean>;
  /** How the chunk begins that was stored first of all that are there. */
  oldestHead(bytes: number): Promise<Uint8Array | undefined>;
  /** What is stored cannot be used: it is made again. */
  clear(): Promise<void>;
}

/** Problems of lines that cannot be searched as records. */
const UNREAD = ['nul-bytes', 'invalid-json', 'not-an-object'];

/** Whether every line with something on it was a record. */
export function isAllRecords({ problems }: Ledger): boolean {
  return UNREAD.every((code) => !problems.has(code));
}
