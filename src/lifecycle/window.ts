// How long a call took: the best evidence that can be true wins, and says what it is. What cannot be known is null.

import { formatMs } from '../base/units.ts';
import type { Duration } from '../model/duration.ts';
import { type Problem, problem } from '../model/problem.ts';
import type { LineRef } from '../model/source.ts';
import type { Heard } from '../model/tool-call.ts';

export interface TimeEvidence {
  readonly requestedAt: number | null;
  /** When the result was recorded, or the background end was noticed. */
  readonly endedAt: number | null;
  /** Run time stated by the tool or its result. */
  readonly reportedMs: number | null;
  /** Hook reports about the call. */
  readonly heard: Heard | null;
  readonly background: boolean;
  readonly ended: boolean;
  /** A process ended with an exit code. */
  readonly ranProcess: boolean;
  /** Why it failed, in the log's words. */
  readonly said: string | null;
  /** The record that ended it. */
  readonly ref: LineRef | null;
}

export interface TimeKnown {
  readonly duration: Duration | null;
  /** Times in the log that cannot be true. */
  readonly problem: Problem | null;
}

const NOTHING: Duration['includes'] = [];
const HOOKS: Duration['includes'] = ['hooks'];
const WAIT: Duration['includes'] = ['approval'];
const APPROVAL: Duration['includes'] = ['approval', 'hooks'];
const QUEUE: Duration['includes'] = ['approval', 'hooks', 'queue'];

/**
 * No process starts and ends faster. Some versions of Codex state microseconds (2.75 µs for a `pwd` whose records are
 * 150 ms apart); the shortest true reports seen are 2 ms and more.
 */
const PROCESS_FLOOR_MS = 1;

/**
 * How much longer than the time between its records a call may report: reports are rounded to tenths of a second, and of 498 that
 * were longer, none was by more than 48 ms.
 */
const ROUNDING_MS = 100;

function isPlausible(ms: number | null, { ranProcess }: TimeEvidence): ms is number {
  return ms !== null && ms >= (ranProcess ? PROCESS_FLOOR_MS : 0);
}

/** What hooks know: the run time the agent stated, or the time between the hooks before and after the call. */
function heardDuration(heard: Heard, evidence: TimeEvidence): Duration | null {
  const { before, asked, ended, runMs, isLogged } = heard;
  const basis = isLogged === true ? 'between-records' : 'hook';
  if (isPlausible(runMs, evidence)) return { ms: runMs, basis, bound: 'exact', includes: NOTHING };
  if (before === null || ended === null || ended.at <= before.at) return null;
  // A log that dates hooks may still omit that a person was asked.
  if (isLogged === true) return { ms: ended.at - before.at, basis, bound: 'at-most', includes: WAIT };
  // Our hook had been answered before the call could begin, and the next was started when it had ended. In between, other hooks may
  // have run, and a person may have been asked.
  return { ms: ended.at - before.at, basis, bound: 'at-most', includes: asked === null ? HOOKS : APPROVAL };
}

/**
 * The time between two records; null if it says nothing. Two records of the same millisecond were dated together: resuming a
 * session has rewritten whole blocks of records with one time.
 */
function spanOf({ requestedAt, endedAt }: TimeEvidence): number | null {
  return requestedAt === null || endedAt === null || endedAt <= requestedAt ? null : endedAt - requestedAt;
}

/**
 * The run is inside this time: the request is dated when its block had been streamed, the result when it was written. Whether a
 * person was asked in between is not logged.
 */
function spanDuration(span: number, background: boolean): Duration {
  if (background) return { ms: span, basis: 'notification', bound: 'at-most', includes: QUEUE };
  return { ms: span, basis: 'between-records', bound: 'at-most', includes: APPROVAL };
}

const TIMED_OUT =
  /\btimed out after (?:(\d{1,5}(?:\.\d{1,3})?) ?h(?:ours?)? ?)?(?:(\d{1,6}(?:\.\d{1,3})?) ?m(?:in(?:utes?)?)?(?![a-z]) ?)?(?:(\d{1,9}(?:\.\d{1,6})?) ?s(?:ec(?:onds?)?)?(?![a-z]))?(?:(\d{1,12}) ?(?:ms|milliseconds))?/i;

/** "Command timed out after 2m 0.0s": it ran at least that long. Zero where no time is named. */
export function timeoutNamed(said: string | null): number {
  if (said === null || !said.includes('imed out after ')) return 0;
  const [, hours, minutes, seconds, ms] = TIMED_OUT.exec(said) ?? [];
  return Number(hours ?? 0) * 3_600_000 + Number(minutes ?? 0) * 60_000 + Number(seconds ?? 0) * 1000 + Number(ms ?? 0);
}

/** A bound that is shorter than the timeout that stopped the call is not a bound. */
function unlessCutShort(duration: Duration | null, { said }: TimeEvidence): Duration | null {
  return duration !== null && duration.bound === 'at-most' && duration.ms < timeoutNamed(said) ? null : duration;
}

function tooLong(reportedMs: number, span: number, ref: LineRef | null): Problem {
  return problem(
    'duration-too-long',
    `It says that it ran for ${formatMs(reportedMs)}, but its result was written ${formatMs(span)} after its request.`,
    { params: { reportedMs, spanMs: span }, ref },
  );
}

export function timeOf(evidence: TimeEvidence): TimeKnown {
  const { reportedMs, heard, background, ended, ref } = evidence;
  if (!ended) return { duration: null, problem: null };
  const span = spanOf(evidence);
  let wrong: Problem | null = null;
  if (isPlausible(reportedMs, evidence)) {
    if (span === null || reportedMs <= span + ROUNDING_MS) {
      return { duration: { ms: reportedMs, basis: 'reported', bound: 'exact', includes: NOTHING }, problem: null };
    }
    wrong = tooLong(reportedMs, span, ref);
  }
  const told = heard === null || background ? null : heardDuration(heard, evidence);
  const duration = told ?? (span === null ? null : spanDuration(span, background));
  return { duration: unlessCutShort(duration, evidence), problem: wrong };
}
