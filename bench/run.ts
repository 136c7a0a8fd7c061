// Owns `npm run bench`: measures in processes of their own, in turns, and prints ratios to the yardstick of the same run.
//
//   npm run bench -- [--bytes 1GB] [--rounds 3] [--folder LOGS]

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Measured } from './measure/report.ts';

const { values } = parseArgs({
  options: {
    bytes: { type: 'string', default: '1GB' },
    rounds: { type: 'string', default: '3' },
    folder: { type: 'string' },
  },
});

const WORK = ['json-parse', 'inspect'] as const;

function tsx(script: string, args: readonly string[]): string {
  return execFileSync(process.execPath, ['--import', 'tsx', join(import.meta.dirname, script), ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

const made = values.folder === undefined ? mkdtempSync(join(tmpdir(), 'toolscope-bench-')) : undefined;
const folder = values.folder ?? made ?? '';
try {
  if (made !== undefined)
    tsx('generate/main.ts', ['--bytes', values.bytes, '--seed', '1', '--out', made, '--agents', 'claude-code']);
  const runs = new Map<string, Measured[]>(WORK.map((work) => [work, []]));
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const work of WORK) {
      const line = tsx(`measure/${work}.ts`, [folder]).trim().split('\n').at(-1) ?? '{}';
      runs.get(work)?.push(JSON.parse(line) as Measured);
    }
  }
  const yardstick = runs.get('json-parse') ?? [];
  const [wall, cpu] = [median(yardstick.map(({ wallMs }) => wallMs)), median(yardstick.map(({ cpuMs }) => cpuMs))];
  console.log('work                       wall ms  × wall   cpu ms  × cpu     MB/s  RSS MB  found');
  for (const measured of runs.values()) {
    const [first] = measured;
    if (first === undefined) continue;
    const [wallMs, cpuMs] = [median(measured.map((m) => m.wallMs)), median(measured.map((m) => m.cpuMs))];
    const cells = [
      first.what.padEnd(26),
      wallMs.toFixed(0).padStart(7),
      (wallMs / wall).toFixed(2).padStart(7),
      cpuMs.toFixed(0).padStart(8),
      (cpuMs / cpu).toFixed(2).padStart(6),
      (first.bytes / 1000 / wallMs).toFixed(0).padStart(8),
      Math.max(...measured.map((m) => m.rssMb))
        .toFixed(0)
        .padStart(7),
      String(first.count).padStart(9),
    ];
    console.log(cells.join(' '));
  }
} finally {
  if (made !== undefined) rmSync(made, { recursive: true, force: true });
}
