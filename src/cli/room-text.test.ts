// Tests how sizes are compared: as a percentage where that is useful, else both sizes.

import { expect, it } from 'vitest';
import { roomText } from './room-text.ts';

it.each([
  [199e6, 1.45e9, '199 MB, 13.7 % of the logs'],
  [3000, 3000, '3.0 kB, 100.0 % of the logs'],
  [147_456, 424, '147 kB, more than the logs (424 B)'],
  [147_456, 0, '147 kB'],
])('%d for %d bytes', (bytes, logs, text) => {
  expect(roomText(bytes, { bytes: logs, name: 'the logs' })).toBe(text);
});
