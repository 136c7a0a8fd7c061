// Answers "did it get worse?": calls, failures, recovery, masked failures, waiting and cost week by week, by agent, version, model
// or project, and the last weeks against those before them. Works with any engine.

import { changeOf, type Direction, directionOf, type Share, type ShareChange, shareOf } from '../base/intervals.ts';
import { DAY_MS } from '../base/time.ts';
import type { Blame } from '../model/outcome.ts';
import type { CallQuestion } from '../store/questions/call-question.ts';
import type { CostSum, OutcomeSum, TrendGroup } from '../store/questions/trends.ts';
import type { Questions } from '../store/questions.ts';

export const TREND_DIMENSIONS = ['agent', 'version', 'model', 'project'] as const;
export type TrendDimension = (typeof TREND_DIMENSIONS)[number];

/** Values of the requested dimensions; null if unknown. A version comes with its agent. */
export type TrendKey = Readonly<Partial<Record<TrendDimension, string | null>>>;

export interface TrendSums {
  readonly calls: number;
  /** Unexpected failures, among the calls that finished by themselves: worked or failed. */
  readonly failures: Share;
  /** The same by whose problem they are. */
  readonly blames: Readonly<Partial<Record<Blame, number>>>;
  readonly expectedFailures: number;
  /** Failures that a later call recovered from, among those in finished sessions. */
  readonly recovered: Share;
  /** Successful calls that hide a failure. */
  readonly masked: Share;
  /** Calls rejected by a person or denied by a rule, among all calls. */
  readonly refused: Share;
  /** Calls that waited for a person, as far as known, and their total wait. */
  readonly waits: number;
  readonly waitMs: number;
  /** Of the sessions that the calls belong to; null if nothing has a price. */
  readonly usd: number | null;
  readonly requests: number;
  readonly unpriced: number;
}

/** The measures that are shares, and can be compared. */
export const TREND_SHARES = ['failures', 'recovered', 'masked', 'refused'] as const;
export type TrendShare = (typeof TREND_SHARES)[number];

export interface TrendChange {
  readonly direction: Direction;
  readonly change: ShareChange | null;
}

export interface Trend {
  readonly key: TrendKey;
  readonly all: TrendSums;
  /** Weeks in which something happened, in order; calls without a time come last, with a week of null. */
  readonly weeks: readonly { readonly week: string | null; readonly sums: TrendSums }[];
  readonly before: TrendSums;
  readonly recent: TrendSums;
  readonly changes: Readonly<Record<TrendShare, TrendChange>>;
}

export interface FailureTrend {
  readonly code: string;
  readonly blame: Blame;
  readonly all: number;
  readonly before: Share;
  readonly recent: Share;
  readonly change: TrendChange;
}

export interface Trends {
  /** The compared periods, by their first and last Mondays; null if no call has a time. */
  readonly recent: { readonly from: string; readonly to: string } | null;
  readonly before: { readonly from: string; readonly to: string } | null;
  /** The largest first. */
  readonly groups: readonly Trend[];
  /** Classes of failure over all groups, those that grew or shrank first. */
  readonly classes: readonly FailureTrend[];
}

interface Growing {
  calls: number;
  ended: number;
  ok: number;
  failures: number;
  expected: number;
  masked: number;
  refused: number;
  examined: number;
  recovered: number;
  waits: number;
  waitMs: number;
  usd: number | null;
  requests: number;
  unpriced: number;
  readonly blames: Partial<Record<Blame, number>>;
}

function nothing(): Growing {
  const counts = {
    calls: 0,
    ended: 0,
    ok: 0,
    failures: 0,
    expected: 0,
    masked: 0,
    refused: 0,
    examined: 0,
    recovered: 0,
  };
  return { ...counts, waits: 0, waitMs: 0, usd: null, requests: 0, unpriced: 0, blames: {} };
}

