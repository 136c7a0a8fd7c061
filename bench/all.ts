// `npm run bench:all`: the table, the comparison with other programs and the growth curves, one after the other, all saved.
// A failure of one does not stop the others.

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

interface Part {
  readonly script: string;
  readonly full: readonly string[];
  readonly quick: readonly string[];
}

const PARTS: Readonly<Record<string, Part>> = {
  bench: { script: 'main.ts', full: ['--keep'], quick: ['--quick'] },
  'bench:peers': { script: 'peers/main.ts', full: ['--keep'], quick: ['--bytes', '20MB', '--rounds', '1'] },
  'bench:growth': { script: 'growth/main.ts', full: ['--keep', '--resume'], quick: ['--quick'] },
};

const USAGE = `Measures everything that docs/performance.md tells, and keeps it: the table, the other programs, the growth curves.

  --quick   small and once, nothing is kept: whether everything works
`;

const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
});

/** Its exit status; null when it was stopped. */
function run({ script, full, quick }: Part): Promise<number | null> {
  const args = ['--import', import.meta.resolve('tsx'), join(import.meta.dirname, script)];
  const child = spawn(process.execPath, [...args, ...(values.quick ? quick : full)], { stdio: 'inherit' });
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('exit', done);
  });
}

/** An interrupt goes to the running part: it reports what it has, and everything ends. */
const STOPPED: readonly (number | null)[] = [null, 130, 143];

async function main(): Promise<void> {
  process.on('SIGINT', () => {});
  const failed: string[] = [];
  for (const [name, part] of Object.entries(PARTS)) {
    const status = await run(part);
    if (STOPPED.includes(status)) {
      process.exitCode = status ?? 1;
      return;
    }
    if (status !== 0) failed.push(name);
  }
  if (failed.length > 0) {
    process.stderr.write(`bench: not all could be measured in: ${failed.join(', ')}\n`);
    process.exitCode = 1;
  }
}

if (values.help) console.log(USAGE);
else await main();
