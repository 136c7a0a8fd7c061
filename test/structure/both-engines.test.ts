// Tests that the list of tests that do not run on PostgreSQL names existing tests.

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { ON_BOTH_ENGINES, ON_SQLITE_ALONE } from '../support/both-engines.ts';

const ROOT = resolve(import.meta.dirname, '../..');

it('names tests that there are, each with a reason', () => {
  for (const [name, reason] of Object.entries(ON_SQLITE_ALONE)) {
    expect([name, existsSync(resolve(ROOT, name)), reason === '']).toEqual([name, true, false]);
    expect(ON_BOTH_ENGINES.some((folder) => name.startsWith(`${folder}/`))).toBe(true);
  }
});
