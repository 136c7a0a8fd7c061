// Tests summaries of calls against the same sums over calls in memory.

import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { generateLibrary } from '../../bench/generate/library.ts';
import { errorClasses } from '../../src/library/error-classes.ts';
import type { Filter } from '../../src/model/filter/filter.ts';
import { parseFilter } from '../../src/model/filter/parse-filter.ts';
import { isUnexpectedFailure } from '../../src/model/outcome.ts';
import { recoveriesIn } from '../../src/model/recoveries.ts';
import type { Session } from '../../src/model/session.ts';
import type { HookRun } from '../../src/model/tool-call.ts';
import { readSessions } from '../../src/reading/many-sessions/read-library.ts';
import { discover } from '../../src/sources/discover.ts';
import type { SessionRow } from '../../src/store/questions/sessions.ts';
import { hookWord } from '../../src/store/questions/stats.ts';
import { bucketWidth } from '../../src/store/questions/time-buckets.ts';
import { type OpenedIndex, openIndex } from '../../src/store/sqlite/open-index.ts';
import { fittingSessions } from '../../src/store/sqlite/queries/fitting-sessions.ts';
import { hookStats } from '../../src/store/sqlite/queries/hook-stats.ts';
import { permissionStats } from '../../src/store/sqlite/queries/permission-stats.ts';
import { timeline } from '../../src/store/sqlite/queries/timeline.ts';
import { toolStats } from '../../src/store/sqlite/queries/tool-stats.ts';
import { turnHooks } from '../../src/store/sqlite/queries/turn-hooks.ts';
import { SqliteQuestions } from '../../src/store/sqlite/sqlite-questions.ts';
import { TOOL_FAMILIES } from '../../src/tools/traits.ts';
import { storeOver } from '../support/sqlite-database.ts';
import { threeDigits } from '../support/three-digits.ts';
import { indexOnce, LONG_AFTER, newFolder } from './support.ts';

const ALL: Filter = { type: 'all' };

