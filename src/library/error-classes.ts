// Answers "what goes wrong?": failures by class, how often, and whether the agent recovered and what that took.

import type { Blame } from '../model/outcome.ts';
import { callsToRecover } from '../model/recoveries.ts';
import type { CallKey } from '../model/tool-call.ts';
import type { CallQuestion } from '../store/questions/call-question.ts';
import {
  type FailedCall,
  type FailureClass,
  recoveryNumber,
  type Timeline,
  type WhichFailures,
} from '../store/questions/stats.ts';
import type { Questions } from '../store/questions.ts';

export interface ErrorClass {
  readonly code: string;
  readonly blame: Blame;
  readonly toolId: string;
  /** The calls succeeded, and something in them failed. */
  readonly masked: boolean;
  readonly count: number;
  readonly sessions: number;
  readonly firstAt: number | null;
  readonly lastAt: number | null;
  /** The latest failures, whose sessions were searched for a recovery: all, unless there are very many. */
  readonly examined: number;
  /** Examined failures that a later call of the same tool recovered from. */
  readonly recovered: number;
  /** How many of these by the rule `same-program`: not the same thing, but the same program, worked soon after. */
  readonly recoveredBySameProgram: number;
  /** Median number of calls until it recovered. */
  readonly callsToRecover: number | null;
  /** The latest of them. */
  readonly example: { readonly agent: string; readonly session: string; readonly callId: string };
}

/** With what is needed to plot it over time. */
export interface TimedErrorClass extends ErrorClass {
  readonly example: ErrorClass['example'] & { readonly occurrence: number };
  /** When they happened, as far as known, in no particular order. */
  readonly times: readonly number[];
}

/**
 * Calls read to find out what followed failures in sessions that are not finished. Beyond this the answer says how many were
 * examined.
 */
const MOST_READ = 8000;

/** What followed failures in sessions for which it is not stored yet: the latest failures, as many as can be read. */
async function aftermathOf(
  stats: Questions['stats'],
  classes: readonly FailureClass[],
): Promise<ReadonlyMap<number, number>> {
  const recoveries = new Map<number, number>();
  const open = classes.flatMap(({ calls }) => calls.filter(({ recovery }) => recovery === null));
  const examined = new Set<number>();
  let read = 0;
  for (const { session } of open.sort((a, b) => (b.at ?? 0) - (a.at ?? 0))) {
    if (examined.has(session)) continue;
    if (read >= MOST_READ) break;
    examined.add(session);
    const tried = await stats.attemptsIn(session);
    read += tried.length;
    for (const { key } of tried) recoveries.set(key, 0);
    for (const [{ key }, took] of callsToRecover(tried)) recoveries.set(key, recoveryNumber(took));
  }
  return recoveries;
}

function median(numbers: readonly number[]): number | null {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
}

function latestOf({ calls }: FailureClass): FailedCall | undefined {
  let [latest] = calls;
  for (const call of calls) if (call.at !== null && call.at > (latest?.at ?? 0)) latest = call;
  return latest;
}

function classOf(
  { code, blame, toolId, masked, calls }: FailureClass,
  aftermath: ReadonlyMap<number, number>,
  { at: lastAt }: FailedCall,
  { agent, session, callId, occurrence }: CallKey,
): TimedErrorClass {
  let firstAt: number | null = null;
  let examined = 0;
  let byProgram = 0;
  const took: number[] = [];
  const sessions = new Set<number>();
  const times: number[] = [];
  for (const call of calls) {
    sessions.add(call.session);
    if (call.at !== null) {
      times.push(call.at);
      if (firstAt === null || call.at < firstAt) firstAt = call.at;
    }
    const recovery = call.recovery ?? aftermath.get(call.key);
    if (recovery !== undefined) examined++;
    if (recovery !== undefined && recovery !== 0) took.push(Math.abs(recovery));
    if (recovery !== undefined && recovery < 0) byProgram++;
  }
  return {
    code,
    blame,
    toolId,
    masked,
    count: calls.length,
    sessions: sessions.size,
    firstAt,
    lastAt,
    examined,
    recovered: took.length,
    recoveredBySameProgram: byProgram,
    callsToRecover: median(took),
    example: { agent, session, callId, occurrence },
    times,
  };
}

/** The most frequent first. */
export async function errorClasses(
  questions: Questions,
  question: CallQuestion,
  options: WhichFailures,
): Promise<ErrorClass[]> {
  const { classes } = await errorsOverTime(questions, question, { ...options, buckets: 1 });
  return classes.map(({ times, example, ...rest }) => {
    const { agent, session, callId } = example;
    return { ...rest, example: { agent, session, callId } };
  });
}

export interface ErrorsOverTime {
  readonly classes: readonly TimedErrorClass[];
  /** Of all matching calls, failed or not. */
  readonly timeline: Timeline;
}

export async function errorsOverTime(
  { stats }: Questions,
  question: CallQuestion,
  which: WhichFailures & { readonly buckets: number },
): Promise<ErrorsOverTime> {
  const { classes, timeline } = await stats.failures(question, which);
  const aftermath = await aftermathOf(stats, classes);
  const exemplified = classes.flatMap((failures) => {
    const latest = latestOf(failures);
    return latest === undefined ? [] : [{ failures, latest }];
  });
  const owners = await stats.ownersOf(exemplified.map(({ latest }) => latest.key));
  const found = exemplified.flatMap(({ failures, latest }, i) => {
    const owner = owners[i];
    return owner === undefined ? [] : [classOf(failures, aftermath, latest, owner)];
  });
  return {
    classes: found.sort((a, b) => b.count - a.count || (`${a.toolId} ${a.code}` < `${b.toolId} ${b.code}` ? -1 : 1)),
    timeline,
  };
}
