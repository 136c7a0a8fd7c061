// Projects all calls of a session in batches, in file order: a long session is in memory only as facts, fewer with every batch.

import { compareRefs, type LineRef, sameRef } from '../model/source.ts';
import type { ToolCall } from '../model/tool-call.ts';
import { drafter } from './drafts.ts';
import { callOf, inOrder, type ProjectionContext, tablesOf } from './project.ts';
import type { SessionFold } from './reduce.ts';

/** Some 100 KB of calls. */
const CALLS_IN_PART = 64;

/** How many of the calls, which are in file order, are on earlier lines. */
function countBefore(calls: readonly ToolCall[], line: LineRef): number {
  const next = calls.findIndex(({ bodies }) => compareRefs(bodies.input, line) >= 0);
  return next === -1 ? calls.length : next;
}

/** All calls, for the last time. The fold has read the whole session in one go. */
export function* projectParts(
  fold: SessionFold,
  context: ProjectionContext,
  callsInPart = CALLS_IN_PART,
): Generator<readonly ToolCall[]> {
  fold.takeChanged();
  const session = tablesOf(fold, context);
  let part: ToolCall[] = [];
  const draft = drafter(fold, context, [], true, (made) => part.push(callOf(made, session)));
  const { strays } = fold.order;
  for (const callId of strays) draft(callId);
  const late = inOrder(part);
  part = [];
  for (const callId of fold.calls.ids()) {
    if (strays.has(callId)) continue;
    draft(callId);
    const last = part.at(-1);
    const before = part.at(-2);
    if (part.length <= callsInPart || last === undefined || before === undefined) continue;
    const { input } = last.bodies;
    // Calls of one line stay together: their pointers give their order.
    if (sameRef(before.bodies.input, input)) continue;
    part.pop();
    yield inOrder(part.concat(late.splice(0, countBefore(late, input))));
    part = [last];
  }
  if (part.length + late.length > 0) yield inOrder(part.concat(late));
}
