// Tracks whether calls were requested in the order in which they were first seen. Nearly all were, and then a long session can be
// streamed in file order without sorting.

import { compareRefs, type LineRef } from '../model/source.ts';
import type { CallFacts } from './facts.ts';

export class ArrivalOrder {
  readonly #strays = new Set<string>();
  #last: LineRef | null = null;

  /**
   * Calls that were requested out of order, or more than once. All others are in the order they were first seen, except for those
   * on one line.
   */
  get strays(): ReadonlySet<string> {
    return this.#strays;
  }

  /** A call is requested; `newest` was first seen last. */
  requested({ callId, requests }: CallFacts, ref: LineRef, newest: string | null): void {
    const isNext = callId === newest && (this.#last === null || compareRefs(this.#last, ref) <= 0);
    if (isNext && requests.length === 0) this.#last = ref;
    else this.#strays.add(callId);
  }

  /** Hooks reported a call: until its request is read, its place is theirs. */
  heard({ callId, requests }: CallFacts): void {
    if (requests.length === 0) this.#strays.add(callId);
  }
}
