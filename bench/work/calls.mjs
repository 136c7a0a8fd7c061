// The measured work of reading files to calls, one after the other: of a long session never all are in memory.
import { setFlagsFromString } from 'node:v8';
import { streamCalls } from 'toolscope';
import { report, start } from './report.mjs';

// As the program does it (src/reading/many-sessions/inline-less.ts). A library leaves the engine of its host alone.
setFlagsFromString('--max-inlined-bytecode-size-cumulative=150');

let calls = 0;
let bytes = 0;
const onFile = (_path, read) => {
  bytes += read;
};
const started = start();
for await (const _call of streamCalls(process.argv[2] ?? '.', { onFile })) calls++;
report(started, { bytes, count: calls });
