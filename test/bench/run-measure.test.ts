// Tests that a measure that waits forever is ended, with everything it has started.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runMeasure } from '../../bench/run-measure.ts';

test('a measure that does not end is ended, and leaves nothing behind', async () => {
  const library = mkdtempSync(join(tmpdir(), 'toolscope-bench-test-'));
  const folder = mkdtempSync(join(tmpdir(), 'toolscope-bench-test-'));
  // No one ever writes into it.
  execFileSync('mkfifo', [join(library, 'waits.jsonl')]);
  const scale = { bytes: 1, longBytes: 1, calls: 1, samples: 1 };
  const measured = runMeasure('read-limit', { fixtures: { library }, scale }, folder, 2000);
  await expect(measured).rejects.toThrow('The measure "read-limit" does not come to an end.');
  expect(readdirSync(folder)).toEqual([]);
});
