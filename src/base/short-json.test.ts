// Tests that short JSON says the same as JSON, with wide characters as escapes where that takes less memory.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shortJson } from './short-json.ts';

it('is the same value', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 5 }), (texts) => {
      expect(JSON.parse(shortJson(texts))).toEqual(texts);
    }),
  );
});

it('spells a few wide characters as escapes, and leaves texts full of them alone', () => {
  expect(shortJson(['five → lines'])).toBe('["five \\u2192 lines"]');
  expect(shortJson(['日本語の文章'])).toBe('["日本語の文章"]');
  expect(shortJson([`${'x'.repeat(5000)}→`])).toBe(`["${'x'.repeat(5000)}→"]`);
});
