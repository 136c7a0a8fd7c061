// Tests how places are put into words.

import { expect, it } from 'vitest';
import { placesText } from './places-text.ts';

it('names a few places, and counts many', () => {
  expect(placesText([], 'Health')).toBe('the agents’ own folders');
  expect(placesText(['/a', '/b'], 'Health')).toBe('/a, /b');
  expect(placesText(['/a', '/b', '/c', '/d'], 'Health')).toBe(
    'the 4 places where agents keep their logs (Health lists them)',
  );
});
