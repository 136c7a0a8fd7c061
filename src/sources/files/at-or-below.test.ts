// Tests which paths are at or below a place.

import { join, parse, sep } from 'node:path';
import { expect, it } from 'vitest';
import { isAtOrBelow } from './at-or-below.ts';

const ROOT = parse(process.cwd()).root;
const ORCHARD = join(ROOT, 'orchard');

it('finds what is at or below a place, a root too, and nothing beside it', () => {
  const inside = join(ORCHARD, 'pear.jsonl');
  expect([ORCHARD, `${ORCHARD}${sep}`, ROOT, inside].map((place) => isAtOrBelow(inside, place))).toEqual(
    Array.from({ length: 4 }, () => true),
  );
  expect([ROOT, `${ORCHARD}-2`, inside].map((path) => isAtOrBelow(path, ORCHARD))).toEqual([false, false, true]);
});
