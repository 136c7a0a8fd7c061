// Recomputes insights of sessions that went on, were read in steps, or were judged by other rules or prices.

import type { LogOpener } from '../sources/files/open-log.ts';
import { openLog } from '../sources/kinds/open-source.ts';
import type { IndexStore } from '../store/index-store.ts';
import { insightStamp } from './insights/insight-options.ts';

export async function refreshInsights(store: IndexStore, open: LogOpener = openLog): Promise<void> {
  await store.refreshInsights(insightStamp(), async (session) => {
    // This loads all of reading, which a start with nothing new does not need.
    const { concludedAgain } = await import('./insights/kept-insights.ts');
    return concludedAgain(session, open);
  });
}
