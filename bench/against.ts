// `npm run bench:against`: user CPU of commands and pages of this build next to those of another one, in turns, on one library.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { generateLibrary } from './generate/library.ts';

const USAGE = `Compares this build with another one: user CPU of commands and pages, in turns.

  --dist PATH     the folder dist of the other build (npm run build), with node_modules beside it
  --folder PATH   logs that are there already, instead of 20 MB of made-up ones
  --rounds N      (default 5)
`;

const COMMANDS = [
  'ls',
  'ls tool:Bash',
  'calls',
  'calls tool:Bas? --limit 500',
  'stats',
  'errors',
  'files',
  'search error',
];

interface Build {
  readonly dist: string;
  /** Its own index of the same logs. */
  readonly home: string;
}

/** Runs a program that prints only its user CPU on standard error; returns it in milliseconds. */
function commandMs({ dist, home }: Build, args: readonly string[]): number {
  const program = join(dist, 'program/toolscope.js');
  const tell = `process.on('exit', () => require('fs').writeSync(2, '\\n' + process.cpuUsage().user))`;
  const preload = `data:text/javascript,import { createRequire } from 'node:module'; const require = createRequire('/'); ${tell}`;
  const env = { ...process.env, TOOLSCOPE_HOME: home, TOOLSCOPE_NO_ARCHIVE: '1' };
  const script = `exec "$0" "$@" 2>&1 >/dev/null`;
  const said = execFileSync('sh', ['-c', script, process.execPath, '--import', preload, program, ...args], { env });
  return Number(said.toString().trim().split('\n').at(-1)) / 1000;
}

function pagesMs({ dist, home }: Build, logs: string): Readonly<Record<string, number>> {
  const script = join(import.meta.dirname, 'work/pages.mjs');
  return JSON.parse(execFileSync(process.execPath, [script, dist, home, logs]).toString());
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function main(): void {
  const options = {
    dist: { type: 'string' },
    folder: { type: 'string' },
    rounds: { type: 'string', default: '5' },
  } as const;
  const { values } = parseArgs({ options });
  const own = resolve(import.meta.dirname, '../dist');
  if (values.dist === undefined || !existsSync(join(values.dist, 'program'))) {
    console.log(USAGE);
    return;
  }
  const scratch = mkdtempSync(join(tmpdir(), 'toolscope-against-'));
  const logs = resolve(values.folder ?? join(scratch, 'logs'));
  if (values.folder === undefined) generateLibrary({ dir: logs, bytes: 20e6, seed: 'against' });
  const builds = [resolve(values.dist), own].map((dist, i): Build => ({ dist, home: join(scratch, `home-${i}`) }));
  const measured = new Map<string, number[][]>();
  const note = (name: string, build: number, ms: number): void => {
    const both = measured.get(name) ?? [[], []];
    measured.set(name, both);
    both[build]?.push(ms);
  };
  try {
    for (const build of builds) commandMs(build, ['index', '--root', logs]);
    for (let round = 1; round <= Number(values.rounds); round++) {
      process.stderr.write(`bench: round ${round} of ${values.rounds}\n`);
      for (const command of COMMANDS) {
        for (const [i, build] of builds.entries()) {
          note(`toolscope ${command}`, i, commandMs(build, [...command.split(' '), '--root', logs]));
        }
      }
      for (const [i, build] of builds.entries()) {
        for (const [page, ms] of Object.entries(pagesMs(build, logs))) note(`page ${page}`, i, ms);
      }
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  for (const [name, [other = [], ours = []]] of measured) {
    const [before, after] = [median(other), median(ours)];
    console.log(
      `${name.padEnd(40)} ${before.toFixed(1).padStart(8)} ${after.toFixed(1).padStart(8)} ms ${(after / before).toFixed(2)}`,
    );
  }
}

main();
