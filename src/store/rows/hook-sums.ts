// Sums of hook runs.

import { integer, integerOrNull, type Row } from '../../base/row.ts';
import type { HookRun } from '../../model/tool-call.ts';
import { toldSum } from '../questions/span-counts.ts';
import { type HookStats, type HookSum, hookWord } from '../questions/stats.ts';
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

function earlier(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b);
}

function later(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}

/** The parts of a run that are summed. */
export type SummedRun = Pick<HookRun, 'durationMs' | 'at'> & { readonly outcome: string };

/** Sums of runs, each with the number of its hook's word. */
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

/** The same for runs whose words are not numbered yet. */
export function hookSumsOf(runs: Iterable<HookRun>, words: Interner): Map<number, HookSum> {
  return sumsByHook(numbered(runs, words));
}

function added(a: HookStats, b: HookStats): HookStats {
  return {
    ...a,
    runs: a.runs + b.runs,
    blocked: a.blocked + b.blocked,
    failed: a.failed + b.failed,
    cancelled: a.cancelled + b.cancelled,
    timed: a.timed + b.timed,
    totalMs: a.totalMs + b.totalMs,
    maxMs: later(a.maxMs, b.maxMs),
    firstAt: earlier(a.firstAt, b.firstAt),
    lastAt: later(a.lastAt, b.lastAt),
  };
}

/** Each hook once. */
export function addedHooks(sums: readonly HookStats[]): HookStats[] {
  const hooks = new Map<string, HookStats>();
  for (const hook of sums) {
    const word = hookWord(hook.event, hook.name, hook.command);
    const known = hooks.get(word);
    hooks.set(word, known === undefined ? hook : added(known, hook));
  }
  return [...hooks.values()];
}

export function costliestFirst(hooks: readonly HookStats[]): HookStats[] {
  const nameOf = ({ event, name, command }: HookStats): string => hookWord(event, name, command);
  const told = hooks.map((hook) => ({ ...hook, totalMs: toldSum(hook.totalMs) }));
  return told.sort((a, b) => b.totalMs - a.totalMs || b.runs - a.runs || (nameOf(a) < nameOf(b) ? -1 : 1));
}

/** A sum as a row. */
export function hookSumOf(row: Row): HookSum {
  return {
    runs: integer(row, 'runs'),
    blocked: integer(row, 'blocked'),
    failed: integer(row, 'failed'),
    cancelled: integer(row, 'cancelled'),
    timed: integer(row, 'timed'),
    totalMs: integer(row, 'total_ms'),
    maxMs: integerOrNull(row, 'max_ms'),
    firstAt: integerOrNull(row, 'first_at'),
    lastAt: integerOrNull(row, 'last_at'),
  };
}