describe('questions', () => {
  const folder = newFolder();
  const logs = newFolder();
  const sessions: Session[] = [];
  let opened: OpenedIndex;

  beforeAll(async () => {
    generateLibrary({ dir: logs, bytes: 5e6, seed: 'questions' });
    await indexOnce(folder, [logs]);
    for await (const session of readSessions(await discover([logs]), { now: LONG_AFTER })) sessions.push(session);
    opened = openIndex(folder);
    return () => opened.database.close();
  });

  const question = (filter: Filter) => ({ filter, places: [logs], families: TOOL_FAMILIES });

  it('counts what the index holds', async () => {
    const totals = await new SqliteQuestions(opened.database).health.totals();
    expect(totals).toMatchObject({
      sessions: sessions.length,
      calls: sessions.reduce((sum, { calls }) => sum + calls.length, 0),
      files: sessions.reduce((sum, { sources }) => sum + sources.length, 0),
      goneFiles: 0,
      logBytes: sessions.flatMap(({ sources }) => sources).reduce((sum, { bytes }) => sum + bytes, 0),
    });
    expect(totals.indexBytes).toBeGreaterThan(10_000);
  });

  it('lists every session once, newest first, in pages of any size', async () => {
    const { sessions: list } = new SqliteQuestions(opened.database);
    const asked = question(ALL);
    const found: SessionRow[] = [];
    let page = await list.page(asked, { limit: 3 });
    for (;;) {
      found.push(...page.sessions);
      if (page.next === null) break;
      page = await list.page(asked, { limit: 3, after: page.next });
    }
    expect(found.map(({ lastAt }) => lastAt)).toEqual(
      found.map(({ lastAt }) => lastAt).toSorted((a, b) => (b ?? 0) - (a ?? 0)),
    );
    expect(found.map(({ id, calls, failures }) => [id, calls, failures]).sort()).toEqual(
      sessions.map(({ id, calls }) => [id, calls.length, calls.filter(isUnexpectedFailure).length]).sort(),
    );
    const [first] = found;
    expect(await list.get({ agent: first?.agent ?? '', id: first?.id ?? '' })).toEqual(first);
    expect(await list.page({ ...asked, places: [`${logs}-other`] }, { limit: 3 })).toEqual({
      sessions: [],
      next: null,
      total: 0,
    });
  });

  it('takes the tokens of a session for those it shows', async () => {
    const list = new SqliteQuestions(opened.database).sessions;
    const { sessions: rows } = await list.page(question(ALL), { limit: 1000 });
    const sums = rows.map(({ tokens }) => tokens.input + tokens.output + tokens.cacheRead + tokens.cacheWrite);
    const middle = sums.toSorted((a, b) => a - b)[Math.floor(sums.length / 2)] ?? 0;
    const fitting = (text: string): number => {
      const parsed = parseFilter(text, { now: 0 });
      if (!parsed.ok) throw new Error(text);
      return fittingSessions(opened.database, question(parsed.filter)).size;
    };
    expect(middle).toBeGreaterThan(0);
    expect(fitting(`tokens:>${middle}`)).toBe(sums.filter((sum) => sum > middle).length);
    const busy = fitting('tool:Bash,exec_command');
    expect(fitting('tool:Bash,exec_command tokens:>=0')).toBe(busy);
    expect(fitting('tool:Bash,exec_command tokens:<0')).toBe(0);
    expect(fitting(`tool:Bash,exec_command tokens:>${middle}`)).toBeGreaterThan(0);
  });

  it('sums up tools', () => {
    const shells = sessions.flatMap(({ agent, calls }) =>
      agent === 'claude-code' ? calls.filter(({ toolId }) => toolId === 'shell') : [],
    );
    const ms = shells.flatMap(({ duration }) => duration?.ms ?? []).sort((a, b) => a - b);
    const failures = shells.filter(isUnexpectedFailure).length;
    const finished = shells.filter(({ status }) => status === 'ok' || status === 'error').length;
    const found = toolStats(opened.database, question(ALL));
    expect(found.find(({ agent, toolId }) => agent === 'claude-code' && toolId === 'shell')).toMatchObject({
      calls: shells.length,
      failures,
      failureRate: failures / finished,
      refused: shells.filter(({ status }) => status === 'rejected' || status === 'denied').length,
      durations: {
        known: ms.length,
        exact: shells.filter(({ duration }) => duration?.bound === 'exact').length,
        p50Ms: threeDigits(ms[Math.ceil(ms.length / 2) - 1] ?? -1),
        p95Ms: threeDigits(ms[Math.ceil(ms.length * 0.95) - 1] ?? -1),
      },
    });
    expect(found.reduce((sum, { calls }) => sum + calls, 0)).toBe(
      sessions.reduce((sum, { calls }) => sum + calls.length, 0),
    );
  });

  it('sums up the same whether SQL decides the filter or not', () => {
    const filters = ['tool:Bash', 'tool:Bas?'].map((text) => parseFilter(text, { now: 0 }));
    const [decided, looked] = filters.map((parsed) =>
      parsed.ok ? toolStats(opened.database, question(parsed.filter)) : [],
    );
    expect(decided?.length).toBeGreaterThan(0);
    expect(looked).toEqual(decided);
  });

  it('gives the attempts of a session as its calls have them', async () => {
    const asked = new SqliteQuestions(opened.database).sessions;
    for (const { agent, id, calls } of sessions) {
      expect(await asked.attempts({ agent, id })).toEqual(
        calls.map(
          ({ callId, occurrence, toolId, target, aim, thread, status, failure, masked, requestedAt, endedAt }) => ({
            callId,
            occurrence,
            toolId,
            target,
            aim,
            thread,
            status,
            failure: failure === null ? null : { ...failure, message: '' },
            masked,
            requestedAt,
            endedAt,
          }),
        ),
      );
    }
  });

  it('puts calls into spans of time', () => {
    const { bucketMs, buckets, undated } = timeline(opened.database, question(ALL), 50);
    const calls = sessions.flatMap((session) => session.calls);
    expect(undated).toBe(calls.filter(({ requestedAt }) => requestedAt === null).length);
    expect(buckets.length).toBeLessThanOrEqual(50);
    for (const { fromMs, calls: count, failures } of buckets) {
      const inside = calls.filter(
        ({ requestedAt }) => requestedAt !== null && requestedAt >= fromMs && requestedAt < fromMs + bucketMs,
      );
      expect([count, failures]).toEqual([inside.length, inside.filter(isUnexpectedFailure).length]);
    }
    expect(buckets.reduce((sum, bucket) => sum + bucket.calls, 0)).toBe(calls.length - undated);
    const none = timeline(opened.database, { ...question(ALL), places: ['/nowhere'] }, 50);
    expect(none).toEqual({ bucketMs: 0, buckets: [], undated: 0 });
  });

  it('takes the narrowest span that fits', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4e12 }),
        fc.integer({ min: 0, max: 4e11 }),
        fc.integer({ min: 2, max: 500 }),
        (from, length, most) => {
          const width = bucketWidth(from, from + length, most);
          const count = Math.floor((from + length) / width) - Math.floor(from / width) + 1;
          expect(count).toBeLessThanOrEqual(most);
        },
      ),
    );
  });

  it('sums up hooks of calls and of sessions', () => {
    const hooks = sessions.flatMap((session) => [...session.hooks, ...session.calls.flatMap((call) => call.hooks)]);
    const found = hookStats(opened.database, question(ALL));
    expect(hooks.length).toBeGreaterThan(0);
    expect(found.reduce((sum, { runs }) => sum + runs, 0)).toBe(hooks.length);
    expect(found.reduce((sum, { blocked }) => sum + blocked, 0)).toBe(
      hooks.filter(({ outcome }) => outcome === 'blocked' || outcome === 'stopped').length,
    );
    expect(found.reduce((sum, { totalMs }) => sum + totalMs, 0)).toBe(
      hooks.reduce((sum, { durationMs }) => sum + (durationMs ?? 0), 0),
    );
  });

  it('tells which hooks ran for sessions and turns', () => {
    const wordsOf = (hooks: readonly HookRun[]): Set<string> =>
      new Set(hooks.map(({ event, name, command }) => hookWord(event, name, command)));
    const ofTurns = wordsOf(sessions.flatMap(({ hooks }) => hooks));
    const ofCalls = wordsOf(sessions.flatMap(({ calls }) => calls.flatMap(({ hooks }) => hooks)));
    expect(ofTurns.size).toBeGreaterThan(0);
    expect([...ofCalls].some((word) => !ofTurns.has(word))).toBe(true);
    expect(turnHooks(opened.database)).toEqual(ofTurns);
  });

  it('counts decisions about permission', () => {
    const counts: Record<string, number> = {};
    for (const { agent, toolId, permission } of sessions.flatMap(({ calls }) => calls)) {
      if (permission === null) continue;
      const key = `${agent} ${toolId} ${permission.decision} ${permission.by}`;
      counts[key] = (counts[key] ?? 0) + 1;
    }
    const found = permissionStats(opened.database, question(ALL));
    expect(Object.keys(counts).length).toBeGreaterThan(0);
    expect(
      Object.fromEntries(found.map((row) => [`${row.agent} ${row.toolId} ${row.decision} ${row.by}`, row.calls])),
    ).toEqual(counts);
  });

  it('classes failures, and tells how many were recovered from', async () => {
    const classes = await errorClasses(storeOver(opened.database).questions, question(ALL), {
      withExpected: false,
      withMasked: false,
    });
    const failed = sessions.flatMap(({ calls }) => calls.filter(isUnexpectedFailure));
    expect(classes.reduce((sum, { count }) => sum + count, 0)).toBe(failed.length);
    const recovered = sessions.flatMap(({ calls }) => {
      const failures = new Set(calls.filter(isUnexpectedFailure).map(({ callId }) => callId));
      return recoveriesIn(calls).recoveries.filter(({ callId, by }) => by !== null && failures.has(callId));
    });
    expect(classes.reduce((sum, row) => sum + row.recovered, 0)).toBe(recovered.length);
    const withExpected = await errorClasses(storeOver(opened.database).questions, question(ALL), {
      withExpected: true,
      withMasked: false,
    });
    expect(withExpected.filter(({ blame }) => blame !== 'expected')).toEqual(classes);
    const errors = sessions.flatMap(({ calls }) => calls.filter(({ status }) => status === 'error'));
    expect(withExpected.reduce((sum, { count }) => sum + count, 0)).toBe(errors.length);
  });
});
