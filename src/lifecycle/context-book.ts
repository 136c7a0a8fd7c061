// Owns what compactions leave behind: where each thread was compacted last, and which of its calls were asked for since.
// Only those can change when it is compacted again, so that a session of many compactions costs no more for each.

import type { ThreadId } from '../model/observation.ts';
import { compareRefs, type LineRef } from '../model/source.ts';
import type { CallFacts } from './facts.ts';

interface Asked {
  readonly callId: string;
  readonly ref: LineRef;
}

export class ContextBook {
  readonly #compactedAt = new Map<ThreadId, LineRef>();
  /** In the order they were read. */
  readonly #asked = new Map<ThreadId, Asked[]>();
  readonly #tracking: boolean;

  /** Without `tracking`, nobody will ask which calls a compaction left behind. */
  constructor(
    compactions: Iterable<{ readonly thread: ThreadId; readonly ref: LineRef }>,
    calls: Iterable<CallFacts>,
    tracking: boolean,
  ) {
    this.#tracking = tracking;
    for (const { thread, ref } of compactions) this.compacted(thread, ref);
    for (const { callId, requests } of calls) {
      for (const { thread, ref } of requests) this.requested(callId, thread, ref);
    }
  }

  isLeftBehind(thread: ThreadId, ref: LineRef): boolean {
    const last = this.#compactedAt.get(thread);
    return last !== undefined && compareRefs(ref, last) < 0;
  }

  requested(callId: string, thread: ThreadId, ref: LineRef): void {
    if (!this.#tracking || this.isLeftBehind(thread, ref)) return;
    const asked = this.#asked.get(thread);
    if (asked === undefined) this.#asked.set(thread, [{ callId, ref }]);
    else asked.push({ callId, ref });
  }

  /** The calls that are left behind by this compaction, and were not by an earlier one. */
  compacted(thread: ThreadId, ref: LineRef): string[] {
    if (this.isLeftBehind(thread, ref)) return [];
    this.#compactedAt.set(thread, ref);
    const asked = this.#asked.get(thread) ?? [];
    const left = asked.filter((call) => this.isLeftBehind(thread, call.ref));
    if (left.length > 0) {
      this.#asked.set(
        thread,
        asked.filter((call) => !this.isLeftBehind(thread, call.ref)),
      );
    }
    return left.map(({ callId }) => callId);
  }
}
