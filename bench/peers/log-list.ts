// The list of Claude Code's logs in the comparison's home, for programs that need every file as an argument.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';

export function claudeLogs(home: string): string[] {
  const folder = join(home, '.claude/projects');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .map((name) => join(folder, name));
}
