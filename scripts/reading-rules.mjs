// Identifies the rules by which logs are read: a hash of the sources that turn lines into calls. An index made by other rules
// is rebuilt.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Everything that determines what a record is turned into. */
export const FOLDERS = ['base', 'model', 'formats', 'lifecycle', 'commands', 'tools', 'parse', 'sources', 'reading'];

function isRule(name) {
  return name.endsWith('.ts') && !name.endsWith('.test.ts') && !/(^|[/\\])samples[/\\]/.test(name);
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true })
    .filter(isRule)
    .map((name) => path.join(folder, name))
    .sort();
}

export function readingRules(root) {
  const source = path.join(root, 'src');
  const files = FOLDERS.flatMap((folder) => filesIn(path.join(source, folder)));
  const hash = createHash('sha256');
  for (const file of files) {
    hash.update(`${path.relative(source, file).replaceAll(path.sep, '/')}\0`);
    hash.update(readFileSync(file));
  }
  return hash.digest('hex').slice(0, 16);
}
