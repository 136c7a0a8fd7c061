// Tests what models used: one count per message, each number by its largest, and sums that follow.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addUsage, NO_USAGE, type TokenUsage } from '../model/usage.ts';
import { UsageTracker } from './usage.ts';

function tokens(output: number): TokenUsage {
  return { input: 10, output, cacheRead: 0, cacheWrite: 0, reasoning: 0 };
}

it('counts a message once, by its largest output, in whatever order its records come', () => {
  for (const outputs of [
    [1, 30, 30],
    [30, 1, 30],
  ]) {
    const book = new UsageTracker();
    for (const output of outputs) book.note({ key: 'm1', model: 'sonnet', usage: tokens(output) });
    book.note({ key: 'm2', model: null, usage: tokens(5) });
    expect(book.sums()).toEqual([
      { model: 'sonnet', messages: 1, usage: tokens(30) },
      { model: 'unknown', messages: 1, usage: tokens(5) },
    ]);
  }
});

it('moves a message to the model its final record names, and leaves no trace of the other', () => {
  const book = new UsageTracker();
  book.note({ key: 'm1', model: 'haiku', usage: tokens(1) });
  book.note({ key: 'm1', model: 'opus', usage: tokens(9) });
  expect(book.sums()).toEqual([{ model: 'opus', messages: 1, usage: tokens(9) }]);
});

it('has one sum for a model, however models take turns', () => {
  const book = new UsageTracker();
  for (const [i, model] of ['opus', 'haiku', 'opus', 'haiku'].entries())
    book.note({ key: `m${i}`, model, usage: tokens(1) });
  expect(book.sums().map(({ model, messages }) => [model, messages])).toEqual([
    ['opus', 2],
    ['haiku', 2],
  ]);
});

it('has the same sums after a restart, and goes on', () => {
  for (const messages of [2, 32, 33, 1000]) {
    const book = new UsageTracker();
    for (let i = 0; i < messages; i++)
      book.note({ key: `m${i}`, model: i % 3 === 0 ? 'opus' : 'haiku', usage: tokens(i) });
    const again = new UsageTracker(structuredClone(book.save()));
    expect(again.sums()).toEqual(book.sums());
    for (const one of [book, again]) {
      for (let i = 0; i < messages; i++) one.note({ key: `m${i}`, model: 'opus', usage: tokens(i + (i % 2)) });
      one.note({ key: 'new', model: 'sonnet', usage: tokens(7) });
    }
    expect(again.sums()).toEqual(book.sums());
    expect(again.sums().reduce((sum, { messages: count }) => sum + count, 0)).toBe(messages + 1);
  }
});

it('counts any records of any messages as if each were looked up, each number by its largest', () => {
  const few = fc.integer({ min: 0, max: 4 });
  const usage = fc.record({ input: few, output: few, cacheRead: few, cacheWrite: few, reasoning: few });
  const record = fc.record({ key: fc.constantFrom('a', 'b', 'c'), usage });
  fc.assert(
    fc.property(fc.array(record, { maxLength: 12 }), (records) => {
      const book = new UsageTracker();
      const largest = new Map<string, TokenUsage>();
      for (const { key, usage: told } of records) {
        book.note({ key, model: 'opus', usage: told });
        const known = largest.get(key) ?? NO_USAGE;
        largest.set(key, {
          input: Math.max(known.input, told.input),
          output: Math.max(known.output, told.output),
          cacheRead: Math.max(known.cacheRead, told.cacheRead),
          cacheWrite: Math.max(known.cacheWrite, told.cacheWrite),
          reasoning: Math.max(known.reasoning, told.reasoning),
        });
      }
      const sum = [...largest.values()].reduce(addUsage, NO_USAGE);
      expect(book.sums()).toEqual(largest.size === 0 ? [] : [{ model: 'opus', messages: largest.size, usage: sum }]);
    }),
  );
});

it('gives each request once, by its final record, and says which are new or count more', () => {
  const book = new UsageTracker();
  const usage = (output: number): TokenUsage => ({ ...NO_USAGE, input: 3, output });
  const ref = (line: number) => ({ source: 0, line, offset: line * 10, length: 9 });
  const first = { key: 'a', model: 'opus', thread: 'main', at: 1000, ref: ref(1), usage: usage(1) };
  book.note(first);
  book.note({ ...first, key: 'b', thread: 'a1', at: null, ref: ref(2), costUsd: 0.5 });
  book.note({ ...first, at: 3000, ref: ref(3), usage: usage(40), cacheWriteLong: 7, contextWindow: 200_000 });
  book.note({ ...first, at: 2000, ref: ref(4) });
  const a = {
    num: 0,
    thread: 'main',
    model: 'opus',
    at: 3000,
    usage: usage(40),
    cacheWriteLong: 7,
    costUsd: null,
    contextWindow: 200_000,
    ref: ref(3),
  };
  const b = { ...a, num: 1, thread: 'a1', at: null, usage: usage(1), cacheWriteLong: 0, costUsd: 0.5, ref: ref(2) };
  expect([...book.requests()]).toEqual([a, { ...b, contextWindow: null }]);
  expect(book.takeChanged().map(({ num }) => num)).toEqual([0, 1]);
  const again = new UsageTracker(structuredClone(book.save()));
  expect([...again.requests()]).toEqual([...book.requests()]);
  again.note({ ...first, key: 'b', usage: usage(2) });
  expect(again.takeChanged().map(({ num, usage: used }) => [num, used.output])).toEqual([[1, 2]]);
  expect(again.takeChanged()).toEqual([]);
});
