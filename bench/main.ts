// `npm run bench`: every measure in turn, one table, ratios to the JSON.parse of the same run, and what changed since the
// saved results.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { Fixtures, realLogsAt } from './fixtures.ts';
import { UsageError } from './generate/command-line.ts';
import type { Measure, Row } from './measure.ts';
import { type BenchOptions, parseBenchOptions, USAGE } from './options.ts';
import { combineRounds } from './outcome/combine.ts';
import { rowsToKeep } from './outcome/kept-rows.ts';
import { benchBlocks, updatePages } from './outcome/performance-page.ts';
import { YARDSTICK } from './outcome/ratios.ts';
import { reportText } from './outcome/report-text.ts';
import { COMMITTED, LATEST, machine, type Results, readResults, writeJson } from './outcome/results.ts';
import { loadMeasure, registry } from './registry.ts';
import { runMeasure, stopMeasure } from './run-measure.ts';

/** The yardstick is part of every run: figures of other runs cannot be compared with it. */
async function chosen(only: readonly string[] | null): Promise<Measure[]> {
  const known = Object.keys(registry);
  const unknown = only?.filter((id) => !known.includes(id)) ?? [];
  if (unknown.length > 0) throw new UsageError(`There is no measure "${unknown.join('", "')}": see --list.`);
  return Promise.all(known.filter((id) => only === null || id === YARDSTICK || only.includes(id)).map(loadMeasure));
}

function say(text: string): void {
  process.stderr.write(`bench: ${text}\n`);
}

interface Measured {
  /** Of measures that gave none. */
  readonly failures: readonly string[];
}

/** `soFar` is called with all rows measured, each time there are more. */
async function measureAll(
  options: BenchOptions,
  folder: string,
  soFar: (rows: readonly Row[]) => void,
): Promise<Measured> {
  const { scale, rounds } = options;
  const given = options.library === null ? undefined : resolve(options.library);
  const library = given === undefined ? {} : { library: given };
  const fixtures = new Fixtures({ folder, scale, say, ...library, realLogs: realLogsAt(given) });
  const turns: (readonly Row[])[] = [];
  const failures: string[] = [];
  const wanted = await chosen(options.only);
  const list = wanted.filter(({ needs }) => fixtures.has(needs));
  for (const { id } of wanted.filter((measure) => !list.includes(measure)))
    say(`${id}: left out, there are no real logs`);
  for (let round = 1; round <= rounds; round++) {
    for (const { id, needs, rounds: how } of list) {
      if (how === 'once' && round > 1) continue;
      try {
        const bench = { fixtures: await fixtures.paths(needs), scale };
        say(`${id}${how === 'each' ? `, round ${round} of ${rounds}` : ''}`);
        turns.push(await runMeasure(id, bench, folder));
        soFar(combineRounds(turns));
      } catch (error) {
        // The other measures are still worth running.
        failures.push(`${id}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  }
  return { failures };
}

function keep(results: Results, isPart: boolean): void {
  const before = isPart ? readResults(COMMITTED) : undefined;
  const kept = before === undefined ? results : { ...before, rows: rowsToKeep(before.rows, results.rows) };
  writeJson(COMMITTED, kept);
  updatePages(benchBlocks(kept));
}

async function main(): Promise<void> {
  const options = parseBenchOptions(process.argv.slice(2));
  if (options === null) return console.log(USAGE);
  if (options.list) return console.log(Object.keys(registry).join('\n'));
  const folder = mkdtempSync(join(tmpdir(), 'toolscope-bench-'));
  const leave = (): void => rmSync(folder, { recursive: true, force: true });
  const { scale, rounds } = options;
  let results: Results = { format: 1, machine: machine(), node: process.versions.node, scale, rounds, rows: [] };
  const tell = (): void => console.log(reportText(results, readResults(COMMITTED)));
  for (const [signal, status] of [['SIGINT', 130] as const, ['SIGTERM', 143] as const]) {
    process.once(signal, () => {
      stopMeasure();
      leave();
      if (results.rows.length > 0) tell();
      say(`stopped; what was measured is in ${relative(process.cwd(), LATEST)}`);
      process.exit(status);
    });
  }
  try {
    const { failures } = await measureAll(options, folder, (rows) => {
      results = { ...results, rows };
      writeJson(LATEST, results);
    });
    tell();
    if (failures.length > 0) throw new Error(`\nWhat could not be measured:\n${failures.join('\n')}`);
    if (options.keep) keep(results, options.only !== null);
  } finally {
    leave();
  }
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
