// Tests questions about many calls at once: columns and examining every call give the same answers.

import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { generateLibrary } from '../../bench/generate/library.ts';
import type { Filter } from '../../src/model/filter/filter.ts';
import { parseFilter } from '../../src/model/filter/parse-filter.ts';
import type { Session } from '../../src/model/session.ts';
import { readSessions } from '../../src/reading/many-sessions/read-library.ts';
import { discover } from '../../src/sources/discover.ts';
import { CALL_SORTS, type CallOrder, NEWEST_FIRST, sortValue } from '../../src/store/questions/call-order.ts';
import type { CallQuestion } from '../../src/store/questions/call-question.ts';
import type { CallPage, CallWithPaths } from '../../src/store/questions/calls.ts';
import type { BackgroundWork } from '../../src/store/questions/stats.ts';
import { type OpenedIndex, openIndex } from '../../src/store/sqlite/open-index.ts';
import { callStats } from '../../src/store/sqlite/queries/call-stats.ts';
import { dailyStats } from '../../src/store/sqlite/queries/daily-stats.ts';
import { wordsOf } from '../../src/store/sqlite/queries/engine.ts';
import { FindCalls } from '../../src/store/sqlite/queries/find-calls.ts';
import { hookStats } from '../../src/store/sqlite/queries/hook-stats.ts';
import { newestKeys } from '../../src/store/sqlite/queries/newest-keys.ts';
import { permissionStats } from '../../src/store/sqlite/queries/permission-stats.ts';
import { timeline } from '../../src/store/sqlite/queries/timeline.ts';
import { SqliteQuestions } from '../../src/store/sqlite/sqlite-questions.ts';
import { TOOL_FAMILIES } from '../../src/tools/traits.ts';
import { threeDigits } from '../support/three-digits.ts';
import { indexOnce, LONG_AFTER, newFolder } from './support.ts';

