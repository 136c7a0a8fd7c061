// The facts of all calls of a session, by call id. The last touched are kept as objects; the others are packed, so that a session
// of a hundred thousand calls takes little more memory than its ids.

import { type CallFacts, emptyFacts } from './facts.ts';
import { NumberedTexts } from './numbered-texts.ts';
import { packFacts, unpackFacts } from './packed-facts.ts';

/** Up to this many calls none is packed: few sessions have more, and these are read as fast as possible. */
const SHORT_SESSION = 1024;

/**
 * In longer sessions, most calls kept as objects; half of them are packed when there are more. So few that most are packed before
 * the engine promotes them to its old generation: then they leave no garbage that is collected late.
 */
const AWAKE_MAX = 512;

/** Plain data, for a restart: in the order in which the calls were first seen. */
export interface CallsByIdState {
  readonly ids: readonly string[];
  /** Packed. */
  readonly facts: readonly string[];
  readonly texts: readonly string[];
}

/** The read-only view. Do not modify facts: those of a packed call are a copy. */
export interface KnownCalls {
  readonly size: number;
  get(callId: string): CallFacts | undefined;
  values(): Iterable<CallFacts>;
}

export class CallsById implements KnownCalls {
  /** A string if the call is packed. */
  readonly #calls = new Map<string, CallFacts | string>();
  readonly #texts: NumberedTexts;
  /** Ids of the calls kept as objects, oldest first. */
  #awake: string[] = [];
  #newest: string | null = null;

  constructor(state?: CallsByIdState) {
    this.#texts = new NumberedTexts(state?.texts);
    for (const [i, callId] of (state?.ids ?? []).entries()) this.#calls.set(callId, state?.facts[i] ?? '');
  }

  get size(): number {
    return this.#calls.size;
  }

  /** The call that was first seen last. */
  get newest(): string | null {
    return this.#newest;
  }

  /** How many are kept as objects. */
  get awake(): number {
    return this.#awake.length;
  }

  /** All calls, packed; the objects are kept. */
  save(): CallsByIdState {
    const ids: string[] = [];
    const facts: string[] = [];
    for (const [callId, known] of this.#calls) {
      ids.push(callId);
      facts.push(typeof known === 'string' ? known : packFacts(known, this.#texts));
    }
    return { ids, facts, texts: this.#texts.save() };
  }

  get(callId: string): CallFacts | undefined {
    const known = this.#calls.get(callId);
    return typeof known === 'string' ? unpackFacts(callId, known, this.#texts) : known;
  }

  ids(): Iterable<string> {
    return this.#calls.keys();
  }

  *values(): Generator<CallFacts> {
    for (const [callId, known] of this.#calls) {
      yield typeof known === 'string' ? unpackFacts(callId, known, this.#texts) : known;
    }
  }

  /** Removes the call: no more calls can be added afterwards. */
  take(callId: string): CallFacts | undefined {
    const facts = this.get(callId);
    this.#calls.delete(callId);
    return facts;
  }

  /** The call's facts, to be added to at once: do not hold them while opening others. */
  open(callId: string): CallFacts {
    const known = this.#calls.get(callId);
    if (typeof known === 'object') return known;
    if (this.#awake.length >= AWAKE_MAX && this.#calls.size >= SHORT_SESSION) this.#rest();
    const facts = known === undefined ? emptyFacts(callId) : unpackFacts(callId, known, this.#texts);
    if (known === undefined) this.#newest = callId;
    this.#calls.set(callId, facts);
    this.#awake.push(callId);
    return facts;
  }

  /** Packs all but the last ones. */
  #rest(): void {
    const resting = this.#awake.length - AWAKE_MAX / 2;
    for (const callId of this.#awake.slice(0, resting)) {
      const known = this.#calls.get(callId);
      if (typeof known === 'object') this.#calls.set(callId, packFacts(known, this.#texts));
    }
    this.#awake = this.#awake.slice(resting);
  }
}
