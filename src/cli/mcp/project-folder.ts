// The agent's project: the repository around the folder it was started in, or that folder itself.

import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

export function projectFolder(from: string): string {
  const start = resolve(from);
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder;
    if (dirname(folder) === folder) return start;
  }
}
