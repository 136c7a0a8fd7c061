// One temporary folder for a whole run of the tests, deleted when it ends: thousands of tests make folders of their own.

import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export default function setup(): () => void {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'toolscope-run-'));
  // PostgreSQL runs as another user, and must get to its folder in here.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
