// Tests where turns begin: the same in any order, and once for a prompt that the log says again.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { LineRef } from '../model/source.ts';
import { noTurns, notePrompt, startsOf } from './turn-starts.ts';

const ref = (offset: number): LineRef => ({ source: 0, line: offset, offset, length: 1 });

const PROMPTS = [
  ['Plant a pear', 1000, 1],
  ['and water it', 1000, 1],
  ['Prune it', 2000, 5],
  // The history, written again with each block as a record of its own.
  ['Plant a pear', 1000, 20],
  ['and water it', 1000, 21],
  ['Prune it', 2000, 22],
  ['Prune it', 3000, 30],
  ['Prune it', null, 40],
  ['Prune it', null, 41],
] as const;

it('begins a turn with each prompt, once, whatever is read first', () => {
  const inAnyOrder = fc.shuffledSubarray([...PROMPTS], { minLength: PROMPTS.length });
  fc.assert(
    fc.property(inAnyOrder, (prompts) => {
      const turns = noTurns();
      for (const [text, at, offset] of prompts) notePrompt(turns, text, at, ref(offset));
      expect(startsOf(turns).map(({ offset }) => offset)).toEqual([1, 5, 30, 40, 41]);
    }),
  );
});

it('says when turns that began later are numbered differently', () => {
  const turns = noTurns();
  expect(notePrompt(turns, 'Prune it', 2000, ref(5))).toBe(false);
  expect(notePrompt(turns, 'Prune it', 2000, ref(22))).toBe(false);
  expect(notePrompt(turns, 'Plant a pear', 1000, ref(1))).toBe(true);
});
