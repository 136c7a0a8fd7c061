// The outline of a trace: when everything was, and in which lane, before anything is written. It holds numbers and names of calls, no
// texts, and so fits into memory however long the session is.

import { MAIN_THREAD } from '../model/observation.ts';
import type { Compaction, Thread } from '../model/session.ts';
import type { ToolCall } from '../model/tool-call.ts';
import { attributes } from './attributes.ts';
import { type Moment, type PlacedWindow, partsOf } from './call-parts.ts';
import { hasLength, type TimeKnown, windowOf } from './call-window.ts';
import { knownTime } from './known-time.ts';
import { lanesOf, type Stretch } from './lanes.ts';
import type { TracedMessage, TracedSession } from './traced-session.ts';

/** When a call was, and its lane. */
export interface CallPlace extends PlacedWindow {
  readonly lane: number;
  /** The lanes of its parts that are neither inside nor outside it, in order. */
  readonly apartLanes: readonly number[];
}

/** A call's identity in its session. */
interface CallMark {
  readonly callId: string;
  readonly occurrence: number;
  readonly thread: string;
}

export interface ThreadOutline {
  readonly thread: Thread;
  readonly from: number;
  readonly to: number;
  /** False: nothing in it has a time. */
  readonly isTimed: boolean;
  readonly lanes: number;
  readonly moments: readonly Moment[];
  /** The call that started it, if logged and not inside the thread itself. */
  readonly startedBy: CallMark | null;
}

export interface Outline {
  readonly from: number;
  readonly to: number;
  readonly isTimed: boolean;
  /** The main thread first. */
  readonly threads: ReadonlyMap<string, ThreadOutline>;
  /** Undefined for calls that did not exist yet. */
  placeOf(call: ToolCall): CallPlace | undefined;
  /** The call that this one ran inside, in the same thread. */
  holderOf(call: ToolCall): CallMark | undefined;
}

class Extent {
  from = Number.POSITIVE_INFINITY;
  to = Number.NEGATIVE_INFINITY;

  add(at: number | null): void {
    if (at === null) return;
    this.from = Math.min(this.from, at);
    this.to = Math.max(this.to, at);
  }

  get isTimed(): boolean {
    return this.from <= this.to;
  }
}

interface Row extends CallMark {
  /** How many calls came before it. */
  readonly order: number;
  from: number;
  to: number;
  readonly time: TimeKnown;
  lane: number;
  apart: readonly Stretch[];
  apartLanes: readonly number[];
}

/** Most calls have no separate parts. */
const NONE: readonly never[] = [];

class ThreadDraft {
  readonly thread: Thread;
  readonly extent = new Extent();
  readonly rows: Row[] = [];
  readonly moments: (Moment & { readonly isPlaced: boolean })[] = [];
  lanes = 1;
  /** The latest time of the calls so far. */
  reached = Number.NaN;

  constructor(thread: Thread) {
    this.thread = thread;
  }

  /** Stretches of one lane never overlap: what is drawn there nests. */
  layOut(): void {
    const drawn = this.rows.filter(({ time }) => hasLength(time));
    const split = this.rows.filter(({ apart }) => apart.length > 0);
    const lanes = lanesOf([...drawn, ...split.flatMap(({ apart }) => apart)]);
    for (const [i, row] of drawn.entries()) row.lane = lanes[i] ?? 0;
    let at = drawn.length;
    for (const row of split) {
      row.apartLanes = [...lanes.subarray(at, at + row.apart.length)];
      at += row.apart.length;
    }
    for (const lane of lanes) this.lanes = Math.max(this.lanes, lane + 1);
  }
}

function repeatName({ callId, occurrence }: Pick<ToolCall, 'callId' | 'occurrence'>): string {
  return `${occurrence} ${callId}`;
}

function unknownThread(id: string): Thread {
  const depth = id === MAIN_THREAD ? 0 : 1;
  return { id, agentType: null, description: null, parentCall: null, parentThread: null, depth };
}

class Drafting {
  readonly #extent = new Extent();
  readonly #threads = new Map<string, ThreadDraft>();
  /** By id, the first of its occurrences, and all others. */
  readonly #rows = new Map<string, Row>();
  readonly #repeats = new Map<string, Row>();
  /** Calls that end with the session: they wait until that time is known. */
  readonly #open: { readonly call: ToolCall; readonly row: Row }[] = [];

  constructor(session: TracedSession) {
    this.#extent.add(knownTime(session.startedAt));
    this.#extent.add(knownTime(session.lastAt));
    this.#thread(MAIN_THREAD);
    for (const thread of session.threads) {
      if (!this.#threads.has(thread.id) || thread.id === MAIN_THREAD) {
        this.#threads.set(thread.id, new ThreadDraft(thread));
      }
    }
  }

