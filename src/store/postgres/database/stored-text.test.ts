// Tests that every text comes back as it was.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fromStored, toStored } from './stored-text.ts';

it('brings every text back, without NUL on the way', () => {
  const unit = fc.constantFrom('a', '\0', '\u{10ffff}', '0', '1', '\u{10fffe}', '😀');
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit }), fc.string({ unit: 'binary' })), (text) => {
      const stored = toStored(text);
      expect(stored.includes('\0')).toBe(false);
      expect(fromStored(stored)).toBe(text);
    }),
  );
});
