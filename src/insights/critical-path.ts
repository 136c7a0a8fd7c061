// Critical path: the chain of calls that decided when the session was done. Found backwards from the end: of concurrent calls, the one
// that ended last; inside a subagent's call, the subagent's own chain.

import { MAIN_THREAD } from '../model/observation.ts';
import { windowOf } from './call-spans.ts';
import { type CallRef, callRef, type SeenCall, type SessionView } from './session-view.ts';

export interface PathStep {
  readonly callId: string;
  readonly occurrence: number;
  readonly from: number;
  readonly to: number;
  /** Time on the path, without the time in its subagent's calls. */
  readonly ms: number;
  /** 0 in the main thread. */
  readonly depth: number;
}

export interface CriticalPath {
  readonly steps: readonly PathStep[];
  readonly callMs: number;
  /** The steps that took longest: what would have to be faster for the session to be faster. */
  readonly slowest: readonly (PathStep & CallRef)[];
}

const MOST_SLOWEST = 10;

/** Logs date calls of one message a few milliseconds apart. */
const AT_ONCE_MS = 5;

interface Placed {
  readonly call: SeenCall;
  readonly from: number;
  readonly to: number;
}

function byThread(view: SessionView): Map<string, Placed[]> {
  const threads = new Map<string, Placed[]>();
  for (const call of view.calls) {
    const window = windowOf(call, view.lastAt ?? 0);
    if (window === undefined) continue;
    const placed = { call, ...window };
    const known = threads.get(call.thread);
    if (known === undefined) threads.set(call.thread, [placed]);
    else known.push(placed);
  }
  for (const list of threads.values()) list.sort((a, b) => a.to - b.to || b.from - a.from);
  return threads;
}

/** Threads may nest deeper than anyone draws, and logs may name each other in circles. */
const DEEPEST = 20;

class Walk {
  readonly #threads: ReadonlyMap<string, readonly Placed[]>;
  readonly steps: { readonly call: SeenCall; readonly step: PathStep }[] = [];

  constructor(view: SessionView) {
    this.#threads = byThread(view);
  }

  /** Adds the chain of a thread between two times, the last step first; returns how much of the time it covers. */
  back(thread: string, from: number, to: number, depth: number): number {
    const calls = this.#threads.get(thread) ?? [];
    let until = to;
    let covered = 0;
    for (let i = calls.length - 1; i >= 0; i--) {
      const placed = calls[i];
      if (placed === undefined || placed.to > until + AT_ONCE_MS || placed.from >= until) continue;
      if (placed.to <= from) break;
      const start = Math.max(from, placed.from);
      const end = Math.min(until, placed.to);
      const { agentId } = placed.call;
      const isInside = agentId !== null && agentId !== thread && depth < DEEPEST;
      const inside = isInside ? this.back(agentId, start, end, depth + 1) : 0;
      const { callId, occurrence } = placed.call;
      const step = { callId, occurrence, from: start, to: end, ms: end - start - inside, depth };
      this.steps.push({ call: placed.call, step });
      covered += end - start;
      until = start;
    }
    return covered;
  }
}

export function criticalPath(view: SessionView): CriticalPath {
  const { startedAt, lastAt } = view;
  if (startedAt === null || lastAt === null) return { steps: [], callMs: 0, slowest: [] };
  const walk = new Walk(view);
  const callMs = walk.back(MAIN_THREAD, startedAt, lastAt, 0);
  const walked = walk.steps.toReversed();
  const slowest = walked
    .toSorted((a, b) => b.step.ms - a.step.ms)
    .slice(0, MOST_SLOWEST)
    .map(({ call, step }) => ({ ...callRef(call), ...step }));
  return { steps: walked.map(({ step }) => step), callMs, slowest };
}
