// Finds the script file behind a package's command, so that it runs with this Node.js and without a shell.
import { readFileSync } from 'node:fs';
import path from 'node:path';

export function binary(root, packageName, command) {
  const folder = path.join(root, 'node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  return path.join(folder, typeof bin === 'string' ? bin : bin[command]);
}
