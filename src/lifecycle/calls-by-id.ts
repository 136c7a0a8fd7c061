// The facts of all calls of a session, by call id. Those that were touched last are at hand as objects; the others
// rest, packed, so that a session of a hundred thousand calls takes little more room than its ids.

import { type CallFacts, emptyFacts } from './facts.ts';
import { NumberedTexts } from './numbered-texts.ts';
import { packFacts, unpackFacts } from './packed-facts.ts';

/** Up to so many calls none rests: few sessions have more, and the others are read as fast as they can be. */
const SHORT_SESSION = 1024;

/**
 * In longer ones, calls that are at hand, at the most; half of them are packed when there are more. So few that most are
 * packed before the engine takes them for long-lived: then they leave nothing behind that it clears away late.
 */
const AWAKE_MAX = 512;

/** Plain data, for keeping a book over a restart: in the order the calls were first heard of. */
export interface CallsByIdState {
  readonly ids: readonly string[];
  /** Packed. */
  readonly facts: readonly string[];
  readonly texts: readonly string[];
}

/** What others may ask. Facts are for reading: those of a call at rest are a copy. */
export interface KnownCalls {
  readonly size: number;
  get(callId: string): CallFacts | undefined;
  values(): Iterable<CallFacts>;
}

export class CallsById implements KnownCalls {
  /** A text where the call rests. */
  readonly #calls = new Map<string, CallFacts | string>();
  readonly #texts: NumberedTexts;
  /** Ids of those at hand, the longest first. */
  #awake: string[] = [];
  #newest: string | null = null;

  constructor(state?: CallsByIdState) {
    this.#texts = new NumberedTexts(state?.texts);
    for (const [i, callId] of (state?.ids ?? []).entries()) this.#calls.set(callId, state?.facts[i] ?? '');
  }

  get size(): number {
    return this.#calls.size;
  }

  /** The call that was first heard of last. */
  get newest(): string | null {
    return this.#newest;
  }

  /** How many are at hand as objects. */
  get awake(): number {
    return this.#awake.length;
  }

  /** All calls, packed; those at hand stay there. */
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

  /** For the last time: the call is gone from the book, and the book takes no more. */
  take(callId: string): CallFacts | undefined {
    const facts = this.get(callId);
    this.#calls.delete(callId);
    return facts;
  }

  /** The call's facts, to be added to at once: none are held on to while others are asked for. */
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

  /** All but the last. */
  #rest(): void {
    const resting = this.#awake.length - AWAKE_MAX / 2;
    for (const callId of this.#awake.slice(0, resting)) {
      const known = this.#calls.get(callId);
      if (typeof known === 'object') this.#calls.set(callId, packFacts(known, this.#texts));
    }
    this.#awake = this.#awake.slice(resting);
  }
}
