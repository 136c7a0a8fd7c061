// Tests lists of flags: every set of bits has its own, in order.

import { expect, it } from 'vitest';
import { FLAGS } from '../model/tool-call.ts';
import { flagSet } from './flag-sets.ts';

it('lists the flags of every set of bits, the same list each time', () => {
  expect(flagSet(0)).toEqual([]);
  expect(flagSet(0b101)).toEqual(['off-branch', 'pre-compaction']);
  for (let bits = 0; bits < 1 << FLAGS.length; bits++) {
    expect(flagSet(bits)).toEqual(FLAGS.filter((flag) => (bits & (1 << FLAGS.indexOf(flag))) !== 0));
    expect(flagSet(bits)).toBe(flagSet(bits));
  }
});
