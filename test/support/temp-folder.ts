// One temporary folder for a whole test run, deleted at its end: thousands of tests make folders.

import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const OWN = 'TOOLSCOPE_TEST_RUN';

export default function setup(): () => void {
  // Every project of the run calls this. Nested folders would have names too long for a socket.
  if (process.env[OWN] !== undefined) return () => undefined;
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'toolscope-run-'));
  // PostgreSQL runs as another user, and needs access to its folder in here.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  process.env[OWN] = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