function addOutcome(to: Growing, sum: OutcomeSum): void {
  const { status, blame, calls } = sum;
  to.calls += calls;
  to.waits += sum.waits;
  to.waitMs += sum.waitMs;
  if (status === 'ok' || status === 'error') to.ended += calls;
  if (status === 'ok') to.ok += calls;
  if (sum.masked !== null) to.masked += calls;
  if (status === 'rejected' || status === 'denied') to.refused += calls;
  if (status !== 'error') return;
  if (blame === 'expected') {
    to.expected += calls;
    return;
  }
  to.failures += calls;
  to.examined += sum.examined;
  to.recovered += sum.recovered;
  const whose = blame ?? 'unknown';
  to.blames[whose] = (to.blames[whose] ?? 0) + calls;
}

function addCost(to: Growing, { usd, requests, unpriced }: CostSum): void {
  if (usd !== null) to.usd = (to.usd ?? 0) + usd;
  to.requests += requests;
  to.unpriced += unpriced;
}

function sumsOf(sum: Growing): TrendSums {
  return {
    calls: sum.calls,
    failures: shareOf(sum.failures, sum.ended),
    // In an order of their own: that of rows is the engine's.
    blames: Object.fromEntries(Object.entries(sum.blames).sort(([a], [b]) => (a < b ? -1 : 1))),
    expectedFailures: sum.expected,
    recovered: shareOf(sum.recovered, sum.examined),
    masked: shareOf(sum.masked, sum.ok),
    refused: shareOf(sum.refused, sum.calls),
    waits: sum.waits,
    waitMs: sum.waitMs,
    usd: sum.usd,
    requests: sum.requests,
    unpriced: sum.unpriced,
  };
}

const WEEK_MS = 7 * DAY_MS;

function mondayBefore(monday: string, weeks: number): string {
  return new Date(Date.parse(monday) - weeks * WEEK_MS).toISOString().slice(0, 10);
}

/** The two compared periods. */
interface Spans {
  readonly recent: Trends['recent'];
  readonly before: Trends['before'];
  of(week: string | null): 'recent' | 'before' | null;
}

function spansOf(outcomes: readonly OutcomeSum[], weeks: number): Spans {
  let last: string | null = null;
  for (const { week } of outcomes) if (week !== null && (last === null || week > last)) last = week;
  if (last === null) return { recent: null, before: null, of: () => null };
  const recent = { from: mondayBefore(last, weeks - 1), to: last };
  const before = { from: mondayBefore(last, 2 * weeks - 1), to: mondayBefore(last, weeks) };
  return {
    recent,
    before,
    of: (week) => {
      if (week === null || week < before.from) return null;
      return week < recent.from ? 'before' : 'recent';
    },
  };
}

