// When calls are interpreted: as soon as request and result have both been read, so that bodies need not be kept; and again from the
// log for the few that came in another order.

import type { JsonObject } from '../base/json.ts';
import type { Format } from '../formats/format.ts';
import { formatOfFile } from '../formats/registry.ts';
import type { CallFacts, RequestFact, ResultFact, SupplementFact } from '../lifecycle/facts.ts';
import { NoiseLines, type NoiseState } from '../lifecycle/noise-lines.ts';
import { NumberedTexts } from '../lifecycle/numbered-texts.ts';
import type { Paired } from '../lifecycle/pair.ts';
import type { Interpretation, WorkFailed } from '../model/interpretation.ts';
import type { CallRequested, CallResulted, Observation, ResultSupplemented } from '../model/observation.ts';
import type { Failure } from '../model/outcome.ts';
import { isLonger, type LineRef, sameRef } from '../model/source.ts';
import { failureAtEnd, type Interpretable, interpretLightly } from '../tools/interpret.ts';
import { isOf, packReady, type Ready, readyOf, unpackReady } from './packed-reading.ts';

/** Records by their place, and the files they are in. */
export interface Bodies {
  record(ref: LineRef): JsonObject | undefined;
  pathOf(ref: LineRef): string;
}

/** Inputs waiting for their result are kept up to this many bytes of log; beyond it they are read again when needed. */
const KEPT_BYTES = 32 * 1024 * 1024;

/** How many readings of reported calls are kept: a call that changes usually does so soon. */
const KEPT_READINGS = 4096;

/** Up to this many calls no reading is packed: few sessions have more, and these are read as fast as possible. */
const SHORT_SESSION = 1024;

/** In longer sessions, most readings kept as objects; half of them are packed when there are more. */
const AWAKE_MAX = 512;

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

export class Interpretations {
  readonly #format: Format;
  readonly #bodies: Bodies;
  /** A string if the reading is packed: then nothing else is known. */
  readonly #entries = new Map<string, Entry | string>();
  readonly #texts = new NumberedTexts();
  /** Calls whose readings are to be packed, oldest first. */
  #awake: string[] = [];
  readonly #noise: NoiseLines;
  readonly #reread = new Set<string>();
  #keptBytes = 0;

  constructor(format: Format, bodies: Bodies, noise?: NoiseState) {
    this.#format = format;
    this.#bodies = bodies;
    this.#noise = new NoiseLines(noise);
  }

  /** How many calls are known by objects, and not by a packed reading. */
  get awake(): number {
    let objects = 0;
    for (const entry of this.#entries.values()) if (typeof entry === 'object') objects++;
    return objects;
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

  #known(callId: string): Entry | undefined {
    const known = this.#entries.get(callId);
    if (typeof known !== 'string') return known;
    const ready = unpackReady(known, this.#texts);
    const entry: Entry = { waiting: null, supplement: null, ready, isDoubtful: false };
    this.#entries.set(callId, entry);
    return entry;
  }

  #entry(callId: string): Entry {
    const known = this.#known(callId);
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
    const entry = this.#known(result.callId);
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
    this.#keep(result.callId, entry, readyOf(request.ref, result.ref, supplement?.ref ?? null, light));
  }

  #keep(callId: string, entry: Entry, ready: Ready): void {
    entry.ready = ready;
    if (this.#awake.push(callId) > AWAKE_MAX && this.#entries.size > SHORT_SESSION) this.#rest();
  }

  /** Packs all but the last readings. Those that may say something about another call's task stay objects: they are asked for it. */
  #rest(): void {
    const resting = this.#awake.length - AWAKE_MAX / 2;
    for (const callId of this.#awake.slice(0, resting)) {
      const entry = this.#entries.get(callId);
      if (typeof entry !== 'object' || entry.ready === null || entry.waiting !== null) continue;
      if (entry.isDoubtful || entry.ready.light.task !== null) continue;
      this.#entries.set(callId, packReady(entry.ready, this.#texts));
    }
    this.#awake = this.#awake.slice(resting);
  }

  /** The reading of a settled pair: kept from the first pass if it saw the same lines, else made from the log. */
  of(facts: CallFacts, pair: Paired, supplement: SupplementFact | null): Interpretation {
    const known = this.#entries.get(facts.callId);
    const ready = typeof known === 'string' ? unpackReady(known, this.#texts) : (known?.ready ?? null);
    const added = supplement?.ref ?? null;
    if (ready !== null && pair.result !== null && isOf(ready, pair.request.ref, pair.result.ref, added)) {
      return ready.light;
    }
    const waiting = typeof known === 'object' ? known.waiting : null;
    const light = this.#again(waiting, pair, supplement);
    // Projecting all calls asks twice: it is not read from the log twice.
    if (pair.result !== null && waiting === null) {
      const read = readyOf(pair.request.ref, pair.result.ref, added, light);
      this.#keep(facts.callId, this.#entry(facts.callId), read);
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
    if (typeof entry === 'string') return false;
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
    for (const [callId, entry] of this.#entries) {
      if (typeof entry === 'string' || entry.waiting === null) this.#entries.delete(callId);
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
    const entry = this.#known(callId);
    if (entry !== undefined) entry.ready = null;
    this.#reread.add(callId);
  }
}
