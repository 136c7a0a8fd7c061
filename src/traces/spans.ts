// The spans of a trace, independent of the format: the session, its threads, their calls, and the parts of calls.

import { MAIN_THREAD } from '../model/observation.ts';
import { didRun, isUnexpectedFailure } from '../model/outcome.ts';
import type { ToolCall } from '../model/tool-call.ts';
import { addUsage, NO_USAGE } from '../model/usage.ts';
import { type Attributes, type AttributeValue, attributes, nameText } from './attributes.ts';
import { type CallPart, type Moment, partsOf } from './call-parts.ts';
import { hasLength } from './call-window.ts';
import type { CallPlace, Outline, ThreadOutline } from './outline.ts';
import { spanIdOf } from './trace-ids.ts';
import type { TracedCall, TracedSession } from './traced-session.ts';

export type SpanKind = 'session' | 'thread' | 'call' | CallPart['kind'];

export interface Span {
  readonly kind: SpanKind;
  readonly id: string;
  readonly parent: string | null;
  readonly name: string;
  readonly thread: string;
  /** Overlapping ones are in different lanes, from 0 on. */
  readonly lane: number;
  /** Epoch milliseconds; never backwards. */
  readonly from: number;
  readonly to: number;
  /** False: only a point in time is known, or less. */
  readonly hasLength: boolean;
  /** What went wrong, if that counts as a failure. */
  readonly error: string | null;
  readonly attributes: Attributes;
  /** What happened in it, with a point in time. */
  readonly moments: readonly Moment[];
}

export interface SpanOptions {
  /** Include text from the log: what calls were about, prompts, titles, paths. */
  readonly hasSummaries: boolean;
}

/** Failures without a name. */
const OTHER_ERROR = '_OTHER';

function fileName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

export class Spans {
  readonly #session: TracedSession;
  readonly #outline: Outline;
  readonly #hasSummaries: boolean;

  constructor(session: TracedSession, outline: Outline, { hasSummaries }: SpanOptions) {
    this.#session = session;
    this.#outline = outline;
    this.#hasSummaries = hasSummaries;
  }

  #id(...what: readonly (string | number)[]): string {
    return spanIdOf(this.#session, ...what);
  }

