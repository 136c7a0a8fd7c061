// One seed for all property tests, so that a change is judged by the same cases everywhere. `TOOLSCOPE_SEED=<number>` tries
// others; a failure prints the seed that it was found with.

import { readFileSync } from 'node:fs';
import { expect } from 'vitest';

const { testPath } = expect.getState();
// Loading fast-check takes longer than many a test file: only those that use it pay for it.
if (testPath !== undefined && readFileSync(testPath, 'utf8').includes("from 'fast-check'")) {
  const { default: fc } = await import('fast-check');
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.TOOLSCOPE_SEED ?? 20261117) });
}
