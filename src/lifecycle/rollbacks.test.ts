// Tests which turns rollbacks take back.

import { describe, expect, it } from 'vitest';
import type { LineRef } from '../model/source.ts';
import { takenBack } from './rollbacks.ts';

function at(line: number): LineRef {
  return { source: 0, line, offset: line * 10, length: 9 };
}

/** Turns begin at these lines, and are rolled back at those. */
function gone(starts: readonly number[], rollbacks: readonly (readonly [line: number, turns: number])[]): number[][] {
  const back = takenBack(
    rollbacks.map(([line, turns]) => ({ thread: 'main', turns, ref: at(line) })),
    () => starts.map(at),
  );
  return [...(back.get('main') ?? [])].map(([turn, { line }]) => [turn, line]).sort(([a = 0], [b = 0]) => a - b);
}

describe('takenBack', () => {
  it.each<[string, number[], [number, number][], number[][]]>([
    ['the last turn', [1, 5, 9], [[12, 1]], [[3, 12]]],
    ['only turns that had begun', [1, 5, 9], [[7, 1]], [[2, 7]]],
    [
      'one after the other: each takes what still stood',
      [1, 5, 9],
      [
        [12, 1],
        [13, 1],
      ],
      [
        [2, 13],
        [3, 12],
      ],
    ],
    [
      'a new turn between them',
      [1, 5, 9],
      [
        [7, 1],
        [12, 1],
      ],
      [
        [2, 7],
        [3, 12],
      ],
    ],
    [
      'past a turn that was taken back before',
      [1, 5, 9],
      [
        [7, 1],
        [12, 2],
      ],
      [
        [1, 12],
        [2, 7],
        [3, 12],
      ],
    ],
    [
      'more than there are',
      [1, 5],
      [[7, 9]],
      [
        [1, 7],
        [2, 7],
      ],
    ],
    [
      'in any order of reading',
      [1, 5, 9],
      [
        [13, 1],
        [12, 1],
      ],
      [
        [2, 13],
        [3, 12],
      ],
    ],
    ['calls before any prompt', [], [[7, 1]], [[1, 7]]],
    ['none', [1, 5], [], []],
  ])('%s', (_, starts, rollbacks, expected) => {
    expect(gone(starts, rollbacks)).toEqual(expected);
  });

  it('keeps threads apart', () => {
    const back = takenBack([{ thread: 'a', turns: 1, ref: at(9) }], (thread) => (thread === 'a' ? [at(1)] : [at(2)]));
    expect([...back.keys()]).toEqual(['a']);
  });
});
