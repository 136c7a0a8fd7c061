// Owns measuring in a process of its own: nothing of one measure (memory, warm code, open files) helps or hurts another.

import { fork } from 'node:child_process';
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

export async function runMeasure(id: string, bench: Omit<Bench, 'scratch'>, folder: string): Promise<readonly Row[]> {
  const scratch = mkdtempSync(join(folder, `${id}-`));
  const order: MeasureOrder = { id, bench: { ...bench, scratch } };
  const child = fork(join(import.meta.dirname, 'measure-process.ts'), {
    execArgv: ['--import', import.meta.resolve('tsx')],
    // Standard output belongs to the table.
    stdio: ['ignore', 2, 2, 'ipc'],
  });
  try {
    return await new Promise<readonly Row[]>((done, fail) => {
      child.once('error', fail);
      child.once('message', ({ rows }: MeasureReply) => done(rows));
      child.once('exit', (status) => fail(new Error(`The measure "${id}" ended with ${status}.`)));
      child.send(order);
    });
  } finally {
    child.kill();
    rmSync(scratch, { recursive: true, force: true });
  }
}
