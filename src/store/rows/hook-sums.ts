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

/** A run as far as it is added up. */
export type SummedRun = Pick<HookRun, 'durationMs' | 'at'> & { readonly outcome: string };

/** What runs add up to, each with the number of its hook's word. */
export function sumsByHook(runs: Iterable<readonly [hook: number, run: SummedRun]>): Map<number, HookSum> {
  const sums = new Map<number, { -readonly [Part in keyof HookSum]: HookSum[Part] }>();
  for (const [hook, { outcome, durationMs, at }] of runs) {
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

function* numbered(runs: Iterable<HookRun>, words: Interner): Generator<[number, HookRun]> {
  for (const run of runs) yield [hookNumber(run, words), run];
}

/** The same of runs whose words have yet to be numbered. */
export function hookSumsOf(runs: Iterable<HookRun>, words: Interner): Map<number, HookSum> {
  return sumsByHook(numbered(runs, words));
}
