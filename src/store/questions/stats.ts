// Questions that sum up calls. Percentiles are in the steps of `span-counts`, times in the spans of `time-buckets`: both are part
// of the contract, so that engines agree exactly.

import type { Blame } from '../../model/outcome.ts';
import type { Recovered } from '../../model/recoveries.ts';
import type { CallKey, ToolCall } from '../../model/tool-call.ts';
import type { CallQuestion } from './call-question.ts';
import type { CallCursor } from './calls.ts';
import type { SessionAttempt } from './sessions.ts';
import type { CostSum, OutcomeSum } from './trends.ts';

export interface CallStats {
  readonly calls: number;
  /** Unexpected ones. */
  readonly failures: number;
  /** Unexpected failures among the calls that finished by themselves: worked or failed. */
  readonly failureRate: number | null;
  readonly expectedFailures: number;
  /** Calls that succeeded and hide a failure: not among the failures. */
  readonly masked: number;
  /** Rejected by a person, or denied by a rule. */
  readonly refused: number;
  readonly durations: {
    /** Calls whose duration is known. */
    readonly known: number;
    /** How many of these are exact; the others took at most that long. */
    readonly exact: number;
    /** What the percentiles are: over bounds they are bounds themselves. Null if no duration is known. */
    readonly bound: 'exact' | 'at-most' | null;
    /** To three digits. */
    readonly p50Ms: number | null;
    readonly p95Ms: number | null;
    /** Their total: a bound if the percentiles are bounds. */
    readonly totalMs: number;
    /** How they are known → calls. */
    readonly basis: Readonly<Record<string, number>>;
  };
  readonly bytes: number;
  readonly tokens: number;
  /** Calls that waited for a person's decision, as far as known, and their total wait. */
  readonly waits: number;
  readonly waitMs: number;
}

/** `name`: the tool as the log spells it, so that every tool of an MCP server is listed separately. */
export type StatsBy = 'tool' | 'name' | 'model' | 'agent' | 'project';

export interface CallGroup extends CallStats {
  /** Null if calls of several agents are grouped together. */
  readonly agent: string | null;
  /** The tool's id or name, the model, the agent, or the project's folder; null if unknown. */
  readonly key: string | null;
}

export interface ToolStats extends CallStats {
  readonly agent: string;
  readonly toolId: string;
}

export interface DayStats {
  /** `2026-01-31`; null for calls without a time. */
  readonly day: string | null;
  readonly calls: number;
  /** Unexpected ones. */
  readonly failures: number;
  readonly expectedFailures: number;
  /** Calls that succeeded and hide a failure. */
  readonly masked: number;
  /** Rejected by a person, or denied by a rule. */
  readonly refused: number;
}

export interface TimelineBucket {
  readonly fromMs: number;
  readonly calls: number;
  readonly failures: number;
}

export interface Timeline {
  readonly bucketMs: number;
  /** From the first to the last, empty ones included. */
  readonly buckets: readonly TimelineBucket[];
  /** Calls whose time is unknown. */
  readonly undated: number;
}

export interface HookSum {
  readonly runs: number;
  /** It stopped a call, or the agent. */
  readonly blocked: number;
  /** It failed, and the call went on without it. */
  readonly failed: number;
  readonly cancelled: number;
  /** Runs whose time is known, with the total and the longest time. */
  readonly timed: number;
  readonly totalMs: number;
  readonly maxMs: number | null;
  readonly firstAt: number | null;
  readonly lastAt: number | null;
}

export interface HookStats extends HookSum {
  readonly event: string;
  readonly name: string;
  readonly command: string | null;
}

/** A hook's identity as one word. */
export function hookWord(event: string, name: string, command: string | null): string {
  return JSON.stringify(command === null ? [event, name] : [event, name, command]);
}

export interface PermissionStats {
  readonly agent: string;
  readonly toolId: string;
  /** allowed, asked, denied, rejected */
  readonly decision: string;
  /** user, rule, classifier, hook, no one, unknown */
  readonly by: string;
  readonly calls: number;
  /** When the first and the last of them were requested. */
  readonly firstAt: number | null;
  readonly lastAt: number | null;
  /** Those that waited for a person's decision, as far as known, and their total wait. */
  readonly waits: number;
  readonly waitMs: number;
}

