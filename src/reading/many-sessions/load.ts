// Workload estimate for choosing a thread count.

import type { SessionFiles } from '../read-session.ts';

export interface Load {
  readonly totalBytes: number;
  /** Of the largest part, which a single thread reads. */
  readonly largestBytes: number;
}

export function sessionBytes({ logs }: SessionFiles): number {
  let bytes = 0;
  for (const log of logs) bytes += log.bytes;
  return bytes;
}

export function loadOf(parts: readonly number[]): Load {
  let totalBytes = 0;
  let largestBytes = 0;
  for (const bytes of parts) {
    totalBytes += bytes;
    largestBytes = Math.max(largestBytes, bytes);
  }
  return { totalBytes, largestBytes };
}
