// What took longest: the slowest calls, the longest waits for a person, time in each hook, and waits that a permission rule would have
// avoided.

import type { Duration } from '../model/duration.ts';
import { callSpans, type TimeBound } from './call-spans.ts';
import {
  type CallRef,
  callRef,
  type InsightOptions,
  type SeenCall,
  type SeenHook,
  type SessionView,
  traitOf,
} from './session-view.ts';
import { subagentCalls } from './time-ledger.ts';

export interface SlowCall extends CallRef {
  readonly ms: number;
  readonly bound: Duration['bound'];
  readonly at: number | null;
}

export interface Wait extends CallRef {
  readonly what: 'permission' | 'answer';
  readonly ms: number;
  /** `at-most`: inferred from how long a quick tool took, or from a decision without the time of the question. */
  readonly bound: TimeBound;
  readonly from: number;
}

export interface HookTime {
  readonly event: string;
  readonly name: string;
  readonly command: string | null;
  readonly runs: number;
  /** Of those that state their duration. */
  readonly ms: number;
  readonly longestMs: number;
}

export interface RuleWaits {
  /** The rule that would have allowed these calls without asking. */
  readonly rule: string;
  readonly times: number;
  readonly ms: number;
  readonly bound: TimeBound;
  readonly calls: readonly CallRef[];
}

export interface Waits {
  readonly slowest: readonly SlowCall[];
  readonly longest: readonly Wait[];
  readonly hooks: readonly HookTime[];
  readonly rules: readonly RuleWaits[];
}

const MOST_LISTED = 5;
const MOST_RULES = 20;

/** Words of a command that its rule keeps: `git commit:*`, `npm run build:*`. */
function commandPrefix(command: string): string {
  const words = command.trim().slice(0, 200).split(/\s+/);
  const plain = words.slice(0, 3).filter((word, index) => index === 0 || /^[a-z][\w:.-]*$/i.test(word));
  return plain.slice(0, words[1] === 'run' ? 3 : 2).join(' ');
}

function ruleFor({ tool, facts }: SeenCall): string {
  return facts.command === undefined ? tool : `${tool}(${commandPrefix(facts.command)}:*)`;
}

interface FoundWait {
  readonly wait: Wait;
  readonly call: SeenCall;
}

function waitsOf(view: SessionView, { traits }: InsightOptions): FoundWait[] {
  const agents = subagentCalls(view);
  const found: FoundWait[] = [];
  for (const call of view.calls) {
    const spans = callSpans(call, traitOf(traits, call.toolId), agents.has(call.callId), view.lastAt ?? 0);
    for (const { class: what, from, to, bound } of spans) {
      if (what !== 'permission' && what !== 'answer') continue;
      found.push({ call, wait: { ...callRef(call), what, ms: to - from, bound, from } });
    }
  }
  return found;
}

function rulesOf(waits: readonly FoundWait[], traits: InsightOptions['traits']): RuleWaits[] {
  const rules = new Map<string, { times: number; ms: number; bound: TimeBound; calls: CallRef[] }>();
  for (const { wait, call } of waits) {
    // No rule would have allowed what the person refused; and a question has no rule.
    const isRefused = call.status === 'rejected' || call.status === 'running' || call.status === 'interrupted';
    if (wait.what !== 'permission' || isRefused || traitOf(traits, call.toolId).awaits !== null) continue;
    const name = ruleFor(call);
    const rule = rules.get(name) ?? { times: 0, ms: 0, bound: 'exact', calls: [] };
    rules.set(name, rule);
    rule.times++;
    rule.ms += wait.ms;
    if (wait.bound === 'at-most') rule.bound = 'at-most';
    rule.calls.push(callRef(call));
  }
  return [...rules]
    .map(([rule, sum]) => ({ rule, ...sum }))
    .sort((a, b) => b.ms - a.ms)
    .slice(0, MOST_RULES);
}

function hookTimes(view: SessionView): HookTime[] {
  const sums = new Map<string, { hook: SeenHook; runs: number; ms: number; longestMs: number }>();
  const add = (hook: SeenHook): void => {
    const key = `${hook.event}\u0000${hook.name}\u0000${hook.command}`;
    const sum = sums.get(key) ?? { hook, runs: 0, ms: 0, longestMs: 0 };
    sums.set(key, sum);
    const ms = Math.max(0, hook.durationMs ?? 0);
    sum.runs++;
    sum.ms += ms;
    sum.longestMs = Math.max(sum.longestMs, ms);
  };
  view.hooks.forEach(add);
  for (const { hooks, occurrence } of view.calls) if (occurrence === 1) hooks.forEach(add);
  return [...sums.values()]
    .map(({ hook: { event, name, command }, ...sum }) => ({ event, name, command, ...sum }))
    .sort((a, b) => b.ms - a.ms || b.runs - a.runs);
}

/** A bound that includes a wait says little about the call. */
function slowestOf(calls: readonly SeenCall[], waited: ReadonlySet<SeenCall>): SlowCall[] {
  const timed: { readonly call: SeenCall; readonly duration: Pick<Duration, 'ms' | 'bound'> }[] = [];
  for (const call of calls) {
    const { duration, background } = call;
    if (duration === null || background !== null) continue;
    if (duration.bound === 'exact' || !waited.has(call)) timed.push({ call, duration });
  }
  return timed
    .sort((a, b) => b.duration.ms - a.duration.ms)
    .slice(0, MOST_LISTED)
    .map(({ call, duration: { ms, bound } }) => ({ ...callRef(call), ms, bound, at: call.requestedAt }));
}

export function waitsIn(view: SessionView, options: InsightOptions): Waits {
  const waits = waitsOf(view, options);
  return {
    slowest: slowestOf(view.calls, new Set(waits.map(({ call }) => call))),
    longest: waits
      .map(({ wait }) => wait)
      .sort((a, b) => b.ms - a.ms)
      .slice(0, MOST_LISTED),
    hooks: hookTimes(view),
    rules: rulesOf(waits, options.traits),
  };
}
