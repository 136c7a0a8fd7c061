// How secrets are masked in whatever goes into a store on another machine. The process that reads logs brings it: what is derived from them is
// derived before.

import type { InsightRow } from '../model/insight-row.ts';
import type { SessionBatch } from './session-batch.ts';

export interface StoreMask {
  /** Rows, without the state of reading: that has texts of the log anywhere. */
  batch(batch: SessionBatch): SessionBatch;
  insights(row: InsightRow): InsightRow;
  /** Whole lines of a log, in place: as many bytes as before. */
  lines(lines: Uint8Array): void;
  /** A whole file of any text. Undefined when it cannot be looked through. */
  document(content: Buffer): Buffer | undefined;
}

/** What is needed of it for logs, and for what lies beside them. */
export type LogMask = Pick<StoreMask, 'lines' | 'document'>;
