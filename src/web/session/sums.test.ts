// Tests the figures below the table, and where the model's time lies.

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
    expected: 1,
    refused: 1,
    running: 1,
    waitMs: 3,
    hookMs: 0,
    bytes: 5,
    wallMs: 150,
    busyMs: 70,
    p50Ms: 20,
    p95Ms: 20,
  });
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
