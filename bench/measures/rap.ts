// The row of durable callbacks: results received over HTTP and on disk before the answer, next to bare servers that
// write and fsync the same bodies in groups.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Measure } from '../measure.ts';
import { Forked } from '../meter/forked.ts';
import { median } from '../outcome/numbers.ts';
import { deliverAll, type Target } from './support/callback-driver.ts';

const CALLS_PER_SAMPLE = 250;
const ROUNDS = 3;
const MODES = ['ours', 'bare-async', 'bare-sync'] as const;
type Mode = (typeof MODES)[number];

interface Run {
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly rssMb: number;
}

async function run(mode: Mode, folder: string, calls: number): Promise<Run> {
  mkdirSync(folder);
  const { server, ready } = await Forked.start<{ port: number; targets: Target[] }>('rap-server', [
    mode,
    folder,
    String(calls),
  ]);
  try {
    const wallMs = await deliverAll(ready.port, ready.targets);
    return { wallMs, ...(await server.used()) };
  } finally {
    server.stop();
  }
}

export const rap: Measure = {
  id: 'rap',
  needs: [],
  rounds: 'once',
  async run({ scratch, scale }) {
    const calls = scale.samples * CALLS_PER_SAMPLE;
    const runs = new Map<Mode, Run[]>(MODES.map((mode) => [mode, []]));
    for (let round = 0; round < ROUNDS; round++) {
      for (const mode of MODES) runs.get(mode)?.push(await run(mode, join(scratch, `${mode}-${round}`), calls));
    }
    const middle = (mode: Mode, of: (run: Run) => number): number => median((runs.get(mode) ?? []).map(of));
    const wallMs = middle('ours', (run) => run.wallMs);
    const bareMs = Math.min(
      middle('bare-async', (run) => run.wallMs),
      middle('bare-sync', (run) => run.wallMs),
    );
    return [
      {
        id: 'rap-callbacks',
        title: 'RAP callbacks received, on disk, 1 KB',
        wallMs,
        cpuMs: middle('ours', (run) => run.cpuMs),
        rssMb: middle('ours', (run) => run.rssMb),
        ofBare: bareMs / wallMs,
        count: calls,
        counted: 'results',
      },
    ];
  },
};
