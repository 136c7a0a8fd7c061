// The list of a library's logs, for yardsticks that know nothing else about it.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

export function logFiles(folder) {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.jsonl')).map((name) => join(folder, name));
}
