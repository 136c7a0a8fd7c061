// Tests how advice names the program.

import { expect, test } from 'vitest';
import { startedAs } from './started-as.ts';

test('is called as it was started', () => {
  expect(startedAs({ npm_lifecycle_event: 'start' })).toBe('npm start --');
  expect(startedAs({ npm_lifecycle_event: 'test' })).toBe('toolscope');
  expect(startedAs({})).toBe('toolscope');
});
