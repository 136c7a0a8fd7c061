// Tests `toolscope index` while another process keeps the index.

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { takeOwnerLock } from '../../src/sqlite/owner-lock.ts';
import { lockPath } from '../../src/store/sqlite/open-index.ts';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';
import { runHere } from '../support/run-here.ts';

it('has nothing to do while another process keeps the index, and builds none again behind its back', async () => {
  const log = new ClaudeLog('6b6b6b6b-0000-4000-8000-000000000001');
  log.prompt('Water the bed.');
  const root = folderWith({ 'projects/-garden/log.jsonl': log.text() });
  const home = mkdtempSync(join(tmpdir(), 'toolscope-index-'));
  expect(await runHere(['index', '--root', root], { home })).toMatchObject({ status: 0 });
  const lock = takeOwnerLock(lockPath(home), 'A test');
  const again = await runHere(['index', '--root', root], { home });
  const rebuilt = await runHere(['index', '--rebuild', '--root', root], { home });
  lock.release();
  expect([again.status, again.notes]).toEqual([0, expect.stringContaining('keeps the index up to date')]);
  expect([rebuilt.status, rebuilt.notes]).toEqual([3, expect.stringContaining('is already running')]);
});
