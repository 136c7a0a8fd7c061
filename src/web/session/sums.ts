// The totals of the shown calls, for the line below the table.

import { type Entries, endOf, isUnexpectedError, runStart } from './entries.ts';
import { Spans } from './spans.ts';

export interface Sums {
  readonly calls: number;
  readonly failures: number;
  readonly expected: number;
  /** Calls that succeeded and hide a failure. */
  readonly masked: number;
  readonly refused: number;
  readonly running: number;
  /** From the first start to the last end. */
  readonly wallMs: number | null;
  /** Time in which at least one call ran; null when that is not known of any. */
  readonly busyMs: number | null;
  /** Some calls took at most so long: the time in which calls ran and percentiles are upper bounds as well. */
  readonly bound: 'exact' | 'at-most';
  readonly waitMs: number;
  readonly hookMs: number;
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
  readonly bytes: number;
}

/** Adds one call's outcome. */
function addOutcome(
  sums: { failures: number; expected: number; masked: number; refused: number; running: number },
  columns: Entries['columns'],
  i: number,
): void {
  const status = columns.status[i];
  if (isUnexpectedError(columns, i)) sums.failures++;
  else if (status === 'error') sums.expected++;
  else if ((columns.masked[i] ?? null) !== null) sums.masked++;
  else if (status === 'rejected' || status === 'denied') sums.refused++;
  else if (status === 'running') sums.running++;
}

/** By nearest rank, of a sorted list; null for an empty one. */
function percentile(sorted: Float64Array, share: number): number | null {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null;
}

/** To three digits, as in the totals over all sessions, so that the same figure reads the same everywhere. */
function inBrief(ms: number | null): number | null {
  if (ms === null) return null;
  return ms < 1000 ? Math.round(ms) : Number(ms.toPrecision(3));
}

export function sumsOf(entries: Entries, shown: Int32Array, now: number): Sums {
  const { columns } = entries;
  const durations = new Float64Array(shown.length);
  let known = 0;
  const busy = new Spans(shown.length);
  const sums = {
    calls: 0,
    failures: 0,
    expected: 0,
    masked: 0,
    refused: 0,
    running: 0,
    waitMs: 0,
    hookMs: 0,
    bytes: 0,
  };
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  let bound: Sums['bound'] = 'exact';
  for (const i of shown) {
    const at = columns.at[i] ?? null;
    const end = endOf(columns, i, now);
    first = Math.min(first, at ?? first);
    last = Math.max(last, end ?? last);
    if ((columns.key[i] ?? 0) === 0) continue;
    if (at !== null && end !== null) busy.add(runStart(columns, i, end), end);
    sums.calls++;
    addOutcome(sums, columns, i);
    sums.waitMs += columns.waitMs[i] ?? 0;
    sums.hookMs += columns.hookMs[i] ?? 0;
    sums.bytes += columns.size[i] ?? 0;
    const ms = columns.ms[i] ?? null;
    if (ms !== null) durations[known++] = ms;
    if (ms !== null && columns.bound[i] === 'at-most') bound = 'at-most';
  }
  const told = durations.subarray(0, known).sort();
  return {
    ...sums,
    wallMs: last >= first ? last - first : null,
    // Time in which several ran counts once.
    busyMs: busy.size === 0 ? null : busy.coveredMs(),
    bound,
    p50Ms: inBrief(percentile(told, 0.5)),
    p95Ms: inBrief(percentile(told, 0.95)),
  };
}
