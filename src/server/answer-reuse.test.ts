// Tests when an answer is given again, and that nobody is left with one that a change has made old.

import { expect, it } from 'vitest';
import { reuseOf } from './answer-reuse.ts';

it('gives a current answer again for a second, and a slow one for longer', () => {
  expect(reuseOf({ seq: 7, ageMs: 900, tookMs: 5 }, 7)).toEqual({ freshInMs: 0 });
  expect(reuseOf({ seq: 7, ageMs: 1100, tookMs: 5 }, 7)).toBeNull();
  expect(reuseOf({ seq: 7, ageMs: 1100, tookMs: 500 }, 7)).toEqual({ freshInMs: 0 });
});

it('says of a slow answer that a change has made old when there is a newer one', () => {
  expect(reuseOf({ seq: 7, ageMs: 1100, tookMs: 500 }, 8)).toEqual({ freshInMs: 900 });
  expect(reuseOf({ seq: 7, ageMs: 2000, tookMs: 500 }, 8)).toBeNull();
  expect(reuseOf({ seq: 7, ageMs: 10, tookMs: 5 }, 8)).toBeNull();
});

it('joins what is being computed, unless something changed meanwhile', () => {
  expect(reuseOf({ seq: 7, ageMs: undefined, tookMs: 0 }, 7)).toEqual({ freshInMs: 0 });
  expect(reuseOf({ seq: 7, ageMs: undefined, tookMs: 0 }, 8)).toBeNull();
});