describe('questions about many calls', () => {
  const folder = newFolder();
  const logs = newFolder();
  const sessions: Session[] = [];
  let opened: OpenedIndex;

  beforeAll(async () => {
    generateLibrary({ dir: logs, bytes: 12e6, seed: 'stats' });
    await indexOnce(folder, [logs]);
    for await (const session of readSessions(await discover([logs]), { now: LONG_AFTER })) sessions.push(session);
    opened = openIndex(folder);
    return () => opened.database.close();
  });

  function question(text: string): { filter: Filter; places: string[]; families: typeof TOOL_FAMILIES } {
    const parsed = parseFilter(text, { now: LONG_AFTER });
    if (!parsed.ok) throw new Error(text);
    return { filter: parsed.filter, places: [logs], families: TOOL_FAMILIES };
  }

  /** Three ways to ask about every call: with nothing to decide, in brief, and so that only looking at a call decides. */
  const EVERYTHING = ['', 'tool:*', 'turn:>=0 OR turn:<0'];

  it.each(['tool', 'model', 'agent', 'project'] as const)('sums up calls by %s, whichever way', (by) => {
    const [sums, counted, looked] = EVERYTHING.map((text) => callStats(opened.database, question(text), by));
    expect(sums?.length).toBeGreaterThan(0);
    expect(sums?.reduce((sum, { calls }) => sum + calls, 0)).toBe(sessions.flatMap(({ calls }) => calls).length);
    expect(counted).toEqual(sums);
    expect(looked).toEqual(sums);
  });

  it('sums up days, whichever way, in the time zone that is wanted', () => {
    const utc = (at: number): string => new Date(at).toISOString().slice(0, 10);
    const [sums, counted, looked] = EVERYTHING.map((text) => dailyStats(opened.database, question(text), utc));
    const calls = sessions.flatMap((session) => session.calls);
    expect(sums?.map(({ day }) => day)).toEqual(
      sums?.map(({ day }) => day).toSorted((a, b) => ((a ?? '') < (b ?? '') ? 1 : -1)),
    );
    for (const { day, calls: count, refused } of sums ?? []) {
      const inside = calls.filter(({ requestedAt }) => (requestedAt === null ? null : utc(requestedAt)) === day);
      const no = inside.filter(({ status }) => status === 'rejected' || status === 'denied');
      expect([count, refused]).toEqual([inside.length, no.length]);
    }
    expect(counted).toEqual(sums);
    expect(looked).toEqual(sums);
  });

  it('draws the same timeline, whichever way', () => {
    const [sums, counted, looked] = EVERYTHING.map((text) => timeline(opened.database, question(text), 20));
    expect(counted).toEqual(looked);
    expect(sums).toEqual(counted);
  });

  it('tells background work page by page, the latest first', async () => {
    const { stats } = new SqliteQuestions(opened.database);
    const started = sessions.flatMap(({ calls }) => calls.filter(({ background }) => background !== null));
    expect(started.length).toBeGreaterThan(2);
    for (const text of EVERYTHING) {
      const found: BackgroundWork[] = [];
      let page = await stats.background(question(text), { limit: 2 });
      for (;;) {
        found.push(...page.work);
        if (page.next === null) break;
        expect(page.work.length).toBe(2);
        page = await stats.background(question(text), { limit: 2, after: page.next });
      }
      expect(found.map(({ call }) => call.callId).sort()).toEqual(started.map(({ callId }) => callId).sort());
      const times = found.map(({ call }) => call.requestedAt ?? 0);
      expect(times).toEqual(times.toSorted((a, b) => b - a));
      for (const { call, endedVia, tookMs } of found) {
        expect(endedVia).toBe(call.background?.endedVia ?? null);
        if (endedVia === null) expect(tookMs).toBeNull();
      }
    }
  });

  it('narrows hooks and permissions to the calls that fit', () => {
    const { database } = opened;
    const shells = permissionStats(database, question('tool:Bash'));
    expect(shells).toEqual(permissionStats(database, question('tool:Bas?')));
    expect(shells).toEqual(
      permissionStats(database, question('')).filter(({ toolId }) => toolId === 'shell' && shells.length > 0),
    );
    const withTool = hookStats(database, question('tool:Bash'));
    expect(withTool).toEqual(hookStats(database, question('tool:Bas?')));
    const runs = (stats: readonly { readonly runs: number }[]): number =>
      stats.reduce((sum, { runs: n }) => sum + n, 0);
    const shellHooks = sessions.flatMap(({ calls }) =>
      calls.filter(({ toolId, tool }) => toolId === 'shell' || tool === 'Bash').flatMap(({ hooks }) => hooks),
    );
    expect(runs(withTool)).toBe(shellHooks.length);
  });

  it('walks through calls newest first, however few fit, and goes on after any of them', () => {
    const { database } = opened;
    for (const text of ['', 'is:failed', 'is:lost', 'tool:Bash', 'tool:Bas?', 'code:no-such-code']) {
      const asked = question(text);
      const whole = [...new FindCalls(database, wordsOf(database), asked).batches(3)].flat();
      const times = whole.map(({ call }) => call.requestedAt ?? Number.NEGATIVE_INFINITY);
      expect(times).toEqual(times.toSorted((a, b) => b - a));
      const middle = whole[Math.floor(whole.length / 2)];
      if (middle === undefined) continue;
      const after = { value: String(middle.call.requestedAt ?? ''), key: middle.key };
      const rest = [...new FindCalls(database, wordsOf(database), asked, { after }).batches(3)]
        .flat()
        .map(({ key }) => key);
      expect(rest).toEqual(whole.slice(Math.floor(whole.length / 2) + 1).map(({ key }) => key));
    }
  });

  const inPages = async (asked: CallQuestion, order: CallOrder): Promise<CallWithPaths[]> => {
    const { calls } = new SqliteQuestions(opened.database);
    const found: CallWithPaths[] = [];
    let after: CallPage['next'] = null;
    do {
      const page: CallPage = await calls.page(asked, { limit: 7, after, order });
      found.push(...page.calls);
      after = page.next;
    } while (after !== null);
    return found;
  };

  it('sorts by any column over all pages, each call once, those without a value last', async () => {
    for (const text of ['', 'is:ok', 'tool:Bas?']) {
      const asked = question(text);
      const nameOf = ({ agent, session, callId, occurrence }: CallWithPaths['call']): string =>
        `${agent} ${session} ${callId} ${occurrence}`;
      const all = new Set((await inPages(asked, NEWEST_FIRST)).map(({ call }) => nameOf(call)));
      for (const by of CALL_SORTS) {
        for (const isDown of [true, false]) {
          const order = { by, isDown };
          const found = await inPages(asked, order);
          expect(new Set(found.map(({ call }) => nameOf(call)))).toEqual(all);
          expect(found.length).toBe(all.size);
          const values = found.map(({ call }) => sortValue(order, call));
          const known = values.filter((value) => value !== '');
          expect(values.slice(0, known.length)).toEqual(known);
          const isNumber = by === 'at' || by === 'ms' || by === 'bytes';
          const sorted = isNumber
            ? known.toSorted((a, b) => Number(a) - Number(b))
            : known.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
          expect([by, isDown, known]).toEqual([by, isDown, isDown ? sorted.toReversed() : sorted]);
        }
      }
    }
  });

  it('finds the same calls in the same order, however many it finds at once', () => {
    const asked = question('is:ok');
    const whole = new FindCalls(opened.database, wordsOf(opened.database), asked).keys();
    for (const atFirst of [1, 7, 50]) {
      expect([...newestKeys(opened.database, asked, null, { atFirst })].map(({ key }) => key)).toEqual(whole);
    }
  });

  it('keeps three digits of a duration', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e12, noNaN: true }), (ms) => {
        const rounded = threeDigits(ms) ?? -1;
        expect(Math.abs(rounded - ms)).toBeLessThanOrEqual(Math.max(0.5, ms * 0.005));
        expect(threeDigits(rounded)).toBe(rounded);
      }),
    );
  });
});
