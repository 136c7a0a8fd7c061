// Owns the measured work of `inspect`: files to calls, without an index.

import { report, start } from './report.ts';

// The built program is measured; it is there when a benchmark runs, not yet when types are checked.
const built: typeof import('../../src/index.ts') = await import(new URL('../../dist/index.js', import.meta.url).href);
const { streamSessions } = built;

let calls = 0;
let bytes = 0;
const started = start();
for await (const session of streamSessions(process.argv[2] ?? '.', { messages: false })) {
  calls += session.calls.length;
  for (const source of session.sources) bytes += source.bytes;
}
report({ what: 'files to calls', started, bytes, count: calls });
