// Where each thread was last compacted, and which of its calls were requested since. Only those can change when it is compacted
// again, so that each of many compactions costs no more than the first.

import type { ThreadId } from '../model/observation.ts';
import { compareRefs, type LineRef } from '../model/source.ts';

interface Asked {
  readonly callId: string;
  readonly ref: LineRef;
}

/** Plain data, for a restart. */
export interface ContextState {
  readonly compactedAt: Map<ThreadId, LineRef>;
  /** In reading order. */
  readonly asked: Map<ThreadId, Asked[]>;
}

export class ContextTracker {
  readonly #compactedAt: ContextState['compactedAt'];
  readonly #asked: ContextState['asked'];
  readonly #tracking: boolean;

  /** Without `tracking`, `compacted` is never asked. */
  constructor(tracking: boolean, state?: ContextState) {
    this.#tracking = tracking;
    this.#compactedAt = state?.compactedAt ?? new Map();
    this.#asked = state?.asked ?? new Map();
  }

  save(): ContextState {
    return { compactedAt: this.#compactedAt, asked: this.#asked };
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

  /** The calls left behind by this compaction, and not by an earlier one. */
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
