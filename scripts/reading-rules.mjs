// Owns the name of the rules by which logs are read: a hash of the sources that make calls of lines. An index that was made by
// other rules is built anew.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Of `ingest`, what lies in its other folders does not change what a line comes to. */
const FOLDERS = ['base', 'model', 'formats', 'lifecycle', 'commands', 'tools', 'parse', 'ingest/scan'];
const FLAT = ['ingest'];

function isRule(name) {
  return name.endsWith('.ts') && !name.endsWith('.test.ts') && !/(^|[/\\])samples[/\\]/.test(name);
}

function filesIn(folder, recursive) {
  return readdirSync(folder, { recursive })
    .filter(isRule)
    .map((name) => path.join(folder, name))
    .sort();
}

export function readingRules(root) {
  const source = path.join(root, 'src');
  const files = [
    ...FOLDERS.flatMap((folder) => filesIn(path.join(source, folder), true)),
    ...FLAT.flatMap((folder) => filesIn(path.join(source, folder), false)),
  ];
  const hash = createHash('sha256');
  for (const file of files) {
    hash.update(`${path.relative(source, file).replaceAll(path.sep, '/')}\0`);
    hash.update(readFileSync(file));
  }
  return hash.digest('hex').slice(0, 16);
}
