// Lists of flags: calls with the same flags share one list, and nearly all have none.

import { type CallFlag, FLAGS } from '../model/tool-call.ts';

function listOf(bits: number): readonly CallFlag[] {
  return FLAGS.filter((_, place) => (bits & (1 << place)) !== 0);
}

const NO_FLAGS: readonly CallFlag[] = [];
const SETS = Array.from({ length: 1 << FLAGS.length }, (_, bits) => listOf(bits));

/** The flags whose bits are set: the first of FLAGS is 1, the next 2, then 4 … */
export function flagSet(bits: number): readonly CallFlag[] {
  return SETS[bits] ?? NO_FLAGS;
}
