// The measured work of `inspect`: files to calls, without an index.
import { setFlagsFromString } from 'node:v8';
import { streamSessions } from 'toolscope';
import { report, start } from './report.mjs';

// As the program does it (src/reading/many-sessions/inline-less.ts). A library does not change its host's engine flags.
setFlagsFromString('--max-inlined-bytecode-size-cumulative=150');

let calls = 0;
let bytes = 0;
const started = start();
for await (const session of streamSessions(process.argv[2] ?? '.', { messages: false })) {
  calls += session.calls.length;
  for (const source of session.sources) bytes += source.bytes;
}
report(started, { bytes, count: calls });
