// Tests that cursors survive the round trip, and that made-up ones are refused.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { packCursor, unpackCursor } from './cursor.ts';

it('come back as they went', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer(), (text, number) => {
      expect(unpackCursor(packCursor([text, number]), ['string', 'number'])).toEqual([text, number]);
    }),
  );
  expect(unpackCursor(undefined, ['number'])).toBeUndefined();
});

it.each(['x', 'W10', packCursor(['a']), packCursor([1, 2]), '{}', '..'])('refuses %j', (cursor) => {
  expect(() => unpackCursor(cursor, ['number'])).toThrow('did not come from this server');
});
