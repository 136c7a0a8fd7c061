// The bar of a call in the waterfall: its spans and their positions.

import { didRun, type Entries, endOf, isUnexpectedError, runStart } from './entries.ts';
import type { TimeScale } from './time-scale.ts';

/** `gap`: between a call's records, but not its run; the log does not say what it was. */
export type SpanKind =
  | 'wait'
  | 'hook'
  | 'gap'
  | 'run'
  | 'error'
  | 'masked'
  | 'running'
  | 'background'
  | 'said'
  | 'model'
  | 'idle';

interface BarSpan {
  readonly kind: SpanKind;
  /** 0 to 1. */
  readonly from: number;
  readonly to: number;
  /** The end is an upper bound. */
  readonly isBound: boolean;
}

/**
 * When the thread was last busy before each entry: the time since then was the model's, or idle when it was the user's
 * turn. Calls of one message share the time before it. NaN where nothing came before.
 */
export function leadsOf(entries: Entries, now: number): Float64Array {
  const { columns } = entries;
  const leads = new Float64Array(entries.size).fill(Number.NaN);
  const threads = new Map<string, { end: number; group: string | null; lead: number }>();
  let last = '';
  let thread: { end: number; group: string | null; lead: number } | undefined;
  for (const i of entries.order()) {
    const at = columns.at[i] ?? null;
    if (at === null) continue;
    const name = columns.thread[i] ?? '';
    const group = columns.group[i] ?? null;
    const end = columns.background[i] === true ? at : (endOf(columns, i, now) ?? at);
    // Entries of one thread come in runs: it is looked up only when the thread changes.
    if (name !== last || thread === undefined) thread = threads.get(name);
    last = name;
    if (thread === undefined) {
      thread = { end, group, lead: Number.NaN };
      threads.set(name, thread);
      continue;
    }
    if (group === null || group !== thread.group) thread.lead = thread.end;
    leads[i] = thread.lead;
    thread.group = group;
    thread.end = Math.max(thread.end, end);
  }
  return leads;
}

/** Spans in chronological order: the model's time, hooks, the wait, unexplained time, the run. */
export function barOf(entries: Entries, i: number, scale: TimeScale, lead: number, now: number): BarSpan[] {
  const { columns } = entries;
  const at = columns.at[i] ?? null;
  if (at === null) return [];
  const from = scale.place(at);
  const spans: BarSpan[] = [];
  if (lead < at) {
    const kind = columns.kind[i] === 'prompt' ? 'idle' : 'model';
    spans.push({ kind, from: scale.place(lead), to: from, isBound: false });
  }
  if ((columns.key[i] ?? 0) === 0) {
    spans.push({ kind: 'said', from, to: from, isBound: false });
    return spans;
  }
  const end = endOf(columns, i, now) ?? at;
  let start = at;
  const take = (kind: SpanKind, ms: number | null | undefined): void => {
    if (ms === null || ms === undefined || ms <= 0) return;
    const until = Math.min(end, start + ms);
    spans.push({ kind, from: scale.place(start), to: scale.place(until), isBound: false });
    start = until;
  };
  take('hook', columns.hookMs[i]);
  take('wait', columns.waitMs[i]);
  take('gap', didRun(columns, i) ? runStart(columns, i, end) - start : 0);
  spans.push({
    kind: runKind(entries, i),
    from: scale.place(start),
    to: scale.place(end),
    isBound: didRun(columns, i) && columns.bound[i] === 'at-most',
  });
  return spans;
}

function runKind({ columns }: Entries, i: number): SpanKind {
  if (!didRun(columns, i)) return 'wait';
  if (isUnexpectedError(columns, i)) return 'error';
  if ((columns.masked[i] ?? null) !== null) return 'masked';
  if (columns.status[i] === 'running') return 'running';
  return columns.background[i] === true ? 'background' : 'run';
}
