// Owns the question "what goes wrong?": failures by class, how often, and whether the agent recovered and what that took.

import type { Blame } from '../../model/outcome.ts';
import type { Database } from '../../store/database.ts';
import { type BriefCall, briefCalls } from '../../store/queries/brief-calls.ts';
import type { CallQuestion } from '../../store/queries/find-calls.ts';
import { SessionAttempts } from '../../store/queries/session-attempts.ts';
import { type Recovery, recoveriesIn } from '../recoveries.ts';

export interface ErrorClass {
  readonly code: string;
  readonly blame: Blame;
  readonly toolId: string;
  readonly count: number;
  readonly sessions: number;
  readonly firstAt: number | null;
  readonly lastAt: number | null;
  /** The latest of them, whose sessions were looked through for what became of them: all, unless there are very many. */
  readonly examined: number;
  /** Examined failures after which a later call of the same tool did the same thing. */
  readonly recovered: number;
  /** Calls that took, at the median. */
  readonly callsToRecover: number | null;
  /** The latest of them. */
  readonly example: { readonly agent: string; readonly session: string; readonly callId: string };
}

/** With what it takes to draw it over time. */
export interface TimedErrorClass extends ErrorClass {
  readonly example: ErrorClass['example'] & { readonly occurrence: number };
  /** When they happened, as far as it is known, in no particular order. */
  readonly times: readonly number[];
}

interface Gathered {
  readonly calls: BriefCall[];
  readonly sessions: Set<string>;
}

function classKey({ code, blame, toolId }: BriefCall): string {
  return `${toolId} ${blame} ${code}`;
}

function gather(database: Database, question: CallQuestion, withExpected: boolean): Map<string, Gathered> {
  const classes = new Map<string, Gathered>();
  for (const call of briefCalls(database, question, { failedOnly: true })) {
    if (call.status !== 'error' || (!withExpected && call.blame === 'expected')) continue;
    const known = classes.get(classKey(call));
    const gathered = known ?? { calls: [], sessions: new Set<string>() };
    if (known === undefined) classes.set(classKey(call), gathered);
    gathered.calls.push(call);
    gathered.sessions.add(`${call.agent} ${call.session}`);
  }
  return classes;
}

/** Calls read to find out what became of failures. Beyond them it is told of how many failures it is known. */
const MOST_READ = 12_000;

interface Aftermath {
  readonly recoveries: ReadonlyMap<string, Recovery>;
  /** Sessions that were looked through. */
  readonly examined: ReadonlySet<string>;
}

/** What became of failures, by session and call: of the sessions that failed last, as many as can be read at once. */
function aftermathOf(database: Database, calls: readonly BriefCall[]): Aftermath {
  const attempts = new SessionAttempts(database);
  const recoveries = new Map<string, Recovery>();
  const examined = new Set<string>();
  let read = 0;
  for (const { agent, session } of calls.toSorted((a, b) => (b.requestedAt ?? 0) - (a.requestedAt ?? 0))) {
    const key = `${agent} ${session}`;
    if (examined.has(key)) continue;
    if (read >= MOST_READ) break;
    examined.add(key);
    const tried = attempts.of(agent, session);
    read += tried.length;
    for (const recovery of recoveriesIn(tried).recoveries) recoveries.set(`${key} ${recovery.callId}`, recovery);
  }
  return { recoveries, examined };
}

function median(numbers: readonly number[]): number | null {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
}

function classOf({ calls, sessions }: Gathered, { recoveries, examined }: Aftermath): TimedErrorClass | undefined {
  let [latest] = calls;
  if (latest === undefined) return undefined;
  let firstAt: number | null = null;
  const took: number[] = [];
  let looked = 0;
  for (const call of calls) {
    const { requestedAt } = call;
    if (requestedAt !== null && (firstAt === null || requestedAt < firstAt)) firstAt = requestedAt;
    if ((requestedAt ?? 0) > (latest.requestedAt ?? 0)) latest = call;
    if (examined.has(`${call.agent} ${call.session}`)) looked++;
    const recovery = recoveries.get(`${call.agent} ${call.session} ${call.callId}`);
    if (recovery?.calls !== null && recovery?.calls !== undefined) took.push(recovery.calls);
  }
  return {
    code: latest.code ?? 'unknown',
    blame: latest.blame ?? 'unknown',
    toolId: latest.toolId,
    count: calls.length,
    sessions: sessions.size,
    firstAt,
    lastAt: latest.requestedAt,
    examined: looked,
    recovered: took.length,
    callsToRecover: median(took),
    example: {
      agent: latest.agent,
      session: latest.session,
      callId: latest.callId,
      occurrence: latest.occurrence,
    },
    times: calls.flatMap(({ requestedAt }) => requestedAt ?? []),
  };
}

/** The most frequent first. */
export function errorClasses(
  database: Database,
  question: CallQuestion,
  options: { readonly withExpected: boolean },
): ErrorClass[] {
  return timedErrorClasses(database, question, options).map(({ times, example, ...rest }) => {
    const { agent, session, callId } = example;
    return { ...rest, example: { agent, session, callId } };
  });
}

export function timedErrorClasses(
  database: Database,
  question: CallQuestion,
  options: { readonly withExpected: boolean },
): TimedErrorClass[] {
  const classes = gather(database, question, options.withExpected);
  const aftermath = aftermathOf(
    database,
    [...classes.values()].flatMap(({ calls }) => calls),
  );
  return [...classes.values()]
    .flatMap((gathered) => classOf(gathered, aftermath) ?? [])
    .sort((a, b) => b.count - a.count || (`${a.toolId} ${a.code}` < `${b.toolId} ${b.code}` ? -1 : 1));
}