  #threadId(thread: string): string {
    return thread === MAIN_THREAD ? this.#id('session') : this.#id('thread', thread);
  }

  #callId({ callId, occurrence }: Pick<ToolCall, 'callId' | 'occurrence'>): string {
    return this.#id('call', callId, occurrence);
  }

  #agentName(thread: string): string {
    if (thread === MAIN_THREAD) return this.#session.agent;
    return this.#outline.threads.get(thread)?.thread.agentType ?? thread;
  }

  /** Text from the log, if requested. */
  #words<Words extends AttributeValue>(words: Words | null | undefined): Words | null {
    return this.#hasSummaries ? (words ?? null) : null;
  }

  /** The session as a whole, which is also its main thread. */
  session(): Span {
    const { agent, id, fields, usage } = this.#session;
    const { from, to, isTimed, threads } = this.#outline;
    const tokens = usage.reduce((sum, part) => addUsage(sum, part.usage), NO_USAGE);
    const models = usage.map(({ model }) => model);
    return {
      kind: 'session',
      id: this.#threadId(MAIN_THREAD),
      parent: null,
      name: nameText(agent),
      thread: MAIN_THREAD,
      lane: 0,
      from,
      to,
      hasLength: isTimed,
      error: null,
      attributes: attributes({
        'gen_ai.operation.name': 'invoke_agent',
        'gen_ai.agent.name': agent,
        'gen_ai.conversation.id': id,
        'gen_ai.request.model': models.length === 1 ? models[0] : null,
        // By the conventions cached tokens count as input, too.
        'gen_ai.usage.input_tokens': tokens.input + tokens.cacheRead + tokens.cacheWrite || null,
        'gen_ai.usage.output_tokens': tokens.output || null,
        'gen_ai.usage.cache_read.input_tokens': tokens.cacheRead || null,
        'gen_ai.usage.cache_creation.input_tokens': tokens.cacheWrite || null,
        'toolscope.models': models.length > 1 ? models : null,
        'toolscope.agent.version': fields.version,
        'toolscope.forked_from': fields.forkedFrom,
        'toolscope.parent_session': fields.parentSession,
        'toolscope.title': this.#words(fields.title),
        'toolscope.project': this.#words(fields.cwd),
        'toolscope.time': isTimed ? null : 'unknown',
      }),
      moments: threads.get(MAIN_THREAD)?.moments ?? [],
    };
  }

  /** Every thread but the main one. */
  *threads(): Generator<Span> {
    for (const outline of this.#outline.threads.values()) {
      if (outline.thread.id !== MAIN_THREAD) yield this.#thread(outline);
    }
  }

  #thread({ thread, from, to, isTimed, moments, startedBy }: ThreadOutline): Span {
    return {
      kind: 'thread',
      id: this.#threadId(thread.id),
      parent: startedBy === null ? this.#threadId(MAIN_THREAD) : this.#callId(startedBy),
      name: nameText(this.#agentName(thread.id)),
      thread: thread.id,
      lane: 0,
      from,
      to,
      hasLength: isTimed,
      error: null,
      attributes: attributes({
        'gen_ai.operation.name': 'invoke_agent',
        'gen_ai.agent.name': this.#agentName(thread.id),
        'gen_ai.agent.id': thread.id,
        'gen_ai.agent.description': this.#words(thread.description),
        'gen_ai.conversation.id': this.#session.id,
        'toolscope.thread': thread.id,
        'toolscope.started_by': startedBy?.callId ?? thread.parentCall,
        'toolscope.time': isTimed ? null : 'unknown',
      }),
      moments,
    };
  }

  /** A call, then its parts; nothing for a call that came after the outline was made. */
  *call(traced: TracedCall): Generator<Span> {
    const place = this.#outline.placeOf(traced.call);
    if (place === undefined) return;
    const { call } = traced;
    const { nested, apart, moments } = partsOf(call, place, this.#hasSummaries);
    const id = this.#callId(call);
    const holder = this.#outline.holderOf(call);
    const error = isUnexpectedFailure(call) ? nameText(call.failure?.code ?? OTHER_ERROR) : null;
    yield {
      kind: 'call',
      id,
      parent: holder === undefined ? this.#threadId(call.thread) : this.#callId(holder),
      name: nameText(call.tool),
      thread: call.thread,
      lane: place.lane,
      from: place.from,
      to: place.to,
      hasLength: hasLength(place.time),
      error,
      attributes: this.#callAttributes(traced, place, error),
      moments,
    };
    let number = 0;
    for (const part of nested) yield this.#part(call, part, id, place.lane, number++);
    for (const [i, part] of apart.entries()) {
      const lane = place.apartLanes[i];
      if (lane !== undefined) yield this.#part(call, part, id, lane, number++);
    }
  }

  #part(call: ToolCall, part: CallPart, parent: string, lane: number, number: number): Span {
    return {
      kind: part.kind,
      id: this.#id('part', call.callId, call.occurrence, number),
      parent,
      name: nameText(part.name),
      thread: call.thread,
      lane,
      from: part.from,
      to: part.to,
      hasLength: true,
      error: null,
      attributes: { ...attributes({ 'gen_ai.conversation.id': this.#session.id }), ...part.attributes },
      moments: [],
    };
  }

  #callAttributes({ call, copyOf }: TracedCall, { time }: CallPlace, error: string | null): Attributes {
    const { failure, masked, duration, background, permission, flags, bodies, thread } = call;
    const path = this.#session.pathOf(bodies.input.source);
    return attributes({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': call.tool,
      'gen_ai.tool.call.id': call.callId,
      'gen_ai.tool.type': 'function',
      'gen_ai.conversation.id': this.#session.id,
      'gen_ai.agent.name': this.#agentName(thread),
      'gen_ai.agent.id': thread === MAIN_THREAD ? null : thread,
      'error.type': error,
      'toolscope.tool': call.toolId,
      'toolscope.status': call.status,
      'toolscope.ran': didRun(call.status),
      'toolscope.failure.code': failure?.code,
      'toolscope.failure.blame': failure?.blame,
      'toolscope.masked.code': masked?.code,
      'toolscope.masked.blame': masked?.blame,
      'toolscope.duration.ms': duration?.ms,
      'toolscope.duration.basis': duration?.basis,
      'toolscope.duration.bound': duration?.bound,
      'toolscope.duration.includes': duration?.includes,
      'toolscope.time': time === 'known' ? null : time,
      'toolscope.background': background?.kind,
      'toolscope.permission.decision': permission?.decision,
      'toolscope.permission.by': permission?.by,
      'toolscope.flags': flags,
      'toolscope.copy_of': copyOf,
      'toolscope.occurrence': call.occurrence > 1 ? call.occurrence : null,
      'toolscope.turn': call.turn,
      'toolscope.group': call.parallelGroup,
      'toolscope.model': call.model,
      'toolscope.summary': this.#words(call.summary),
      'toolscope.file': this.#hasSummaries ? path : fileName(path),
      'toolscope.line': bodies.input.line,
    });
  }
}
