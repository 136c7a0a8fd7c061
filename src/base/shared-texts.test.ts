// Tests texts that recur: equal to what was given, and no more of them kept than is useful.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SharedTexts } from './shared-texts.ts';

it('gives an equal text, in whatever order they come', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('', 'main', 'Bash', 'Read')), (texts) => {
      const shared = new SharedTexts();
      for (const text of texts) expect(shared.of(text)).toBe(text);
    }),
  );
});

it('goes on when there are too many to keep', () => {
  const shared = new SharedTexts();
  for (let i = 0; i < 10_000; i++) expect(shared.of(`text ${i}`)).toBe(`text ${i}`);
  expect(shared.of('text 9999')).toBe('text 9999');
});
