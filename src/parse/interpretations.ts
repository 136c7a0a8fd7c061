// When calls are interpreted: as soon as request and result have both been read, so that bodies need not be kept; and again from the
// log for the few that came in another order.

import type { JsonObject } from '../base/json.ts';
import type { Format } from '../formats/format.ts';
import { formatOfFile } from '../formats/registry.ts';
import type { CallFacts, RequestFact, ResultFact, SupplementFact } from '../lifecycle/facts.ts';
import { NoiseLines, type NoiseState } from '../lifecycle/noise-lines.ts';
import type { Paired } from '../lifecycle/pair.ts';
import type { Interpretation, WorkFailed } from '../model/interpretation.ts';
import type { CallRequested, CallResulted, Observation, ResultSupplemented } from '../model/observation.ts';
import type { Failure } from '../model/outcome.ts';
import { isLonger, type LineRef, sameRef } from '../model/source.ts';
import { failureAtEnd, type Interpretable, interpretLightly } from '../tools/interpret.ts';

/** Records by their place, and the files they are in. */
export interface Bodies {
  record(ref: LineRef): JsonObject | undefined;
  pathOf(ref: LineRef): string;
}

/** Inputs waiting for their result are kept up to this many bytes of log; beyond it they are read again when needed. */
const KEPT_BYTES = 32 * 1024 * 1024;

/** How many readings of reported calls are kept: a call that changes usually does so soon. */
const KEPT_READINGS = 4096;

/** What is known about one call id: its halves while they wait for each other, and then the tool's reading. One shape. */
interface Entry {
  /** The first request, until its result comes. */
  waiting: CallRequested | null;
  supplement: ResultSupplemented | null;
  /** The lines that were read, once they were. */
  ready: Ready | null;
  /** More than one request and one result was seen: the ready reading may not be the requested one. */
  isDoubtful: boolean;
}

/** Places as numbers: references to the objects would keep them in memory. */
interface Ready {
  readonly requestSource: number;
  readonly requestOffset: number;
  readonly resultSource: number;
  readonly resultOffset: number;
  /** -1: there was none. */
  readonly supplementSource: number;
  readonly supplementOffset: number;
  readonly light: Interpretation;
}

function readyOf(request: LineRef, result: LineRef, supplement: LineRef | null, light: Interpretation): Ready {
  return {
    requestSource: request.source,
    requestOffset: request.offset,
    resultSource: result.source,
    resultOffset: result.offset,
    supplementSource: supplement === null ? -1 : supplement.source,
    supplementOffset: supplement === null ? -1 : supplement.offset,
    light,
  };
}

/** Whether these are the lines that were read. */
function isOf(ready: Ready, request: LineRef, result: LineRef, supplement: LineRef | null): boolean {
  return (
    ready.requestOffset === request.offset &&
    ready.requestSource === request.source &&
    ready.resultOffset === result.offset &&
    ready.resultSource === result.source &&
    ready.supplementOffset === (supplement === null ? -1 : supplement.offset) &&
    ready.supplementSource === (supplement === null ? -1 : supplement.source)
  );
}

export class Interpretations {
  readonly #format: Format;
  readonly #bodies: Bodies;
  readonly #entries = new Map<string, Entry>();
  readonly #noise: NoiseLines;
  readonly #reread = new Set<string>();
  #keptBytes = 0;

  constructor(format: Format, bodies: Bodies, noise?: NoiseState) {
    this.#format = format;
    this.#bodies = bodies;
    this.#noise = new NoiseLines(noise);
  }

  /** Which lines are start-up noise, to continue later. */
  saveNoise(): NoiseState {
    return this.#noise.save();
  }

  /** Calls whose reading changed because a line turned out to be noise. */
  takeReread(): ReadonlySet<string> {
    const reread = new Set(this.#reread);
    this.#reread.clear();
    return reread;
  }

  /** With `isCut`, a long text of the observation's record is incomplete. */
  see(observation: Observation, isCut: boolean): void {
    switch (observation.kind) {
      case 'call-requested':
        this.#seeRequest(observation);
        return;
      case 'result-supplemented':
        this.#seeSupplement(observation);
        return;
      case 'call-resulted':
        // The result that a placeholder replaces is still to come.
        if (observation.verdict.placeholder !== true) this.#seeResult(observation, isCut);
        return;
    }
  }

  #entry(callId: string): Entry {
    const known = this.#entries.get(callId);
    if (known !== undefined) return known;
    const made: Entry = { waiting: null, supplement: null, ready: null, isDoubtful: false };
    this.#entries.set(callId, made);
    return made;
  }

  #seeRequest(request: CallRequested): void {
    if (this.#keptBytes + request.ref.length > KEPT_BYTES) return;
    const entry = this.#entry(request.callId);
    if (entry.waiting !== null && isLonger(request.ref, entry.waiting.ref)) {
      this.#keptBytes += request.ref.length - entry.waiting.ref.length;
      entry.waiting = request;
      return;
    }
    if (entry.waiting !== null || entry.ready !== null) {
      entry.isDoubtful = true;
      return;
    }
    this.#keptBytes += request.ref.length;
    entry.waiting = request;
  }