class GroupSums {
  readonly #by: readonly TrendDimension[];
  readonly #spans: Spans;
  readonly #groups = new Map<string, { readonly key: TrendKey; readonly weeks: Map<string | null, Growing> }>();
  readonly #sums = {
    all: new Map<string, Growing>(),
    recent: new Map<string, Growing>(),
    before: new Map<string, Growing>(),
  };

  constructor(by: readonly TrendDimension[], spans: Spans) {
    this.#by = by;
    this.#spans = spans;
  }

  /** Calls `add` with every sum that the group belongs to. Costs alone make no group. */
  put(group: TrendGroup, isNew: boolean, add: (sum: Growing) => void): void {
    const key: Record<string, string | null> = {};
    for (const name of this.#by)
      key[name] = name === 'version' && group.version !== null ? `${group.agent} ${group.version}` : group[name];
    const name = JSON.stringify(key);
    const known = this.#groups.get(name) ?? { key, weeks: new Map<string | null, Growing>() };
    if (!this.#groups.has(name)) {
      if (!isNew) return;
      this.#groups.set(name, known);
    }
    add(grown(known.weeks, group.week));
    add(grown(this.#sums.all, name));
    const span = this.#spans.of(group.week);
    if (span !== null) add(grown(this.#sums[span], name));
  }

  trends(): Trend[] {
    const found = [...this.#groups].map(([name, { key, weeks }]): Trend => {
      const sumsIn = (span: 'all' | 'before' | 'recent'): TrendSums => sumsOf(this.#sums[span].get(name) ?? nothing());
      const [all, before, recent] = [sumsIn('all'), sumsIn('before'), sumsIn('recent')];
      return { key, all, before, recent, weeks: inOrder(weeks), changes: changesOf(before, recent) };
    });
    const nameOf = ({ key }: Trend): string => JSON.stringify(key);
    return found.sort((a, b) => b.all.calls - a.all.calls || (nameOf(a) < nameOf(b) ? -1 : 1));
  }
}

function grown<Name>(sums: Map<Name, Growing>, name: Name): Growing {
  const known = sums.get(name);
  if (known !== undefined) return known;
  const made = nothing();
  sums.set(name, made);
  return made;
}

function inOrder(weeks: ReadonlyMap<string | null, Growing>): Trend['weeks'] {
  return [...weeks]
    .sort(([a], [b]) => (a === null || b === null ? Number(a === null) - Number(b === null) : a < b ? -1 : 1))
    .map(([week, sum]) => ({ week, sums: sumsOf(sum) }));
}

function changeBetween(before: Share, recent: Share): TrendChange {
  return { direction: directionOf(before, recent), change: changeOf(before, recent) };
}

function changesOf(before: TrendSums, recent: TrendSums): Trend['changes'] {
  return {
    failures: changeBetween(before.failures, recent.failures),
    recovered: changeBetween(before.recovered, recent.recovered),
    masked: changeBetween(before.masked, recent.masked),
    refused: changeBetween(before.refused, recent.refused),
  };
}

function classesOf(outcomes: readonly OutcomeSum[], spans: Spans): FailureTrend[] {
  const ended = { before: 0, recent: 0 };
  const classes = new Map<string, { code: string; blame: Blame; all: number; before: number; recent: number }>();
  for (const { status, blame, code, week, calls } of outcomes) {
    const span = spans.of(week);
    if (span !== null && (status === 'ok' || status === 'error')) ended[span] += calls;
    if (status !== 'error' || blame === 'expected') continue;
    const name = `${blame} ${code}`;
    const known = classes.get(name) ?? {
      code: code ?? 'unknown',
      blame: blame ?? 'unknown',
      all: 0,
      before: 0,
      recent: 0,
    };
    classes.set(name, known);
    known.all += calls;
    if (span !== null) known[span] += calls;
  }
  const weight = ({ change }: FailureTrend): number =>
    Number(change.direction === 'more' || change.direction === 'less');
  return [...classes.values()]
    .map((found): FailureTrend => {
      const before = shareOf(found.before, ended.before);
      const recent = shareOf(found.recent, ended.recent);
      return {
        code: found.code,
        blame: found.blame,
        all: found.all,
        before,
        recent,
        change: changeBetween(before, recent),
      };
    })
    .sort((a, b) => weight(b) - weight(a) || b.all - a.all || (a.code < b.code ? -1 : 1));
}

export interface TrendsAsked {
  /** Empty: one group of everything. */
  readonly by: readonly TrendDimension[];
  /** This many of the last weeks are compared with as many before them. */
  readonly weeks: number;
}

export function trendsOf(
  outcomes: readonly OutcomeSum[],
  costs: readonly CostSum[],
  { by, weeks }: TrendsAsked,
): Trends {
  const spans = spansOf(outcomes, weeks);
  const groups = new GroupSums(by, spans);
  for (const outcome of outcomes) groups.put(outcome, true, (sum) => addOutcome(sum, outcome));
  // Costs are of whole sessions: weeks before and after the requested calls are left out.
  const weeksOf = outcomes.flatMap(({ week }) => week ?? []).sort();
  const [first = '', last = ''] = [weeksOf[0], weeksOf.at(-1)];
  for (const cost of costs) {
    if (cost.week !== null && (cost.week < first || cost.week > last)) continue;
    groups.put(cost, false, (sum) => addCost(sum, cost));
  }
  return { recent: spans.recent, before: spans.before, groups: groups.trends(), classes: classesOf(outcomes, spans) };
}

export async function askTrends({ stats }: Questions, question: CallQuestion, asked: TrendsAsked): Promise<Trends> {
  return trendsOf(await stats.outcomes(question), await stats.costs(question), asked);
}
