// Tests what models used: one count per message, the largest, and sums that follow.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { TokenUsage } from '../model/usage.ts';
import { UsageBook } from './usage-book.ts';

function tokens(output: number): TokenUsage {
  return { input: 10, output, cacheRead: 0, cacheWrite: 0, reasoning: 0 };
}

it('counts a message once, by its largest output, in whatever order its records come', () => {
  for (const outputs of [
    [1, 30, 30],
    [30, 1, 30],
  ]) {
    const book = new UsageBook();
    for (const output of outputs) book.note({ key: 'm1', model: 'sonnet', usage: tokens(output) });
    book.note({ key: 'm2', model: null, usage: tokens(5) });
    expect(book.sums()).toEqual([
      { model: 'sonnet', messages: 1, usage: tokens(30) },
      { model: 'unknown', messages: 1, usage: tokens(5) },
    ]);
  }
});

it('moves a message to the model its final record names, and leaves no trace of the other', () => {
  const book = new UsageBook();
  book.note({ key: 'm1', model: 'haiku', usage: tokens(1) });
  book.note({ key: 'm1', model: 'opus', usage: tokens(9) });
  expect(book.sums()).toEqual([{ model: 'opus', messages: 1, usage: tokens(9) }]);
});

it('has the same sums after a restart, and goes on', () => {
  for (const messages of [2, 32, 33, 1000]) {
    const book = new UsageBook();
    for (let i = 0; i < messages; i++)
      book.note({ key: `m${i}`, model: i % 3 === 0 ? 'opus' : 'haiku', usage: tokens(i) });
    const again = new UsageBook(structuredClone(book.save()));
    expect(again.sums()).toEqual(book.sums());
    for (const one of [book, again]) {
      for (let i = 0; i < messages; i++) one.note({ key: `m${i}`, model: 'opus', usage: tokens(i + (i % 2)) });
      one.note({ key: 'new', model: 'sonnet', usage: tokens(7) });
    }
    expect(again.sums()).toEqual(book.sums());
    expect(again.sums().reduce((sum, { messages: count }) => sum + count, 0)).toBe(messages + 1);
  }
});

it('counts any records of any messages as if each were looked up', () => {
  const record = fc.record({ key: fc.constantFrom('a', 'b', 'c'), output: fc.integer({ min: 0, max: 4 }) });
  fc.assert(
    fc.property(fc.array(record, { maxLength: 12 }), (records) => {
      const book = new UsageBook();
      const largest = new Map<string, number>();
      for (const { key, output } of records) {
        book.note({ key, model: 'opus', usage: tokens(output) });
        largest.set(key, Math.max(output, largest.get(key) ?? 0));
      }
      const output = [...largest.values()].reduce((sum, one) => sum + one, 0);
      const usage = { ...tokens(output), input: 10 * largest.size };
      expect(book.sums()).toEqual(largest.size === 0 ? [] : [{ model: 'opus', messages: largest.size, usage }]);
    }),
  );
});
