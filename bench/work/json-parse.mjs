// The yardstick: every line of every log read, decoded and JSON.parsed on one thread, and nothing else. Files are read in
// blocks, so that memory shows what parsing needs.
import { closeSync, openSync, readSync } from 'node:fs';
import { logFiles } from './log-files.mjs';
import { report, start } from './report.mjs';

const BLOCK = 1 << 20;

function parse(line) {
  try {
    JSON.parse(line);
  } catch {
    // Real logs have broken lines, too. The reader reports them; here they only cost time.
  }
}

let buffer = Buffer.allocUnsafeSlow(2 * BLOCK);

/** Bytes and lines of one file. */
function parseFile(file) {
  const fd = openSync(file, 'r');
  let [held, bytes, lines] = [0, 0, 0];
  for (;;) {
    if (buffer.length - held < BLOCK) buffer = Buffer.concat([buffer.subarray(0, held)], 2 * buffer.length);
    const read = readSync(fd, buffer, held, BLOCK, null);
    if (read === 0) break;
    bytes += read;
    const filled = buffer.subarray(0, held + read);
    let from = 0;
    for (let at = filled.indexOf(10, held); at !== -1; at = filled.indexOf(10, from)) {
      parse(filled.utf8Slice(from, at));
      lines++;
      from = at + 1;
    }
    filled.copyWithin(0, from);
    held = filled.length - from;
  }
  if (held > 0) {
    parse(buffer.utf8Slice(0, held));
    lines++;
  }
  closeSync(fd);
  return { bytes, lines };
}

const files = logFiles(process.argv[2] ?? '.');
let bytes = 0;
let lines = 0;
const started = start();
for (const file of files) {
  const read = parseFile(file);
  bytes += read.bytes;
  lines += read.lines;
}
report(started, { bytes, count: lines });
