// Runs each measure in its own process: nothing of one measure (memory, warm code, open files) affects another.

import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench, Row } from './measure.ts';

export interface MeasureOrder {
  readonly id: string;
  readonly bench: Bench;
}

export interface MeasureReply {
  readonly rows: readonly Row[];
}

/** None takes a quarter of it: one that does is stuck. */
const LIMIT_MS = 20 * 60_000;

let running: ChildProcess | undefined;

/** Ends the running measure, if any, with everything it started. */
export function stopMeasure(): void {
  if (running?.pid === undefined) return;
  try {
    // Its own process group: servers and browsers that it started are in it.
    process.kill(-running.pid, 'SIGTERM');
  } catch {
    running.kill();
  }
  running = undefined;
}

/**
 * Flushes earlier writes to disk: otherwise the system would use one of the processors for it, which slows down parallel work
 * but not the JSON.parse that it is compared with. Without the program `sync`, nothing is waited for.
 */
function settleDisk(): void {
  spawnSync('sync', { stdio: 'ignore' });
}

export async function runMeasure(
  id: string,
  bench: Omit<Bench, 'scratch'>,
  folder: string,
  limitMs = LIMIT_MS,
): Promise<readonly Row[]> {
  const scratch = mkdtempSync(join(folder, `${id}-`));
  const order: MeasureOrder = { id, bench: { ...bench, scratch } };
  settleDisk();
  const child = fork(join(import.meta.dirname, 'measure-process.ts'), {
    execArgv: ['--import', import.meta.resolve('tsx')],
    detached: true,
    // Standard output is for the table.
    stdio: ['ignore', 2, 2, 'ipc'],
  });
  running = child;
  let limit: NodeJS.Timeout | undefined;
  try {
    return await new Promise<readonly Row[]>((done, fail) => {
      limit = setTimeout(() => fail(new Error(`The measure "${id}" does not come to an end.`)), limitMs);
      child.once('error', fail);
      child.once('message', ({ rows }: MeasureReply) => done(rows));
      child.once('exit', (status) => fail(new Error(`The measure "${id}" ended with ${status}.`)));
      child.send(order);
    });
  } finally {
    clearTimeout(limit);
    stopMeasure();
    rmSync(scratch, { recursive: true, force: true });
  }
}
