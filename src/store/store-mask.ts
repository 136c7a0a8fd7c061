// How secrets are masked in what goes into a store on another machine. The process that reads logs provides it: everything is
// derived from them before masking.

import type { InsightRow } from '../model/insight-row.ts';
import type { SessionBatch } from './session-batch.ts';

export interface StoreMask {
  /** Rows, without the reading state: that has texts of the log anywhere. */
  batch(batch: SessionBatch): SessionBatch;
  insights(row: InsightRow): InsightRow;
  /** Whole lines of a log, in place: the length in bytes stays. */
  lines(lines: Uint8Array): void;
  /** A whole text file. Undefined when it cannot be scanned. */
  document(content: Buffer): Buffer | undefined;
}

/** The part for logs, and for files next to them. */
export type LogMask = Pick<StoreMask, 'lines' | 'document'>;
