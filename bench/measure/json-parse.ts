// Owns the yardstick: every line of every log read, decoded and JSON.parsed on one thread, and nothing else.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { report } from './report.ts';

const folder = process.argv[2] ?? '.';
let lines = 0;
let bytes = 0;
const started = performance.now();
for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
  if (!name.endsWith('.jsonl')) continue;
  const content = readFileSync(join(folder, name));
  bytes += content.length;
  let start = 0;
  for (let end = content.indexOf(10); end !== -1; end = content.indexOf(10, start)) {
    JSON.parse(content.toString('utf8', start, end));
    lines++;
    start = end + 1;
  }
}
report({ what: 'JSON.parse of every line', started, bytes, count: lines });
