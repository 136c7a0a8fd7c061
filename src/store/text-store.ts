// The contract of the text index with those who fill it: chunks of block filters, per file of a log.

import type { Ledger } from '../model/ledger.ts';
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

export interface TextStore {
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
