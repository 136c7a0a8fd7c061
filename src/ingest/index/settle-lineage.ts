// Owns telling copies from originals in the index: by the one rule there is, over the calls in brief.

import { originalsFirst, originalsOf } from '../../lifecycle/copies.ts';
import type { IndexStore, Lineage, LineageCall, LineageSession } from '../../store/index/index-store.ts';

/** When a session first made a call that no relative has too. */
function ownAt({ calls }: LineageSession, seen: ReadonlyMap<string, number>): number | null {
  let first: number | null = null;
  for (const call of calls) {
    if (call.requestedAt === null || (seen.get(nameOf(call)) ?? 0) > 1) continue;
    if (first === null || call.requestedAt < first) first = call.requestedAt;
  }
  return first;
}

function nameOf({ callId, tool, requestedAt }: LineageCall): string {
  return `${callId} ${tool} ${requestedAt}`;
}

export async function settleLineage(store: IndexStore, lineage: Lineage): Promise<void> {
  const sessions = await store.lineage(lineage);
  const seen = new Map<string, number>();
  for (const { calls } of sessions) for (const call of calls) seen.set(nameOf(call), (seen.get(nameOf(call)) ?? 0) + 1);
  const ordered = originalsFirst(sessions);
  const originals = new Map<number, number>();
  for (const [copy, original] of originalsOf(ordered)) originals.set(copy.pk, original.pk);
  await store.settleLineage(
    lineage,
    ordered.map((session) => ({ id: session.id, ownAt: ownAt(session, seen) })),
    originals,
  );
}
