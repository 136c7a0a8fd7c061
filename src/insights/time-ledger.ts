// Time ledger: every millisecond of a session, and of each of its turns, in exactly one class. Seen from the main thread.

import { MAIN_THREAD } from '../model/observation.ts';
import type { Compaction } from '../model/session.ts';
import {
  callSpans,
  hookSpan,
  LONGEST_RUN_MS,
  TIME_CLASSES,
  type TimeBound,
  type TimeClass,
  type TimeSpan,
} from './call-spans.ts';
import { type InsightOptions, type SeenHook, type SeenMessage, type SessionView, traitOf } from './session-view.ts';

export interface ClassTime {
  readonly class: TimeClass;
  readonly ms: number;
  /** A sum that contains one upper bound is an upper bound. */
  readonly bound: TimeBound;
}

export interface TimeLedger {
  /** Null when nothing in the session has a time. */
  readonly from: number | null;
  readonly to: number | null;
  readonly wallMs: number;
  /** All but idle time. */
  readonly activeMs: number;
  /** One for each class that has any time, in the order of TIME_CLASSES. */
  readonly classes: readonly ClassTime[];
  /** Contiguous from `from` to `to`. */
  readonly spans: readonly TimeSpan[];
}

/** What happened in the main thread at a moment, as far as it shows what went on before and after. */
type Mark = 'prompt' | 'model' | 'result' | 'notice' | 'break' | 'error' | 'compaction' | 'end';

/** In columns, as a long session has hundreds of thousands. */
interface Moments {
  readonly at: readonly number[];
  readonly marks: readonly Mark[];
  /** In order of time. */
  readonly order: Uint32Array;
}

const MARKS: Readonly<Partial<Record<SeenMessage['what'], Mark>>> = {
  prompt: 'prompt',
  command: 'prompt',
  shell: 'prompt',
  answer: 'model',
  thinking: 'model',
  notification: 'notice',
  peer: 'notice',
  interrupt: 'break',
  'api-error': 'error',
};

/** At one moment, results come before what the model makes of them, and prompts after what they answer. */
const RANKS: Readonly<Record<Mark, number>> = {
  result: 0,
  notice: 1,
  compaction: 2,
  error: 3,
  model: 4,
  break: 5,
  prompt: 6,
  end: 7,
};

/** No model answer takes longer than this: the program was closed meanwhile, or the machine asleep. */
const LONGEST_ANSWER_MS = 10 * 60_000;

/** A silence this long, with no call open, was not work. */
const SILENCE_MS = 60 * 60_000;

/** Positions by time. */
function inOrder(at: readonly number[], compare: (a: number, b: number) => number): Uint32Array {
  return Uint32Array.from(at.keys()).sort((a, b) => (at[a] ?? 0) - (at[b] ?? 0) || compare(a, b) || a - b);
}

function momentsOf(view: SessionView): Moments {
  const times: number[] = [];
  const marks: Mark[] = [];
  const add = (at: number | null, mark: Mark): void => {
    if (at === null || !Number.isFinite(at)) return;
    times.push(at);
    marks.push(mark);
  };
  for (const { thread, what, at } of view.messages) {
    const mark = MARKS[what];
    if (thread === MAIN_THREAD && mark !== undefined) add(at, mark);
  }
  for (const { thread, requestedAt, endedAt, background } of view.calls) {
    if (thread !== MAIN_THREAD) continue;
    add(requestedAt, 'model');
    if (background === null) add(endedAt, 'result');
  }
  const isMain = ({ thread }: Pick<Compaction, 'thread'>): boolean => thread === MAIN_THREAD;
  for (const { at } of view.compactions.filter(isMain)) add(at, 'compaction');
  // Order among those of one moment: as in the files, as far as it matters.
  const rank = (moment: number): number => RANKS[marks[moment] ?? 'end'];
  return { at: times, marks, order: inOrder(times, (a, b) => rank(a) - rank(b)) };
}

