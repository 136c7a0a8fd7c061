// Tests which blocks and lines are left where only certain calls can be hits.

import { expect, it } from 'vitest';
import type { Block, BlockTable } from './block-table.ts';
import { CallLines } from './call-lines.ts';

const SIZE = 10_000;
const GRAMS = { hashes: new Int32Array(), longHashes: new Int32Array() };

/** Blocks of one size, all of which may hold the query. */
function blocks(count: number): BlockTable {
  const at = (block: number): Block => ({
    offset: block * SIZE,
    length: SIZE,
    line: block + 1,
    hasSpelledLetters: false,
    hasRawLines: false,
  });
  return { count, at, findLast: (end) => end - 1, end: { offset: count * SIZE, line: count, isOnLineEnd: false } };
}

function left(table: BlockTable): number[] {
  const found: number[] = [];
  for (let at = table.findLast(table.count, GRAMS); at >= 0; at = table.findLast(at, GRAMS)) found.push(at);
  return found;
}

it('leaves the blocks with lines of calls, and what stands shortly behind them', () => {
  const calls = new CallLines([
    { callId: 'b', offset: 905_000 },
    { callId: 'a', offset: 300_000 },
  ]);
  expect(left(calls.narrow(blocks(100)))).toEqual([97, 96, 95, 94, 93, 92, 91, 90, 36, 35, 34, 33, 32, 31, 30]);
  expect(left(new CallLines([]).narrow(blocks(100)))).toEqual([]);
});

it('knows lines of calls by their place, and those behind them by the id they name', () => {
  const calls = new CallLines([{ callId: 'toolu_pear', offset: 1000 }]);
  const line = (offset: number, text: string): boolean =>
    calls.mayBelong({ offset, line: 1, bytes: new TextEncoder().encode(text) });
  expect(line(1000, 'anything')).toBe(true);
  expect(line(2000, '{"of":"toolu_pear"}')).toBe(true);
  expect(line(2000, '{"of":"toolu_quince"}')).toBe(false);
  expect(line(500, '{"of":"toolu_pear"}')).toBe(false);
  expect(line(100_000, '{"of":"toolu_pear"}')).toBe(false);
});
