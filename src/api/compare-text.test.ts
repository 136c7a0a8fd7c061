import { expect, it } from 'vitest';
import { finalText } from './compare-text.ts';

it('says of a file what each session left of it', () => {
  const end = { change: 'modified', linesAdded: 1, linesRemoved: 0, path: '/a', isUnsure: false } as const;
  const same = { ...end, change: 'same', linesAdded: 0 } as const;
  const file = { path: '/a', a: end, b: end, isSame: true };
  expect(finalText(file)).toBe('the same in both');
  expect(finalText({ ...file, isSame: false })).toBe('changed differently');
  expect(finalText({ ...file, a: null })).toBe('only B changed it');
  expect(finalText({ ...file, b: null })).toBe('only A changed it');
  expect(finalText({ ...file, a: null, b: same })).toBe('only B, left as it was');
});