  #thread(id: string): ThreadDraft {
    const known = this.#threads.get(id);
    if (known !== undefined) return known;
    const draft = new ThreadDraft(unknownThread(id));
    this.#threads.set(id, draft);
    return draft;
  }

  add(call: ToolCall): void {
    if (this.#rowOf(call) !== undefined) return;
    const { callId, occurrence, thread } = call;
    const draft = this.#thread(thread);
    const { from, to, time } = windowOf(call);
    // An undated call is placed where its thread had arrived.
    const start = from ?? draft.reached;
    const order = this.#rows.size + this.#repeats.size;
    const place = { from: start, to: to ?? start, time, lane: 0, apart: NONE, apartLanes: NONE };
    const row: Row = { callId, occurrence, thread: draft.thread.id, order, ...place };
    if (this.#rows.has(callId)) this.#repeats.set(repeatName(call), row);
    else this.#rows.set(callId, row);
    draft.rows.push(row);
    if (time === 'open') {
      this.#extent.add(from);
      this.#open.push({ call, row });
    } else this.#measure(call, row, draft);
  }

  #rowOf(call: Pick<ToolCall, 'callId' | 'occurrence'>): Row | undefined {
    const first = this.#rows.get(call.callId);
    return first === undefined || first.occurrence === call.occurrence ? first : this.#repeats.get(repeatName(call));
  }

  #measure(call: ToolCall, row: Row, draft: ThreadDraft): void {
    const { apart } = partsOf(call, row, false);
    if (apart.length > 0) row.apart = apart.map(({ from, to }) => ({ from, to }));
    for (const stretch of row.apart) this.#cover(stretch, draft);
    if (Number.isNaN(row.from)) return;
    this.#cover(row, draft);
    draft.reached = Number.isNaN(draft.reached) ? row.to : Math.max(draft.reached, row.to);
  }

  #cover({ from, to }: Stretch, { extent }: ThreadDraft): void {
    for (const at of [from, to]) {
      extent.add(at);
      this.#extent.add(at);
    }
  }

  prompt({ thread, at, preview, ref }: TracedMessage, hasSummaries: boolean): void {
    this.#moment(thread, 'prompt', at, {
      'toolscope.summary': hasSummaries ? preview : null,
      'toolscope.line': ref.line,
    });
  }

  compaction({ thread, at, trigger, preTokens, postTokens, ref }: Compaction): void {
    this.#moment(thread, 'compaction', at, {
      'toolscope.compaction.trigger': trigger,
      'toolscope.compaction.tokens_before': preTokens,
      'toolscope.compaction.tokens_after': postTokens,
      'toolscope.line': ref.line,
    });
  }

  #moment(
    thread: string,
    kind: 'prompt' | 'compaction',
    given: number | null,
    told: Readonly<Record<string, string | number | null>>,
  ): void {
    const draft = this.#thread(thread);
    const at = knownTime(given);
    draft.extent.add(at);
    this.#extent.add(at);
    const time = at === null ? 'unknown' : null;
    const said = attributes({ ...told, 'toolscope.time': time });
    draft.moments.push({ kind, name: kind, at: at ?? Number.NaN, attributes: said, isPlaced: at !== null });
  }

  finished(): Outline {
    const { isTimed } = this.#extent;
    const horizon = this.#extent.to;
    for (const { call, row } of this.#open) {
      row.to = Math.max(row.from, horizon);
      this.#measure(call, row, this.#thread(call.thread));
    }
    const first = isTimed ? this.#extent.from : 0;
    for (const draft of this.#threads.values()) {
      const start = draft.extent.isTimed ? draft.extent.from : first;
      for (const row of draft.rows) if (Number.isNaN(row.from)) row.from = row.to = start;
      draft.layOut();
    }
    const threads = new Map<string, ThreadOutline>();
    for (const [id, draft] of this.#threads) threads.set(id, this.#threadOutline(draft, first));
    return {
      from: first,
      to: isTimed ? this.#extent.to : first,
      isTimed,
      threads,
      placeOf: (call) => this.#rowOf(call),
      holderOf: (call) => this.#holderOf(call),
    };
  }

  #threadOutline({ thread, extent, moments, lanes }: ThreadDraft, first: number): ThreadOutline {
    const startedBy = this.#starterOf(thread);
    const started = startedBy === null ? undefined : this.#rowOf(startedBy);
    const { isTimed } = extent;
    const [from, to] = isTimed ? [extent.from, extent.to] : [started?.from ?? first, started?.from ?? first];
    return {
      thread,
      from,
      to,
      isTimed,
      lanes,
      moments: moments.map(({ isPlaced, ...moment }) => (isPlaced ? moment : { ...moment, at: from })),
      startedBy,
    };
  }

  /** Never a call of the thread itself, or of one that it started: then there would be no beginning. */
  #starterOf(thread: Thread): CallMark | null {
    const starter = this.#markOf(thread);
    const seen = new Set([thread.id]);
    for (let mark = starter; mark !== undefined; ) {
      if (seen.has(mark.thread)) return null;
      seen.add(mark.thread);
      const above = this.#threads.get(mark.thread)?.thread;
      mark = above === undefined ? undefined : this.#markOf(above);
    }
    return starter ?? null;
  }

  #markOf({ id, parentCall }: Thread): CallMark | undefined {
    return parentCall === null || id === MAIN_THREAD ? undefined : this.#rows.get(parentCall);
  }

  /** Only an earlier call: no call is inside itself, whatever the log says. */
  #holderOf(call: ToolCall): CallMark | undefined {
    if (call.parentCall === null) return undefined;
    const holder = this.#rows.get(call.parentCall);
    const own = this.#rows.get(call.callId);
    if (holder === undefined || own === undefined || holder.thread !== call.thread) return undefined;
    return holder.order < own.order ? holder : undefined;
  }
}

/** Yields only to let other work run. */
export async function* outlineOf(session: TracedSession, hasSummaries: boolean): AsyncGenerator<[''], Outline> {
  const drafting = new Drafting(session);
  for await (const messages of session.messages()) {
    for (const message of messages) if (message.what === 'prompt') drafting.prompt(message, hasSummaries);
    yield [''];
  }
  for (const compaction of session.compactions) drafting.compaction(compaction);
  for await (const calls of session.calls()) {
    for (const { call } of calls) drafting.add(call);
    yield [''];
  }
  return drafting.finished();
}
