// The rows of following: one line appended to a long log, what follows the last one, and idling.

import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fixture, type Measure } from '../measure.ts';
import { meterSuccess } from '../meter/meter-process.ts';
import { lastLine } from '../meter/work.ts';
import { percentile } from '../outcome/numbers.ts';

/** Sweeps over the watched folders are about half a minute apart: every run has about four of them. */
const IDLE_SECONDS = 120;
/**
 * After its last work the engine collects garbage: up to three collections of the whole heap, a tenth to a fifth of a second
 * each for a session of a gigabyte. Each starts when little is allocated, at the latest 100 s after the previous one
 * (V8's memory reducer). Then there are no more. In a small heap they are negligible.
 */
const QUIET_BEFORE_SECONDS = 115;
const SMALL_BYTES = 100e6;

interface Told {
  readonly tookMs: readonly number[];
  readonly cpuPerLineMs: number;
  readonly afterMs: number;
  readonly idleMsPerSecond: number;
  readonly rssMb: number;
}

function longestLog(folder: string): string {
  const logs = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => join(folder, name))
    .toSorted((a, b) => statSync(b).size - statSync(a).size);
  if (logs[0] === undefined) throw new Error(`There is no log in ${folder}.`);
  return logs[0];
}

export const append: Measure = {
  id: 'append',
  needs: ['long-session'],
  rounds: 'once',
  async run(bench) {
    const library = fixture(bench, 'long-session');
    const log = longestLog(library);
    const script = join(import.meta.dirname, '../work/append.mjs');
    const { samples, longBytes } = bench.scale;
    const [idle, quiet] = longBytes < SMALL_BYTES ? [3, 3] : [IDLE_SECONDS, QUIET_BEFORE_SECONDS];
    const args = [script, library, bench.scratch, log, ...[samples, idle, quiet].map(String)];
    const { stdout } = await meterSuccess(process.execPath, args);
    const told: Told = JSON.parse(lastLine(stdout));
    const size = `${Math.round(statSync(log).size / 1e6).toLocaleString('en-US')} MB`;
    return [
      {
        id: 'append',
        title: `append: one line to a log of ${size}`,
        cpuMs: told.cpuPerLineMs,
        p50Ms: percentile(told.tookMs, 0.5),
        p95Ms: percentile(told.tookMs, 0.95),
        rssMb: told.rssMb,
        count: told.tookMs.length,
        counted: 'lines',
      },
      { id: 'append-after', title: 'append: CPU after the last line, until idle', cpuMs: told.afterMs },
      { id: 'idle', title: 'idle, following: CPU in one second', cpuMs: told.idleMsPerSecond },
    ];
  },
};
