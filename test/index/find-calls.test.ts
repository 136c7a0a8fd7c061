// Tests that a filter finds the same calls in the index as it does in memory, however much of it the engine decides.

import { beforeAll, describe, expect, it } from 'vitest';
import { generateLibrary } from '../../bench/generate/library.ts';
import { compileFilter } from '../../src/model/filter/compile-filter.ts';
import type { Filter } from '../../src/model/filter/filter.ts';
import { sessionFacts } from '../../src/model/filter/session-facts.ts';
import type { Session } from '../../src/model/session.ts';
import { readSessions } from '../../src/reading/many-sessions/read-library.ts';
import { discover } from '../../src/sources/discover.ts';
import { openStoreToRead, type ReadStore } from '../../src/store/open-store.ts';
import { TOOL_FAMILIES } from '../../src/tools/traits.ts';
import { gathered } from '../questions/filled.ts';
import { storeIn } from '../support/engine.ts';
import { EXACT, filterOf, PARTLY } from './filters-of-every-kind.ts';
import { indexOnce, LONG_AFTER, newFolder } from './support.ts';

describe('calls that fit a filter', () => {
  const folder = newFolder();
  const logs = newFolder();
  const sessions: Session[] = [];
  let store: ReadStore;

  beforeAll(async () => {
    generateLibrary({ dir: logs, bytes: 5e6, seed: 'filters' });
    await indexOnce(folder, [logs]);
    store = await openStoreToRead(await storeIn(folder));
    for await (const session of readSessions(await discover([logs]), { now: LONG_AFTER })) sessions.push(session);
    return () => store.close();
  });

  const familyOf = (toolId: string): string | undefined => TOOL_FAMILIES.get(toolId);

  function inMemory(filter: Filter): string[] {
    return sessions.flatMap((session) => {
      const facts = sessionFacts(session, { familyOf });
      return session.calls
        .filter((call) => compileFilter(filter).matches(call, facts))
        .map((call) => `${call.session} ${call.callId} ${call.occurrence}`);
    });
  }

  async function inIndex(filter: Filter): Promise<string[]> {
    const found = await gathered(store.questions.calls.newest({ filter, places: [logs], families: TOOL_FAMILIES }));
    const times = found.map(({ call }) => call.requestedAt ?? 0);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    return found.map(({ call }) => `${call.session} ${call.callId} ${call.occurrence}`);
  }

  it.each([...EXACT, ...PARTLY])('%s', async (text) => {
    const filter = filterOf(text);
    expect((await inIndex(filter)).sort()).toEqual(inMemory(filter).sort());
  });

  it('finds nothing where nothing was found before', async () => {
    const elsewhere = { filter: { type: 'all' }, places: [`${logs}-other`], families: TOOL_FAMILIES } as const;
    expect(await gathered(store.questions.calls.newest(elsewhere))).toEqual([]);
  });
});
