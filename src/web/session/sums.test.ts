// Tests the totals below the table, and where the model's time is.

import { expect, it } from 'vitest';
import { Entries } from './entries.ts';
import { call, chunk, said } from './made-up-chunk.ts';
import { Spans } from './spans.ts';
import { sumsOf } from './sums.ts';
import { TimeScale } from './time-scale.ts';
import { barOf, leadsOf } from './waterfall.ts';

it('adds up outcomes, and time once however many calls share it', () => {
  const entries = new Entries();
  entries.take(
    chunk(
      said('prompt', 1, { at: 0 }),
      call(1, { at: 10, ms: 20, size: 5 }),
      call(2, { at: 20, ms: 20, status: 'error', blame: 'agent', waitMs: 3 }),
      call(3, { at: 100, ms: 0, status: 'error', blame: 'expected' }),
      call(4, { at: 110, status: 'running' }),
      call(5, { at: 120, status: 'denied' }),
    ),
  );
  expect(sumsOf(entries, entries.order(), 150)).toEqual({
    calls: 5,
    failures: 1,
    masked: 0,
    expected: 1,
    refused: 1,
    running: 1,
    waitMs: 3,
    hookMs: 0,
    bytes: 5,
    wallMs: 150,
    busyMs: 70,
    bound: 'exact',
    p50Ms: 20,
    p95Ms: 20,
  });
});

it('counts and draws a success that hides a failure as neither a failure nor a plain run', () => {
  const entries = new Entries();
  entries.take(chunk(call(1, { at: 0, ms: 10, masked: 'tests-failed' }), call(2, { at: 20, ms: 10 })));
  expect(sumsOf(entries, entries.order(), 30)).toMatchObject({ calls: 2, failures: 0, masked: 1 });
  const scale = TimeScale.over(Spans.of([[0, 30]]));
  expect([0, 1].map((i) => barOf(entries, i, scale, Number.NaN, 30).at(-1)?.kind)).toEqual(['masked', 'run']);
});

it('sums with an upper bound among them are upper bounds', () => {
  const entries = new Entries();
  entries.take(chunk(call(1, { at: 0, ms: 10, bound: 'exact' }), call(2, { at: 20, ms: 10, bound: 'at-most' })));
  expect(sumsOf(entries, entries.order(), 0)).toMatchObject({ busyMs: 20, bound: 'at-most' });
});

it('rounds durations to three digits, as the pages over all sessions do', () => {
  const entries = new Entries();
  entries.take(chunk(call(1, { at: 0, ms: 846.649 }), call(2, { at: 1, ms: 2_833_430 })));
  expect(sumsOf(entries, entries.order(), 0)).toMatchObject({ p50Ms: 847, p95Ms: 2_830_000 });
});

it('gives the time before a call to the model, and the time before a prompt to the person', () => {
  const entries = new Entries();
  entries.take(
    chunk(
      said('prompt', 1, { at: 0 }),
      call(1, { at: 100, ms: 100, group: 'g' }),
      call(2, { at: 110, ms: 50, group: 'g' }),
      said('prompt', 90, { at: 1000 }),
    ),
  );
  const leads = leadsOf(entries, 0);
  expect([...leads]).toEqual([Number.NaN, 0, 0, 200]);
  const scale = TimeScale.over(Spans.of([[0, 1000]]));
  const bar = (i: number) =>
    barOf(entries, i, scale, leads[i] ?? Number.NaN, 0).map(({ kind, from, to }) => [kind, from, to]);
  expect(bar(2)).toEqual([
    ['model', 0, 0.11],
    ['run', 0.11, 0.16],
  ]);
  expect(bar(3)).toEqual([
    ['idle', 0.2, 1],
    ['said', 1, 1],
  ]);
});

it('draws hooks and the wait before the run, never past the end', () => {
  const entries = new Entries();
  entries.take(
    chunk(call(1, { at: 0, ms: 100, hookMs: 20, waitMs: 500, status: 'error', blame: 'tool', bound: 'at-most' })),
  );
  const spans = barOf(entries, 0, TimeScale.over(Spans.of([[0, 100]])), Number.NaN, 0);
  expect(spans).toEqual([
    { kind: 'hook', from: 0, to: 0.2, isBound: false },
    { kind: 'wait', from: 0.2, to: 1, isBound: false },
    { kind: 'error', from: 1, to: 1, isBound: true },
  ]);
});

it('draws a measured run as long as it was, at the end of its call, and counts no more than that', () => {
  const entries = new Entries();
  entries.take(
    chunk(
      call(1, { at: 0, endedAt: 100, ms: 10, bound: 'exact' }),
      call(2, { at: 0, endedAt: 100, ms: 30, bound: 'exact', hookMs: 20, waitMs: 40 }),
      call(3, { at: 200, endedAt: 300, ms: 100, bound: 'at-most', waitMs: 60 }),
      call(4, { at: 400, endedAt: 500, ms: 100, bound: 'at-most', status: 'rejected' }),
      call(5, { at: 600, endedAt: 700, ms: 500, bound: 'exact' }),
      call(6, { at: 800, endedAt: 1000, ms: 50, bound: 'exact', background: true }),
    ),
  );
  const scale = TimeScale.over(Spans.of([[0, 1000]]));
  const bar = (i: number) =>
    barOf(entries, i, scale, Number.NaN, 0).map(({ kind, from, to }) => [kind, from * 1000, to * 1000]);
  expect([0, 1, 2, 3, 4, 5].map(bar)).toEqual([
    [
      ['gap', 0, 90],
      ['run', 90, 100],
    ],
    [
      ['hook', 0, 20],
      ['wait', 20, 60],
      ['gap', 60, 70],
      ['run', 70, 100],
    ],
    [
      ['wait', 200, 260],
      ['run', 260, 300],
    ],
    [['wait', 400, 500]],
    [['run', 600, 700]],
    [['background', 800, 1000]],
  ]);
  expect(barOf(entries, 3, scale, Number.NaN, 0)).toEqual([{ kind: 'wait', from: 0.4, to: 0.5, isBound: false }]);
  expect(sumsOf(entries, entries.order(), 0).busyMs).toBe(30 + 40 + 100 + 200);
});

it('makes up no time of calls that have none', () => {
  const entries = new Entries();
  entries.take(chunk(call(1, { at: null, status: 'unknown' }), call(2, { at: null, status: 'unknown' })));
  expect(sumsOf(entries, entries.order(), 0)).toMatchObject({ calls: 2, wallMs: null, busyMs: null });
});