/** What is between two moments of the main thread, if no call says more. */
function between(before: Mark | null, after: Mark, ms: number): Pick<TimeSpan, 'class' | 'bound'> {
  const isOver = before === null || before === 'model' || before === 'break' || before === 'error' || before === 'end';
  switch (after) {
    case 'prompt':
      return { class: isOver || before === 'prompt' ? 'idle' : 'unknown', bound: 'exact' };
    case 'end':
      return { class: isOver || before === 'result' ? 'idle' : 'unknown', bound: 'exact' };
    case 'notice':
      return isOver ? { class: 'idle', bound: 'exact' } : modelTime(ms);
    case 'result':
      return { class: ms <= LONGEST_RUN_MS ? 'tool' : 'unknown', bound: 'at-most' };
    case 'model':
    case 'error':
    case 'break':
    case 'compaction':
      return before === null ? { class: 'idle', bound: 'exact' } : modelTime(ms);
  }
}

function modelTime(ms: number): Pick<TimeSpan, 'class' | 'bound'> {
  if (ms > SILENCE_MS) return { class: 'idle', bound: 'exact' };
  return { class: ms <= LONGEST_ANSWER_MS ? 'model' : 'unknown', bound: 'exact' };
}

function* groundOf(view: SessionView, from: number, to: number): Generator<TimeSpan> {
  const moments = momentsOf(view);
  let at = from;
  let before: Mark | null = null;
  for (let next = 0; next <= moments.order.length; next++) {
    const moment = moments.order[next] ?? -1;
    const mark = moments.marks[moment] ?? 'end';
    const end = Math.min(to, moments.at[moment] ?? to);
    if (end > at) yield { from: at, to: end, ...between(before, mark, end - at) };
    at = Math.max(at, end);
    before = mark;
  }
}

/** Threads of subagents that went on while the main thread was idle, and background work that woke it. */
function otherWork(view: SessionView): TimeSpan[] {
  const extents = new Map<string, { from: number; to: number }>();
  const see = (thread: string, at: number | null): void => {
    if (thread === MAIN_THREAD || at === null) return;
    const known = extents.get(thread);
    if (known === undefined) extents.set(thread, { from: at, to: at });
    else {
      known.from = Math.min(known.from, at);
      known.to = Math.max(known.to, at);
    }
  };
  for (const { thread, requestedAt, endedAt } of view.calls) {
    see(thread, requestedAt);
    see(thread, endedAt);
  }
  for (const { thread, at } of view.messages) see(thread, at);
  return [...extents.values()].map((extent) => ({ ...extent, class: 'subagent', bound: 'exact' }));
}

/** Calls for which a subagent worked, and those that waited for one. */
export function subagentCalls(view: SessionView): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const { callId, agentId, background } of view.calls) {
    if (agentId !== null) ids.add(callId);
    if (background?.kind === 'agent' || background?.kind === 'workflow') {
      for (const poll of background.pollCalls) ids.add(poll);
    }
  }
  for (const { parentCall } of view.threads) if (parentCall !== null) ids.add(parentCall);
  return ids;
}

/** Which of several concurrent things a moment belongs to: work before waits, known before unknown. */
const PRECEDENCE: readonly TimeClass[] = ['hook', 'tool', 'subagent', 'permission', 'answer', 'unknown'];

/** Each kind of span has its own lane; the first busy lane decides. */
function laneOf({ class: name, bound }: TimeSpan): number {
  return PRECEDENCE.indexOf(name) * 2 + (bound === 'exact' ? 0 : 1);
}

/** Where spans begin and end, two for each span: in columns, since a long session has half a million. */
interface Edges {
  readonly at: readonly number[];
  /** Of each span. */
  readonly lane: readonly number[];
  /** How many spans show even where nothing is idle; they are the first. */
  readonly busy: number;
  /** In order of time. */
  readonly order: Uint32Array;
}

function edgesOf(over: Iterable<TimeSpan>, idleOver: Iterable<TimeSpan>): Edges {
  const at: number[] = [];
  const lane: number[] = [];
  const add = (spans: Iterable<TimeSpan>): number => {
    for (const span of spans) {
      if (!(span.to > span.from)) continue;
      at.push(span.from, span.to);
      lane.push(laneOf(span));
    }
    return lane.length;
  };
  const busy = add(over);
  add(idleOver);
  return { at, lane, busy, order: inOrder(at, () => 0) };
}

