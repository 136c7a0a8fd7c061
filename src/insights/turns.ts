// Turns: what each prompt led to, with its time, calls, failures, tokens and cost.

import { isUnexpectedFailure } from '../model/outcome.ts';
import type { LineRef } from '../model/source.ts';
import type { TokenUsage } from '../model/usage.ts';
import { type Cost, type CostSum, costOfTurns, NO_COST } from './cost.ts';
import { type InsightOptions, type SeenCall, type SessionView, traitOf } from './session-view.ts';
import { type ClassTime, sumsOf, type TimeLedger } from './time-ledger.ts';
import type { TurnMap } from './turn-map.ts';

export interface Turn {
  /** 1-based. */
  readonly turn: number;
  /** The prompt's beginning and its place; null for what precedes any prompt. */
  readonly asked: { readonly text: string; readonly ref: LineRef } | null;
  readonly from: number | null;
  readonly to: number | null;
  readonly wallMs: number;
  /** All but idle time. */
  readonly activeMs: number;
  readonly time: readonly ClassTime[];
  /** Including those of subagents it started. */
  readonly calls: number;
  readonly failures: number;
  readonly tokens: TokenUsage;
  readonly cost: Pick<CostSum, 'usd' | 'basis' | 'requests' | 'unpriced'>;
  /** One line: what was done. */
  readonly summary: string;
}

function counted(count: number, one: string, many = `${one}s`): string[] {
  return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
}

/** Neutral counts; the prompt says what it was about. */
function summaryOf(calls: readonly SeenCall[], failures: number, traits: InsightOptions['traits']): string {
  const changed = new Set<string>();
  const read = new Set<string>();
  let commands = 0;
  let others = 0;
  for (const { toolId, callId, facts, status } of calls) {
    const { family, touches } = traitOf(traits, toolId);
    const path = facts.path ?? callId;
    if (touches === 'read') read.add(path);
    else if (touches !== null) {
      if (status === 'ok') changed.add(path);
    } else if (family === 'shell') commands++;
    else others++;
  }
  const parts = [
    ...counted(changed.size, 'file changed', 'files changed'),
    ...counted(read.size, 'file read', 'files read'),
    ...counted(commands, 'command'),
    ...counted(others, 'other call'),
    ...counted(failures, 'failure'),
  ];
  return parts.length === 0 ? 'no calls' : parts.join(', ');
}

/** Contiguous from the session's beginning to its end; clocks that went back give turns of zero length. */
function boundsOf(turns: TurnMap, { from, to }: TimeLedger): (number | null)[] {
  if (from === null || to === null) return [];
  let last = from;
  const starts = turns.prompts.map(({ at }, index) => {
    if (index > 0 && at !== null && at > last) last = Math.min(at, to);
    return index === 0 ? from : last;
  });
  return [...(starts.length === 0 ? [from] : starts), to];
}

export function turnsOf(
  view: SessionView,
  turns: TurnMap,
  ledger: TimeLedger,
  cost: Cost,
  { traits }: InsightOptions,
): readonly Turn[] {
  const { calls } = view;
  if (turns.prompts.length === 0 && calls.length === 0 && view.requests.length === 0) return [];
  const callsOf = new Map<number, SeenCall[]>();
  for (const call of calls) {
    const turn = turns.of(call.thread, call.bodies.input);
    const known = callsOf.get(turn);
    if (known === undefined) callsOf.set(turn, [call]);
    else known.push(call);
  }
  const costs = costOfTurns(cost);
  const bounds = boundsOf(turns, ledger);
  const times = timesOf(ledger, bounds);
  return Array.from({ length: turns.count }, (_, index): Turn => {
    const number = index + 1;
    const prompt = turns.prompts[index];
    const [from = null, to = null] = [bounds[index], bounds[index + 1]];
    const time = times[index] ?? [];
    const own = callsOf.get(number) ?? [];
    const failures = own.filter(isUnexpectedFailure).length;
    const { tokens, usd, basis, requests, unpriced } = costs.get(number) ?? NO_COST;
    const wallMs = from === null || to === null ? 0 : to - from;
    return {
      turn: number,
      asked: prompt === undefined ? null : { text: prompt.preview, ref: prompt.ref },
      from,
      to,
      wallMs,
      activeMs: wallMs - (time.find((sum) => sum.class === 'idle')?.ms ?? 0),
      time,
      calls: own.length,
      failures,
      tokens,
      cost: { usd, basis, requests, unpriced },
      summary: summaryOf(own, failures, traits),
    };
  });
}

/** Each turn's own spans, in one pass. */
function timesOf({ spans }: TimeLedger, bounds: readonly (number | null)[]): (readonly ClassTime[])[] {
  const times: (readonly ClassTime[])[] = [];
  let first = 0;
  for (let turn = 0; turn + 1 < bounds.length; turn++) {
    const from = bounds[turn] ?? 0;
    const to = bounds[turn + 1] ?? 0;
    while ((spans[first]?.to ?? Number.POSITIVE_INFINITY) <= from) first++;
    let end = first;
    while ((spans[end]?.from ?? Number.POSITIVE_INFINITY) < to) end++;
    times.push(sumsOf(spans.slice(first, end), from, to));
  }
  return times;
}
