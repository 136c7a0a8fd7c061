// Whether calls were asked for in the order in which they entered the book of calls. Nearly all were: then the calls of a
// long session can be handed out in file order, one after the other, without looking at all of them first.

import { compareRefs, type LineRef } from '../model/source.ts';
import type { CallFacts } from './facts.ts';

export class CallOrder {
  readonly #strays = new Set<string>();
  #last: LineRef | null = null;

  /**
   * Calls that stand elsewhere than their place in the book says, or more than once. All others stand in the order of the
   * book, but for those on one line.
   */
  get strays(): ReadonlySet<string> {
    return this.#strays;
  }

  /** A call is asked for; `newest` entered the book last. */
  requested({ callId, requests }: CallFacts, ref: LineRef, newest: string | null): void {
    const isNext = callId === newest && (this.#last === null || compareRefs(this.#last, ref) <= 0);
    if (isNext && requests.length === 0) this.#last = ref;
    else this.#strays.add(callId);
  }

  /** Hooks told of a call: until its request is read, where it stands is where they did. */
  heard({ callId, requests }: CallFacts): void {
    if (requests.length === 0) this.#strays.add(callId);
  }
}