export interface BackgroundWork {
  readonly call: ToolCall;
  /** Names of its session's files. */
  pathOf(source: number): string;
  /** Null while, or because, no record reports its end. */
  readonly endedVia: string | null;
  /** From the request to the end, if both are known. */
  readonly tookMs: number | null;
}

export interface BackgroundPage {
  readonly work: readonly BackgroundWork[];
  /** Null after the last page. */
  readonly next: CallCursor | null;
}

/** What followed a failure, as a number: 0 when nothing did, below 0 when another run of the program worked. */
export function recoveryNumber(recovered: Recovered | null): number {
  if (recovered === null) return 0;
  return recovered.rule === 'same-program' ? -recovered.calls : recovered.calls;
}

export interface FailedCall {
  /** The engine's own numbers of the call and of its session. */
  readonly key: number;
  readonly session: number;
  /** When it was requested. */
  readonly at: number | null;
  /** What followed it, see `recoveryNumber`; null when that was not examined. */
  readonly recovery: number | null;
}

export interface FailureClass {
  readonly toolId: string;
  readonly blame: Blame;
  readonly code: string;
  /** Whether successes hide them. */
  readonly masked: boolean;
  readonly calls: readonly FailedCall[];
}

export interface WhichFailures {
  readonly withExpected: boolean;
  /** Also those that successes hide. */
  readonly withMasked: boolean;
}

/** What a failure said, without the rest of the call. */
export interface FailureWords {
  readonly message: string;
  readonly command: string | null;
  readonly aim: string | null;
}

export interface FailureOwner extends CallKey {
  readonly project: string | null;
}

export interface FailuresOverTime {
  readonly classes: readonly FailureClass[];
  /** Of all matching calls, failed or not. */
  readonly timeline: Timeline;
}

export interface StatsQuestions {
  /** The largest group first. */
  groups(question: CallQuestion, by: StatsBy): Promise<readonly CallGroup[]>;
  /** By agent and tool, the most used first, with when the calls were made. */
  toolsOverTime(
    question: CallQuestion,
    buckets: number,
  ): Promise<{ readonly tools: readonly ToolStats[]; readonly timeline: Timeline }>;
  /** The latest day first, in the time zone of this process; calls without a time come last. */
  days(question: CallQuestion): Promise<readonly DayStats[]>;
  timeline(question: CallQuestion, buckets: number): Promise<Timeline>;
  /** Outcomes of calls, in the smallest groups a trend can use, in no particular order. */
  outcomes(question: CallQuestion): Promise<readonly OutcomeSum[]>;
  /** Costs of matching sessions as a whole, in no particular order. Sessions whose insights are not computed yet have none. */
  costs(question: CallQuestion): Promise<readonly CostSum[]>;
  /** The costliest first. Hooks of copied calls count once. With a filter, only hooks that ran for a matching call. */
  hooks(question: CallQuestion): Promise<readonly HookStats[]>;
  /** Hooks that ran for a session or a turn, each by its `hookWord`. */
  turnHooks(): Promise<ReadonlySet<string>>;
  /** The most frequent first. Calls about which nothing is on record are not counted. */
  permissions(question: CallQuestion): Promise<readonly PermissionStats[]>;
  /** The latest first. */
  background(
    question: CallQuestion,
    page: { readonly limit: number; readonly after?: CallCursor | null },
  ): Promise<BackgroundPage>;
  /** With 0 buckets there is no timeline. */
  failures(question: CallQuestion, which: WhichFailures & { readonly buckets: number }): Promise<FailuresOverTime>;
  /** Attempts of a session, by the session number in a failed call, each with the call's own number. */
  attemptsIn(session: number): Promise<readonly (SessionAttempt & { readonly key: number })[]>;
  /** What failures said, by the numbers of their calls, in the same order. */
  failureWords(calls: readonly number[]): Promise<readonly (FailureWords | undefined)[]>;
  /** Whose failures these are, by the numbers of their calls, in the same order. */
  ownersOf(calls: readonly number[]): Promise<readonly (FailureOwner | undefined)[]>;
}