/** Overlays the spans of calls and hooks on the ground spans. */
function layOver(ground: Iterable<TimeSpan>, over: Iterable<TimeSpan>, idleOver: Iterable<TimeSpan>): TimeSpan[] {
  const edges = edgesOf(over, idleOver);
  const busy = new Int32Array(PRECEDENCE.length * 2);
  const idle = new Int32Array(PRECEDENCE.length * 2);
  const spans: TimeSpan[] = [];
  const put = (span: TimeSpan): void => {
    const last = spans.at(-1);
    if (last !== undefined && last.to === span.from && last.class === span.class && last.bound === span.bound) {
      spans[spans.length - 1] = { ...last, to: span.to };
    } else if (span.to > span.from) spans.push(span);
  };
  const at = (lane: number): Pick<TimeSpan, 'class' | 'bound'> => ({
    class: PRECEDENCE[lane >> 1] ?? 'unknown',
    bound: lane % 2 === 0 ? 'exact' : 'at-most',
  });
  const said = (under: TimeSpan): Pick<TimeSpan, 'class' | 'bound'> => {
    const lane = busy.findIndex((count) => count > 0);
    if (lane !== -1) return at(lane);
    const other = under.class === 'idle' ? idle.findIndex((count) => count > 0) : -1;
    return other === -1 ? under : at(other);
  };
  let next = 0;
  for (const under of ground) {
    let from = under.from;
    while (next < edges.order.length) {
      const edge = edges.order[next] ?? 0;
      const edgeAt = edges.at[edge] ?? 0;
      if (edgeAt >= under.to) break;
      if (edgeAt > from) {
        put({ from, to: edgeAt, ...pick(said(under)) });
        from = edgeAt;
      }
      const lane = edges.lane[edge >> 1] ?? 0;
      const counts = edge >> 1 < edges.busy ? busy : idle;
      counts[lane] = (counts[lane] ?? 0) + (edge % 2 === 0 ? 1 : -1);
      next++;
    }
    put({ from, to: under.to, ...pick(said(under)) });
  }
  return spans;
}

function pick({ class: name, bound }: Pick<TimeSpan, 'class' | 'bound'>): Pick<TimeSpan, 'class' | 'bound'> {
  return { class: name, bound };
}

export function sumsOf(spans: readonly TimeSpan[], from = Number.NEGATIVE_INFINITY, to = Infinity): ClassTime[] {
  const sums = new Map<TimeClass, { ms: number; bound: TimeBound }>();
  for (const span of spans) {
    const ms = Math.min(span.to, to) - Math.max(span.from, from);
    if (ms <= 0) continue;
    const sum = sums.get(span.class) ?? { ms: 0, bound: 'exact' };
    sum.ms += ms;
    if (span.bound === 'at-most') sum.bound = 'at-most';
    sums.set(span.class, sum);
  }
  return TIME_CLASSES.flatMap((name) => {
    const sum = sums.get(name);
    return sum === undefined ? [] : [{ class: name, ...sum }];
  });
}

function* hookSpans(hooks: readonly SeenHook[]): Generator<TimeSpan> {
  for (const hook of hooks) {
    const span = hookSpan(hook);
    if (span !== undefined) yield span;
  }
}

function* overlays(view: SessionView, options: InsightOptions, end: number): Generator<TimeSpan> {
  const agents = subagentCalls(view);
  for (const call of view.calls) {
    if (call.thread !== MAIN_THREAD) continue;
    yield* callSpans(call, traitOf(options.traits, call.toolId), agents.has(call.callId), end);
    yield* hookSpans(call.hooks);
  }
  yield* hookSpans(view.hooks);
}

export function timeLedger(view: SessionView, options: InsightOptions): TimeLedger {
  const { startedAt: from, lastAt: to } = view;
  if (from === null || to === null || !(to > from)) {
    return { from, to, wallMs: 0, activeMs: 0, classes: [], spans: [] };
  }
  const spans = layOver(groundOf(view, from, to), overlays(view, options, to), otherWork(view));
  const classes = sumsOf(spans);
  const idleMs = classes.find((sum) => sum.class === 'idle')?.ms ?? 0;
  return { from, to, wallMs: to - from, activeMs: to - from - idleMs, classes, spans };
}
