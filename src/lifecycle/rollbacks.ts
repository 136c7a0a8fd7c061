// Which turns were rolled back. Rollbacks add up: each takes its turns from those that remain.

import type { ThreadId } from '../model/observation.ts';
import { compareRefs, type LineRef } from '../model/source.ts';

export interface Rollback {
  readonly thread: ThreadId;
  readonly turns: number;
  readonly ref: LineRef;
}

/** Per thread: turns that were rolled back, with the line that says so. */
export type TakenBack = ReadonlyMap<ThreadId, ReadonlyMap<number, LineRef>>;

function takenBackIn(starts: readonly LineRef[], rollbacks: readonly Rollback[]): Map<number, LineRef> {
  const gone = new Map<number, LineRef>();
  const standing: number[] = [];
  let begun = 0;
  for (const { ref, turns } of rollbacks.toSorted((a, b) => compareRefs(a.ref, b.ref))) {
    for (;;) {
      const start = starts[begun];
      // What precedes the first prompt belongs to the first turn.
      if (begun > 0 && (start === undefined || compareRefs(start, ref) > 0)) break;
      begun++;
      standing.push(begun);
    }
    const kept = Math.max(0, standing.length - turns);
    for (const turn of standing.splice(kept)) gone.set(turn, ref);
  }
  return gone;
}

/** `startsOf` gives the starts of a thread's turns, in file order. */
export function takenBack(
  rollbacks: readonly Rollback[],
  startsOf: (thread: ThreadId) => readonly LineRef[],
): TakenBack {
  const threads = new Set(rollbacks.map(({ thread }) => thread));
  const own = (thread: ThreadId): Rollback[] => rollbacks.filter((rollback) => rollback.thread === thread);
  return new Map([...threads].map((thread) => [thread, takenBackIn(startsOf(thread), own(thread))]));
}
