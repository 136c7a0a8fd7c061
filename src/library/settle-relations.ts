// Settles what sessions say of each other in the index, by the rules that reading has: titles, and which calls are copies.

import { originalsOf, ranked } from '../lifecycle/copies.ts';
import type { IndexStore } from '../store/index/index-store.ts';

/** Settles every session of which something may have changed, with all that it shares calls with. */
export async function settleRelations(store: IndexStore): Promise<void> {
  await store.settleTitles();
  const settled = new Set<number>();
  for (const session of await store.staleCopies()) {
    if (settled.has(session)) continue;
    const order = ranked(await store.family(session));
    for (const { session: member } of order) settled.add(member.pk);
    const originals = new Map<number, number>();
    for (const [copy, original] of originalsOf(order.map(({ session: member }) => member))) {
      originals.set(copy.pk, original.pk);
    }
    await store.settleFamily(
      order.map(({ session: { pk }, ownAt }) => ({ pk, ownAt })),
      originals,
    );
  }
}
