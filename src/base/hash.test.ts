import { expect, test } from 'vitest';
import { fingerprint } from './hash.ts';

const LONG = 'x'.repeat(1000);

test('equal values have one fingerprint, whatever the order of their keys', () => {
  expect(fingerprint({ a: 1, b: ['x', { c: null }] })).toBe(fingerprint({ b: ['x', { c: null }], a: 1 }));
});

test('values that differ in shape, type, length or the ends of a text have others', () => {
  const values = [
    null,
    undefined,
    '',
    'null',
    0,
    '0',
    [],
    [[]],
    {},
    [{}],
    { a: '' },
    { a: 'b' },
    { b: 'a' },
    { a: 'b', c: 'd' },
    { a: 'd', c: 'b' },
    ['a', 'b'],
    ['b', 'a'],
    ['ab'],
    LONG,
    `${LONG}x`,
    `y${LONG}`,
    `${LONG}y`,
  ];
  expect(new Set(values.map(fingerprint)).size).toBe(values.length);
});

test('work is bounded: what lies deep or far behind is not looked at', () => {
  const nested = (depth: number): unknown => (depth === 0 ? 'end' : { in: nested(depth - 1) });
  expect(fingerprint(nested(1000))).toBe(fingerprint(nested(50)));
  const wide = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`k${i}`, i]));
  expect(fingerprint({ ...wide, k999: 'other' })).toBe(fingerprint(wide));
});
