// What runs of hooks add up to.

import type { HookRun } from '../../model/tool-call.ts';
import type { HookSum } from '../questions/stats.ts';
import type { Interner } from './interned.ts';
import { hookNumber } from './stored-hook.ts';

const NO_RUNS: HookSum = {
  runs: 0,
  blocked: 0,
  failed: 0,
  cancelled: 0,
  timed: 0,
  totalMs: 0,
  maxMs: null,
  firstAt: null,
  lastAt: null,
};

export function earlier(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b);
}

export function later(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}

/** What runs add up to, by the numbers of their hooks' words. */
export function hookSumsOf(runs: Iterable<HookRun>, words: Interner): Map<number, HookSum> {
  const sums = new Map<number, { -readonly [Part in keyof HookSum]: HookSum[Part] }>();
  for (const run of runs) {
    const { outcome, durationMs, at } = run;
    const hook = hookNumber(run, words);
    const sum = sums.get(hook) ?? { ...NO_RUNS };
    sum.runs++;
    if (outcome === 'blocked' || outcome === 'stopped') sum.blocked++;
    if (outcome === 'failed-open') sum.failed++;
    if (outcome === 'cancelled') sum.cancelled++;
    if (durationMs !== null) sum.timed++;
    sum.totalMs += durationMs ?? 0;
    sum.maxMs = later(sum.maxMs, durationMs);
    sum.firstAt = earlier(sum.firstAt, at);
    sum.lastAt = later(sum.lastAt, at);
    sums.set(hook, sum);
  }
  return sums;
}
