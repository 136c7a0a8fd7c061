// Owns the bar of a call in the waterfall: which spans it is made of, and where they lie.

import { type Entries, endOf, isUnexpectedError } from './entries.ts';
import type { TimeScale } from './time-scale.ts';

export type SpanKind = 'wait' | 'hook' | 'run' | 'error' | 'running' | 'background' | 'said' | 'model';

export interface BarSpan {
  readonly kind: SpanKind;
  /** 0 to 1. */
  readonly from: number;
  readonly to: number;
  /** The end is the latest it can have been. */
  readonly isBound: boolean;
}

/** Spans in the order they happened: hooks and the wait come before the run. */
export function barOf(entries: Entries, i: number, scale: TimeScale, now: number): BarSpan[] {
  const { columns } = entries;
  const at = columns.at[i] ?? null;
  if (at === null) return [];
  const from = scale.place(at);
  if ((columns.key[i] ?? 0) === 0) return [{ kind: 'said', from, to: from, isBound: false }];
  const end = endOf(columns, i, now) ?? at;
  const spans: BarSpan[] = [];
  let start = at;
  const take = (kind: SpanKind, ms: number | null | undefined): void => {
    if (ms === null || ms === undefined || ms <= 0) return;
    const until = Math.min(end, start + ms);
    spans.push({ kind, from: scale.place(start), to: scale.place(until), isBound: false });
    start = until;
  };
  take('hook', columns.hookMs[i]);
  take('wait', columns.waitMs[i]);
  spans.push({
    kind: runKind(entries, i),
    from: scale.place(start),
    to: scale.place(end),
    isBound: columns.bound[i] === 'at-most',
  });
  return spans;
}

function runKind({ columns }: Entries, i: number): SpanKind {
  if (isUnexpectedError(columns, i)) return 'error';
  if (columns.status[i] === 'running') return 'running';
  return columns.background[i] === true ? 'background' : 'run';
}
