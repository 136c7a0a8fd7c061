// The generator's command: a library on disk, progress on stderr, totals on stdout.

import { performance } from 'node:perf_hooks';
import { parseOptions, USAGE, UsageError } from './command-line.ts';
import { generateLibrary, type LibraryOptions } from './library.ts';

const REPORT_EVERY_MS = 250;

function run(options: LibraryOptions): void {
  const started = performance.now();
  let reported = 0;
  const truth = generateLibrary({
    ...options,
    onProgress: ({ bytes, targetBytes, sessions, files }) => {
      const now = performance.now();
      if (now - reported < REPORT_EVERY_MS) return;
      reported = now;
      const speed = bytes / 1e6 / ((now - started) / 1000);
      process.stderr.write(
        `\r${((100 * bytes) / targetBytes).toFixed(1)} %  ${(bytes / 1e6).toFixed(0)} MB  ${files} files  ${sessions} sessions  ${speed.toFixed(0)} MB/s `,
      );
    },
  });
  const seconds = (performance.now() - started) / 1000;
  process.stderr.write(
    `\r${(truth.totals.bytes / 1e6).toFixed(1)} MB in ${seconds.toFixed(2)} s: ${(truth.totals.bytes / 1e6 / seconds).toFixed(0)} MB/s${' '.repeat(30)}\n`,
  );
  process.stdout.write(`${JSON.stringify(truth.totals, null, 2)}\n`);
}

function main(): void {
  try {
    const options = parseOptions(process.argv.slice(2));
    if (options === null) process.stdout.write(USAGE);
    else run(options);
  } catch (error) {
    const misused = error instanceof UsageError || (error instanceof TypeError && 'code' in error);
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${misused ? `\n${USAGE}` : ''}`);
    process.exitCode = misused ? 2 : 1;
  }
}

main();
