// Owns the measured work of `inspect`: files to calls, without an index.

import { streamSessions } from '../../dist/index.js';
import { report } from './report.ts';

let calls = 0;
let bytes = 0;
const started = performance.now();
for await (const session of streamSessions(process.argv[2] ?? '.', { messages: false })) {
  calls += session.calls.length;
  for (const source of session.sources) bytes += source.bytes;
}
report({ what: 'inspect: files to calls', started, bytes, count: calls });
