// Tests that hashes are numbered as a map would number them, over any number of them and after a restart.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { HashedRows, NOT_THERE } from './hashed-rows.ts';

/** Many of them end in the same bits. */
const key = fc.oneof(
  fc.maxSafeNat(),
  fc.nat(40).map((high) => high * 2 ** 32 + 5),
);

it('numbers hashes in the order they come', () => {
  fc.assert(
    fc.property(fc.array(key, { maxLength: 200 }), (keys) => {
      const rows = new HashedRows();
      const known = new Map<number, number>();
      for (const one of keys) {
        expect(rows.find(one)).toBe(known.get(one) ?? NOT_THERE);
        if (!known.has(one)) known.set(one, rows.add(one));
      }
      expect([...known.values()]).toEqual([...known.keys()].map((_, row) => row));
      expect([...rows.keys]).toEqual([...known.keys()]);
      const again = new HashedRows(rows.keys);
      expect(again.size).toBe(known.size);
      for (const [one, row] of known) expect(again.find(one)).toBe(row);
    }),
  );
});
