// Owns the yardstick: every line of every log read, decoded and JSON.parsed on one thread, and nothing else.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { report, start } from './report.ts';

const folder = process.argv[2] ?? '.';
/** Real logs have broken lines, too. */
function parse(line: string): void {
  try {
    JSON.parse(line);
  } catch {
    // Told by the reader; here it only costs time.
  }
}

let lines = 0;
let bytes = 0;
const started = start();
for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
  if (!name.endsWith('.jsonl')) continue;
  const content = readFileSync(join(folder, name));
  bytes += content.length;
  let from = 0;
  for (let end = content.indexOf(10); end !== -1; end = content.indexOf(10, from)) {
    parse(content.toString('utf8', from, end));
    lines++;
    from = end + 1;
  }
}
report({ what: 'JSON.parse of every line', started, bytes, count: lines });
