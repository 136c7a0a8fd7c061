// Tests trends: sums by week and group, two spans compared, and that nothing is concluded from little.

import { describe, expect, it } from 'vitest';
import type { CostSum, OutcomeSum } from '../store/questions/trends.ts';
import { weekOf } from '../store/questions/trends.ts';
import { trendsOf } from './trends.ts';

const WHO = { agent: 'claude-code', version: '2.1.0', model: 'm-1', project: '/work/clock' };

function calls(week: string | null, count: number, more: Partial<OutcomeSum> = {}): OutcomeSum {
  const outcome = { status: 'ok', blame: null, code: null, masked: null } as const;
  return { ...WHO, ...outcome, week, calls: count, examined: count, recovered: 0, waits: 0, waitMs: 0, ...more };
}

function failed(week: string, count: number, more: Partial<OutcomeSum> = {}): OutcomeSum {
  return calls(week, count, { status: 'error', blame: 'code', code: 'tests-failed', ...more });
}

function cost(week: string, usd: number | null, more: Partial<CostSum> = {}): CostSum {
  const tokens = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 };
  return { ...WHO, week, usd, requests: 2, unpriced: usd === null ? 2 : 0, ...tokens, ...more };
}

describe('trends', () => {
  it('begin weeks on Mondays, by UTC', () => {
    expect(weekOf(Date.UTC(2026, 0, 26))).toBe('2026-01-26');
    expect(weekOf(Date.UTC(2026, 1, 1, 23, 59))).toBe('2026-01-26');
    expect(weekOf(Date.UTC(2026, 1, 2))).toBe('2026-02-02');
    expect(weekOf(-1)).toBe('1969-12-29');
    expect(weekOf(9e15)).toBeNull();
  });

  it('tell whose failures they were in one order, whatever the order of rows', () => {
    const rows = [
      failed('2026-03-02', 9),
      failed('2026-03-02', 1, { blame: 'agent' }),
      failed('2026-03-02', 5, { blame: 'tool' }),
    ];
    const texts = [rows, rows.toReversed()].map((outcomes) => {
      const { groups } = trendsOf(outcomes, [], { by: [], weeks: 1 });
      return JSON.stringify(groups[0]?.all.blames);
    });
    expect(texts).toEqual(['{"agent":1,"code":9,"tool":5}', '{"agent":1,"code":9,"tool":5}']);
  });

  it('say that it got worse where the numbers show it', () => {
    const outcomes = [
      calls('2026-03-02', 980),
      failed('2026-03-02', 20, { recovered: 15 }),
      calls('2026-03-09', 900),
      failed('2026-03-09', 100, { recovered: 60 }),
    ];
    const { groups, classes, recent, before } = trendsOf(
      outcomes,
      [cost('2026-03-09', 1.5), cost('2026-03-09', null)],
      {
        by: [],
        weeks: 1,
      },
    );
    expect([before, recent]).toEqual([
      { from: '2026-03-02', to: '2026-03-02' },
      { from: '2026-03-09', to: '2026-03-09' },
    ]);
    expect(groups).toHaveLength(1);
    expect(groups[0]).toMatchObject({
      key: {},
      all: {
        calls: 2000,
        failures: { count: 120, of: 2000 },
        blames: { code: 120 },
        recovered: { count: 75, of: 120 },
      },
      weeks: [
        { week: '2026-03-02', sums: { usd: null } },
        { week: '2026-03-09', sums: { usd: 1.5, requests: 4, unpriced: 2 } },
      ],
      changes: {
        failures: { direction: 'more' },
        recovered: { direction: 'too-few' },
        masked: { direction: 'no-difference' },
      },
    });
    expect(classes).toMatchObject([{ code: 'tests-failed', blame: 'code', all: 120, change: { direction: 'more' } }]);
  });

  it('say nothing of few, and leave older weeks and calls without a time out of the comparison', () => {
    const outcomes = [calls('2025-06-02', 500), calls('2026-03-09', 20), failed('2026-03-09', 5), calls(null, 7)];
    const [group] = trendsOf(outcomes, [], { by: [], weeks: 4 }).groups;
    expect(group?.weeks.map(({ week, sums }) => [week, sums.calls])).toEqual([
      ['2025-06-02', 500],
      ['2026-03-09', 25],
      [null, 7],
    ]);
    expect(group?.before.calls).toBe(0);
    expect(group?.changes.failures).toEqual({ direction: 'too-few', change: null });
    expect(trendsOf([], [], { by: [], weeks: 4 })).toEqual({ recent: null, before: null, groups: [], classes: [] });
  });

  it('are by any of agent, version, model and project, the largest first', () => {
    const outcomes = [
      calls('2026-03-02', 10),
      calls('2026-03-02', 30, { model: 'm-2', masked: 'tests-failed' }),
      calls('2026-03-02', 5, { agent: 'codex', version: null, model: null, waits: 2, waitMs: 900 }),
      calls('2026-03-02', 4, { status: 'denied', model: 'm-2' }),
      failed('2026-03-02', 3, { blame: 'expected' }),
    ];
    const { groups } = trendsOf(outcomes, [cost('2026-03-02', 2, { model: 'm-9' })], {
      by: ['version', 'model'],
      weeks: 4,
    });
    expect(groups.map(({ key, all }) => [key, all.calls, all.usd])).toEqual([
      [{ version: 'claude-code 2.1.0', model: 'm-2' }, 34, null],
      [{ version: 'claude-code 2.1.0', model: 'm-1' }, 13, null],
      [{ version: null, model: null }, 5, null],
    ]);
    expect(groups[0]?.all).toMatchObject({ masked: { count: 30, of: 30 }, refused: { count: 4, of: 34 } });
    expect(groups[1]?.all).toMatchObject({ failures: { count: 0, of: 13 }, expectedFailures: 3 });
    expect(groups[2]?.all).toMatchObject({ waits: 2, waitMs: 900 });
  });
});
