// Tests the order of places inside a line.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { comparePointers } from './source.ts';

test('blocks go by number, whatever of them is pointed at', () => {
  const pointers = ['/content/10/input', '/content/2/thinking', '/content', '/content/2/input', '/content/1/text'];
  expect(pointers.toSorted(comparePointers)).toEqual([
    '/content',
    '/content/1/text',
    '/content/2/input',
    '/content/2/thinking',
    '/content/10/input',
  ]);
});

test('the order is the same from wherever it is begun', () => {
  const part = fc.oneof(fc.nat({ max: 120 }).map(String), fc.constantFrom('a', 'b', '1a', '', '01'));
  const pointer = fc.array(part, { maxLength: 4 }).map((parts) => ['', ...parts].join('/'));
  fc.assert(
    fc.property(fc.uniqueArray(pointer, { maxLength: 12 }), fc.nat(), (pointers, turn) => {
      const at = turn % (pointers.length + 1);
      const turned = [...pointers.slice(at), ...pointers.slice(0, at)];
      expect(turned.toSorted(comparePointers)).toEqual(pointers.toSorted(comparePointers));
    }),
  );
});
