// Owns the measured work of `inspect`: files to calls, without an index.
import { streamSessions } from '../../dist/index.js';
import { report, start } from './report.mjs';

let calls = 0;
let bytes = 0;
const started = start();
for await (const session of streamSessions(process.argv[2] ?? '.', { messages: false })) {
  calls += session.calls.length;
  for (const source of session.sources) bytes += source.bytes;
}
report(started, { bytes, count: calls });
