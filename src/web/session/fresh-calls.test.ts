// Tests which calls count as new: those that arrive after loading, while the end of the table is out of sight.

import { expect, it } from 'vitest';
import { freshCalls, knownCalls } from './fresh-calls.ts';

/** The number of new calls at each render. */
function told(drawings: readonly (readonly [count: number, isAtEnd: boolean, isLoaded: boolean])[]): number[] {
  let known = { count: 0, isLoaded: false };
  return drawings.map(([count, isAtEnd, isLoaded]) => {
    known = knownCalls(known, count, isAtEnd, isLoaded);
    return freshCalls(known, count);
  });
}

it('counts no call as new that existed when the page was opened', () => {
  expect(
    told([
      [0, true, false],
      [100, false, false],
      [176, false, true],
      [176, false, true],
    ]),
  ).toEqual([0, 0, 0, 0]);
});

it('counts what comes later until its end is seen', () => {
  expect(
    told([
      [10, false, true],
      [12, false, true],
      [13, false, true],
      [13, true, true],
      [14, true, true],
      [15, false, true],
    ]),
  ).toEqual([0, 2, 3, 0, 0, 1]);
});

it('starts again with another session', () => {
  expect(
    told([
      [10, false, true],
      [0, false, false],
      [50, false, true],
      [51, false, true],
    ]),
  ).toEqual([0, 0, 0, 1]);
});
