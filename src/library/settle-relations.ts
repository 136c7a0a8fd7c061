// Settles how indexed sessions relate, by the same rules as reading: titles, and which calls are copies.

import { originalsOf, ranked, rankedAlone, sharedIn } from '../lifecycle/copies.ts';
import type { IndexStore, RelatedCall, RelatedSession, SettledFamily } from '../store/index-store.ts';

/** Settles every session that may have changed, with all that it shares calls with. */
export function settleRelations(store: IndexStore): Promise<void> {
  return store.settling(() => settleAll(store));
}

async function settleAll(store: IndexStore): Promise<void> {
  const settled = new Set<number>();
  const { sessions, shared } = await store.staleCopies();
  for (const session of sessions) {
    if (settled.has(session)) continue;
    // Where it is known who shares calls, the family is found at once.
    const alone = shared === undefined ? await newcomer(store, session) : undefined;
    const found = alone ?? wholeFamily(await store.family(session, shared));
    for (const { pk } of found.sessions) settled.add(pk);
    await store.settleFamily(found);
  }
  // Last: sessions that were written while nothing was compared are only now known to be there.
  await store.settleTitles();
}

/** A session that only copies from others leaves them unchanged. Undefined if one of its calls may be the original. */
async function newcomer(store: IndexStore, session: number): Promise<SettledFamily | undefined> {
  const found = await store.newcomer(session);
  // A call it no longer shares may now be another session's own.
  if (found === undefined || found.kept !== sharedIn(found.rank)) return undefined;
  const { family, originRank, twins } = found;
  const { ownAt, rank } = rankedAlone<RelatedCall>(found.session, originRank, ({ pk }) => twins.has(pk));
  const originals = new Map<number, number>();
  for (const [copy, twin] of twins) {
    if (rank < twin.rank) return undefined;
    originals.set(copy, twin.original);
  }
  return { family, sessions: [{ pk: session, ownAt, rank }], originals };
}

function wholeFamily(sessions: readonly RelatedSession[]): SettledFamily {
  const order = ranked(sessions);
  const originals = new Map<number, number>();
  for (const [copy, original] of originalsOf(order.map(({ session }) => session))) originals.set(copy.pk, original.pk);
  const first = order.reduce((least, { session }) => Math.min(least, session.pk), Number.POSITIVE_INFINITY);
  return {
    family: order.length < 2 ? null : first,
    sessions: order.map(({ session: { pk }, ownAt, rank }) => ({ pk, ownAt, rank })),
    originals,
  };
}
