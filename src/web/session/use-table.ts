// What the table shows, computed from the entries and recomputed only when a dependency changed.

import { useMemo } from 'preact/hooks';
import type { Thread } from '../../api/wire/session.ts';
import { useSettled } from '../state/settled.ts';
import type { Order } from '../state/table-view.ts';
import { type Entries, endOf } from './entries.ts';
import { type Nesting, nestingOf, type Rows, rowsOf } from './rows.ts';
import { sortedRows } from './sort-rows.ts';
import { Spans } from './spans.ts';
import { type Sums, sumsOf } from './sums.ts';
import { TimeScale } from './time-scale.ts';
import { leadsOf } from './waterfall.ts';

interface TableInput {
  readonly entries: Entries;
  readonly threads: readonly Thread[];
  readonly version: number;
  readonly kinds: ReadonlySet<string>;
  readonly matching: ReadonlySet<number> | null;
  readonly span: { readonly from: number; readonly to: number } | null;
  /** Silences are drawn in full length. */
  readonly isLinear: boolean;
  /** Null: in order of time. */
  readonly order: Order | null;
  readonly isExpanded: (index: number) => boolean;
  /** Changes when the expanded calls change. */
  readonly expansion: unknown;
  readonly now: number;
}

export interface Table {
  readonly rows: Rows;
  /** For the selected span, or for everything. */
  readonly scale: TimeScale;
  /** When an entry's thread was last busy before it, by index. */
  readonly leads: Float64Array;
  /** For everything, for the overview. */
  readonly wholeScale: TimeScale;
  readonly sums: Sums;
  /** Entries that match apart from the time span, at any depth; and all entries. */
  readonly before: Int32Array;
  readonly all: Int32Array;
  readonly callCount: number;
  /** Calls an entry is nested under, the nearest first. */
  readonly parentsOf: (index: number) => number[];
  /** Entries directly nested in a call. */
  readonly childrenOf: (index: number) => readonly number[];
}

/** From this many entries on, totals follow the rows after a pause, each in a task of its own. */
const MANY = 5000;
const PAUSE_MS = 400;
const NEXT_TASK_MS = 1;
/** Silences longer than this are drawn short. */
const GAP_MS = 60_000;
const everything = (): boolean => true;

export function scaleOf(entries: Entries, shown: Int32Array, now: number, isLinear = false): TimeScale {
  const { columns } = entries;
  const spans = new Spans(shown.length);
  for (const i of shown) {
    const at = columns.at[i] ?? null;
    if (at !== null) spans.add(at, endOf(columns, i, now) ?? at);
  }
  return TimeScale.over(spans, isLinear ? Number.POSITIVE_INFINITY : GAP_MS);
}

function parentOf({ children }: Nesting): Map<number, number> {
  const parents = new Map<number, number>();
  for (const [parent, list] of children) if (parent !== -1) for (const child of list) parents.set(child, parent);
  return parents;
}

export function useTable(input: TableInput): Table {
  const { entries, threads, version, kinds, matching, span, expansion, isLinear, now } = input;
  const isMany = entries.size >= MANY;
  const settled = useSettled(version, isMany ? PAUSE_MS : 0);
  const nesting = useMemo(() => nestingOf(entries, threads), [entries, threads, version]);
  // The time axis ignores the filter: what does not match is dimmed there.
  const all = useMemo(
    () => rowsOf(entries, nesting, { kinds, matching: null, span: null, isExpanded: everything, now }).index,
    [entries, settled, kinds],
  );
  const before = useMemo(
    () =>
      matching === null
        ? all
        : rowsOf(entries, nesting, { kinds, matching, span: null, isExpanded: everything, now }).index,
    [entries, all, matching],
  );
  const led = useSettled(settled, isMany ? NEXT_TASK_MS : 0);
  const leads = useMemo(() => leadsOf(entries, now), [entries, led]);
  const callCount = useMemo(
    () => entries.columns.key.reduce((sum, key) => sum + (key > 0 ? 1 : 0), 0),
    [entries, version],
  );
  const wholeScale = useMemo(() => scaleOf(entries, all, now, isLinear), [entries, all, isLinear]);
  const inSpan = useMemo(
    () =>
      span === null ? before : rowsOf(entries, nesting, { kinds, matching, span, isExpanded: everything, now }).index,
    [entries, kinds, matching, span, before],
  );
  const sort = `${input.order?.isDown} ${input.order?.id}`;
  const sorted = useMemo(
    () => (input.order === null ? undefined : sortedRows(entries, inSpan, input.order)),
    [entries, inSpan, sort],
  );
  const rows = useMemo(
    () => sorted ?? rowsOf(entries, nesting, { kinds, matching, span, isExpanded: input.isExpanded, now }),
    [entries, nesting, kinds, matching, span, expansion, sorted],
  );
  const scale = useMemo(() => {
    if (span === null) return wholeScale;
    const choice = { kinds, matching: null, span, isExpanded: everything, now };
    return scaleOf(entries, rowsOf(entries, nesting, choice).index, now, isLinear);
  }, [wholeScale, span]);
  // Running calls get longer every second; the other totals do not depend on the clock.
  const summed = useSettled(inSpan, isMany ? 2 * NEXT_TASK_MS : 0);
  const sums = useMemo(() => sumsOf(entries, summed, now), [entries, summed, now]);
  const parentsOf = (index: number): number[] => {
    const parents = parentOf(nesting);
    const found: number[] = [];
    for (let at = parents.get(index); at !== undefined && !found.includes(at); at = parents.get(at)) found.push(at);
    return found;
  };
  return {
    rows,
    scale,
    leads,
    wholeScale,
    sums,
    before,
    all,
    callCount,
    parentsOf,
    childrenOf: (index) => [...(nesting.children.get(index) ?? [])],
  };
}
