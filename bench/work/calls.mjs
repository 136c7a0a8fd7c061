// The measured work of reading files to calls, one after the other: a long session is never completely in memory.
import { setFlagsFromString } from 'node:v8';
import { streamCalls } from 'toolscope';
import { report, start } from './report.mjs';

// As the program does it (src/reading/many-sessions/inline-less.ts). A library does not change its host's engine flags.
setFlagsFromString('--max-inlined-bytecode-size-cumulative=150');

let calls = 0;
let bytes = 0;
const onFile = (_path, read) => {
  bytes += read;
};
const started = start();
for await (const _call of streamCalls(process.argv[2] ?? '.', { onFile })) calls++;
report(started, { bytes, count: calls });
