// Tests which rows are shown: nesting, folding, filters, time spans, and logs with circular nesting.

import { expect, it } from 'vitest';
import type { Thread } from '../../api/wire/session.ts';
import { Entries, type Entry } from './entries.ts';
import { call, chunk, said } from './made-up-chunk.ts';
import { nestingOf, type RowChoice, rowsOf } from './rows.ts';

const NOTHING_HIDDEN: RowChoice = {
  kinds: new Set(['prompt']),
  matching: null,
  span: null,
  isExpanded: () => false,
  now: 0,
};

function thread(id: string, parentCall: string | null): Thread {
  return { id, parentCall, agentType: null, description: null, parentThread: 'main', depth: 1 };
}

function shown(
  list: readonly Entry[],
  threads: readonly Thread[],
  choice: Partial<RowChoice>,
): [key: number, depth: number][] {
  const entries = new Entries();
  entries.take(chunk(...list));
  const { index, depth } = rowsOf(entries, nestingOf(entries, threads), { ...NOTHING_HIDDEN, ...choice });
  return [...index].map((i, row) => [entries.columns.key[i] ?? 0, depth[row] ?? 0]);
}

const LIST = [
  said('prompt', 1),
  said('thinking', 2),
  call(1),
  call(2, { source: 1, thread: 'sub' }),
  call(3, { source: 1, thread: 'sub', parentCall: 'c2' }),
  call(4, { source: 0, offset: 99 }),
];
const THREADS = [thread('sub', 'c1')];

it('puts threads under the call that started them, and shows them when it is expanded', () => {
  expect(shown(LIST, THREADS, {})).toEqual([
    [0, 0],
    [1, 0],
    [4, 0],
  ]);
  expect(shown(LIST, THREADS, { isExpanded: () => true })).toEqual([
    [0, 0],
    [1, 0],
    [2, 1],
    [3, 2],
    [4, 0],
  ]);
});

it('shows all that fits a filter, however deep, and nothing that was said', () => {
  expect(shown(LIST, THREADS, { matching: new Set([3, 4]) })).toEqual([
    [3, 2],
    [4, 0],
  ]);
});

it('shows what went on in a span of time', () => {
  const list = [call(1, { at: 0, ms: 10 }), call(2, { at: 20, ms: 30 }), call(3, { at: 100 }), call(4)];
  expect(shown(list, [], { span: { from: 40, to: 60 } })).toEqual([[2, 0]]);
  // To the millisecond, at both ends.
  expect(shown(list, [], { span: { from: 50, to: 100 } })).toEqual([
    [2, 0],
    [3, 0],
  ]);
});

it('shows threads that start each other, and ends', () => {
  const list = [call(1, { thread: 'a' }), call(2, { thread: 'b' }), call(3)];
  const threads = [thread('a', 'c2'), thread('b', 'c1')];
  expect(shown(list, threads, { isExpanded: () => true })).toEqual([
    [3, 0],
    [1, 0],
    [2, 1],
  ]);
  expect(shown(list, threads, {})).toEqual([
    [3, 0],
    [1, 0],
  ]);
});
