// Traces as Chrome Trace Event JSON, for ui.perfetto.dev and chrome://tracing: the session is a process, each thread a
// track, with further tracks for what overlaps, because slices of one track must nest. An event is a line.

import { terminalJson } from '../base/terminal.ts';
import { MAIN_THREAD } from '../model/observation.ts';
import { nameText } from './attributes.ts';
import type { Moment } from './call-parts.ts';
import { microsOf } from './known-time.ts';
import type { Outline, ThreadOutline } from './outline.ts';
import type { Span, SpanKind } from './spans.ts';

const PROCESS = 1;

const CATEGORIES: Readonly<Record<SpanKind | Moment['kind'], string>> = {
  session: 'session',
  thread: 'subagent',
  call: 'tool',
  hook: 'hook',
  wait: 'wait',
  run: 'run',
  prompt: 'prompt',
  compaction: 'compaction',
};

/** Track numbers: the lanes of a thread are consecutive. */
class Tracks {
  readonly #first = new Map<string, number>();
  readonly #outline: Outline;

  constructor(outline: Outline) {
    this.#outline = outline;
    let next = 1;
    for (const [id, { lanes }] of outline.threads) {
      this.#first.set(id, next);
      next += lanes;
    }
  }

  of(thread: string, lane: number): number {
    return (this.#first.get(thread) ?? 0) + lane;
  }

  *names(): Generator<object> {
    for (const [id, outline] of this.#outline.threads) {
      for (let lane = 0; lane < outline.lanes; lane++) {
        const tid = this.of(id, lane);
        const name = lane === 0 ? trackName(outline) : `${trackName(outline)} (${lane + 1})`;
        yield { ph: 'M', name: 'thread_name', pid: PROCESS, tid, args: { name } };
        yield { ph: 'M', name: 'thread_sort_index', pid: PROCESS, tid, args: { sort_index: tid } };
      }
    }
  }
}

function trackName({ thread }: ThreadOutline): string {
  if (thread.id === MAIN_THREAD) return MAIN_THREAD;
  return nameText(thread.agentType === null ? thread.id : `${thread.agentType} ${thread.id}`);
}

/** Flags of calls that the session abandoned. */
const LEFT_BEHIND = ['off-branch', 'superseded', 'rolled-back'];

/** Shows at a glance what did not simply work, and what does not count here. */
function sliceName({ kind, name, attributes }: Span): string {
  if (kind !== 'call') return name;
  const { 'toolscope.status': status, 'toolscope.flags': flags } = attributes;
  const words = status === 'ok' ? [] : [status];
  if (attributes['toolscope.masked.code'] !== undefined) words.push('hides a failure');
  if (attributes['toolscope.ran'] === false) words.push('never ran');
  if (Array.isArray(flags)) words.push(...flags.filter((flag) => LEFT_BEHIND.includes(flag)));
  if (attributes['toolscope.copy_of'] !== undefined) words.push('copy');
  return words.length === 0 ? name : `${name} (${words.join(', ')})`;
}

function categoryOf({ kind, attributes }: Span): string {
  return attributes['toolscope.ran'] === false ? `${CATEGORIES[kind]},never-ran` : CATEGORIES[kind];
}

function eventOf(span: Span, tid: number): object {
  const ts = microsOf(span.from);
  const shared = { name: sliceName(span), cat: categoryOf(span), pid: PROCESS, tid, ts, args: span.attributes };
  return span.hasLength ? { ph: 'X', ...shared, dur: microsOf(span.to) - ts } : { ph: 'i', s: 't', ...shared };
}

function momentOf({ kind, name, at, attributes }: Moment, tid: number): object {
  return {
    ph: 'i',
    s: 't',
    name: nameText(name),
    cat: CATEGORIES[kind],
    pid: PROCESS,
    tid,
    ts: microsOf(at),
    args: attributes,
  };
}

class Events {
  readonly #tracks: Tracks;
  /** Subagents by the span of the call that started them. */
  readonly #started = new Map<string, Span[]>();

  constructor(outline: Outline) {
    this.#tracks = new Tracks(outline);
  }

  *of(span: Span): Generator<object> {
    const tid = this.#tracks.of(span.thread, span.lane);
    // The process is the session: a slice over everything would add nothing.
    if (span.kind === 'session') yield* this.#names(span);
    else yield eventOf(span, tid);
    if (span.kind === 'thread') this.#remember(span);
    if (span.kind === 'call' && span.hasLength) yield* this.#arrows(span, tid);
    for (const moment of span.moments) yield momentOf(moment, tid);
  }

  *#names({ name, attributes }: Span): Generator<object> {
    const called = attributes['toolscope.title'] ?? attributes['gen_ai.conversation.id'];
    const args = { name: nameText(`${name} ${called}`) };
    yield { ph: 'M', name: 'process_name', pid: PROCESS, tid: this.#tracks.of(MAIN_THREAD, 0), args };
    yield* this.#tracks.names();
  }

  #remember(thread: Span): void {
    if (thread.parent === null || !thread.hasLength) return;
    const others = this.#started.get(thread.parent);
    if (others === undefined) this.#started.set(thread.parent, [thread]);
    else others.push(thread);
  }

  /** Arrows from a call to the subagents that it started. */
  *#arrows(call: Span, tid: number): Generator<object> {
    for (const thread of this.#started.get(call.id) ?? []) {
      const arrow = { name: 'starts', cat: 'subagent', id: thread.id, pid: PROCESS };
      yield { ph: 's', ...arrow, tid, ts: microsOf(call.from) };
      yield { ph: 'f', bp: 'e', ...arrow, tid: this.#tracks.of(thread.thread, 0), ts: microsOf(thread.from) };
    }
  }
}

/** The session comes first, and threads before the calls that started them. */
export async function* perfettoText(
  outline: Outline,
  spans: AsyncIterable<readonly Span[]>,
): AsyncGenerator<readonly string[]> {
  const events = new Events(outline);
  let attributes: Span['attributes'] = {};
  let separator = '\n';
  yield ['{"displayTimeUnit":"ms","traceEvents":['];
  for await (const batch of spans) {
    const pieces: string[] = [];
    for (const span of batch) {
      if (span.kind === 'session') ({ attributes } = span);
      let text = '';
      for (const event of events.of(span)) {
        text += `${separator}${terminalJson(event)}`;
        separator = ',\n';
      }
      pieces.push(text);
    }
    yield pieces;
  }
  yield [`\n],"otherData":${terminalJson({ from: 'toolscope', ...attributes })}}\n`];
}