  #seeSupplement(supplement: ResultSupplemented): void {
    const entry = this.#entry(supplement.callId);
    // One that comes too late is read from the log: its body need not be kept.
    if (entry.ready !== null || entry.supplement !== null) entry.isDoubtful = true;
    if (entry.ready === null) entry.supplement = supplement;
  }

  #seeResult(result: CallResulted, isCut: boolean): void {
    const entry = this.#entries.get(result.callId);
    if (entry === undefined || entry.waiting === null || entry.ready !== null) {
      if (entry !== undefined) entry.isDoubtful = true;
      return;
    }
    const { waiting: request, supplement } = entry;
    entry.waiting = null;
    entry.supplement = null;
    this.#keptBytes -= request.ref.length;
    const first = this.#interpret(request, result, supplement?.value, result.callId);
    const light =
      isCut && first.result?.via !== 'structured'
        ? this.#interpret(request, this.#resultAgain(result), supplement?.value, result.callId)
        : first;
    entry.ready = readyOf(request.ref, result.ref, supplement?.ref ?? null, light);
  }

  /** The reading of a settled pair: kept from the first pass if it saw the same lines, else made from the log. */
  of(facts: CallFacts, pair: Paired, supplement: SupplementFact | null): Interpretation {
    const entry = this.#entries.get(facts.callId);
    const ready = entry?.ready ?? null;
    const added = supplement?.ref ?? null;
    if (ready !== null && pair.result !== null && isOf(ready, pair.request.ref, pair.result.ref, added)) {
      return ready.light;
    }
    const light = this.#again(entry?.waiting ?? null, pair, supplement);
    // Projecting all calls asks twice: it is not read from the log twice.
    if (pair.result !== null && (entry?.waiting ?? null) === null) {
      this.#entry(facts.callId).ready = readyOf(pair.request.ref, pair.result.ref, added, light);
    }
    return light;
  }

  /** Why background work of the request failed. */
  failureAtEnd({ tool, ref, pointer }: RequestFact, end: WorkFailed): Failure | null {
    return failureAtEnd({ agent: this.#format.agent, tool, input: this.#read(ref, pointer, 'inputAt') }, end);
  }

  /** Whether the reading of this call may say that it is about another's task. */
  mayVisit(callId: string): boolean {
    const entry = this.#entries.get(callId);
    return entry === undefined || entry.ready === null || entry.isDoubtful || entry.ready.light.task !== null;
  }

  /** This call is not needed again. */
  letGo(callId: string): void {
    this.#entries.delete(callId);
  }

  /**
   * Drops the oldest readings beyond those that are kept, so that they do not grow with the session: a call that changes after so many
   * others is read again from the log.
   */
  forget(): void {
    let beyond = this.#entries.size - KEPT_READINGS;
    if (beyond <= 0) return;
    for (const [callId, { waiting }] of this.#entries) {
      if (waiting === null) this.#entries.delete(callId);
      if (--beyond === 0) return;
    }
  }

  /** Reads it again from the log. */
  #again(waiting: CallRequested | null, pair: Paired, supplement: SupplementFact | null): Interpretation {
    const { request } = pair;
    const input =
      waiting !== null && sameRef(waiting.ref, request.ref)
        ? waiting.input
        : this.#read(request.ref, request.pointer, 'inputAt');
    const added = supplement === null ? undefined : this.#read(supplement.ref, supplement.pointer, 'structuredAt');
    return this.#interpret(
      { tool: request.tool, input },
      pair.result === null ? null : this.#resultAgain(pair.result),
      added,
      request.callId,
    );
  }

  #resultAgain({
    ref,
    pointers,
    verdict,
  }: Pick<ResultFact, 'ref' | 'pointers' | 'verdict'>): Pick<CallResulted, 'verdict' | 'content' | 'structured'> {
    const record = this.#bodies.record(ref);
    const format = this.#formatAt(ref);
    return {
      verdict,
      content: record === undefined ? '' : format.contentAt(record, pointers.content),
      structured:
        record === undefined || pointers.structured === null
          ? undefined
          : format.structuredAt(record, pointers.structured),
    };
  }

  #read(ref: LineRef, pointer: string, how: 'inputAt' | 'structuredAt'): unknown {
    const record = this.#bodies.record(ref);
    return record === undefined ? undefined : this.#formatAt(ref)[how](record, pointer);
  }

  #formatAt(ref: LineRef): Format {
    return formatOfFile(this.#bodies.pathOf(ref), this.#format);
  }

  /** Without start-up noise, as far as known; calls that it touched before are read again. */
  #interpret(
    request: Pick<CallRequested, 'tool' | 'input'>,
    result: Pick<CallResulted, 'verdict' | 'content' | 'structured'> | null,
    supplement: unknown,
    callId: string,
  ): Interpretation {
    const call: Interpretable = {
      agent: this.#format.agent,
      tool: request.tool,
      input: request.input,
      outcome:
        result === null
          ? null
          : { verdict: result.verdict, content: result.content, structured: supplement ?? result.structured },
    };
    const { noise } = this.#noise;
    const light = interpretLightly(call);
    if (light.leading === null) return light;
    this.#noise.note(callId, light.leading.lines, light.leading.program);
    for (const touched of this.#noise.takeTouched()) this.#readAgain(touched);
    return light.leading.lines.some((line) => noise.has(line)) ? interpretLightly({ ...call, noise }) : light;
  }

  #readAgain(callId: string): void {
    const entry = this.#entries.get(callId);
    if (entry !== undefined) entry.ready = null;
    this.#reread.add(callId);
  }
}
