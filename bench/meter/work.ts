// Starts measured work in a plain process, without the benchmarks' loader, and receives its report.

import { join } from 'node:path';
import { meterSuccess } from './meter-process.ts';

/** The report of `work/report.mjs`. */
export interface WorkReport {
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly rssMb: number;
  readonly bytes: number;
  readonly count: number;
}

export async function doWork(name: string, ...args: readonly string[]): Promise<WorkReport> {
  const script = join(import.meta.dirname, '../work', `${name}.mjs`);
  const { stdout } = await meterSuccess(process.execPath, [script, ...args]);
  const report: WorkReport = JSON.parse(lastLine(stdout));
  return report;
}

/** Before its last line a program may print anything. */
export function lastLine(text: string): string {
  return text.trimEnd().split('\n').at(-1) ?? '';
}
