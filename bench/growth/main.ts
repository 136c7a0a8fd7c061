// `npm run bench:growth`: how cost grows with bytes, with calls in one session, and with files; a table and charts.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { generate } from '../fixtures.ts';
import { parseSize } from '../generate/command-line.ts';
import { TRUTH_FILE } from '../generate/library.ts';
import type { LibraryTruth } from '../generate/truth.ts';
import { ROOT } from '../meter/meter-process.ts';
import { growthBlocks, updatePages } from '../outcome/performance-page.ts';
import { GROWTH, type GrowthResults, machine, writeJson } from '../outcome/results.ts';
import { growthCharts } from './growth-charts.ts';
import { GrowthJournal, SO_FAR, whatIsMeasured } from './growth-journal.ts';
import { type CurveName, type PlannedPoint, planGrowth } from './growth-plan.ts';
import { measurePoint } from './growth-point.ts';
import { growthTable, type MeasuredPoint } from './growth-table.ts';

const USAGE = `Measures how cost grows: with bytes, with calls in one session, with files.

  --max SIZE   the largest library (default 10GB, or what the disk has room for)
  --quick      up to 100 MB: whether everything works
  --resume     go on with a run that was stopped: what it has measured is kept after each point
  --keep       show the results in bench/results/table.md, and draw the charts in docs/images
`;

const { values } = parseArgs({
  options: {
    max: { type: 'string' },
    quick: { type: 'boolean', default: false },
    resume: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

function say(text: string): void {
  process.stderr.write(`bench: ${text}\n`);
}

async function measure({ curve, label, bytes, flags }: PlannedPoint, folder: string): Promise<MeasuredPoint> {
  const scratch = mkdtempSync(join(folder, `${curve}-`));
  try {
    say(`${label}: making the library`);
    const library = join(scratch, 'library');
    await generate(library, ['--bytes', String(bytes), ...flags]);
    const { totals }: LibraryTruth = JSON.parse(readFileSync(join(library, TRUTH_FILE), 'utf8'));
    say(`${label}: measuring`);
    return { curve, label, ...(await measurePoint(library, scratch, totals.files)) };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function keep(points: readonly MeasuredPoint[], table: string): void {
  const curve = (name: CurveName): MeasuredPoint[] => points.filter((point) => point.curve === name);
  const charts = growthCharts({ bytes: curve('bytes'), calls: curve('calls'), files: curve('files') });
  const folder = join(ROOT, 'docs/images');
  mkdirSync(folder, { recursive: true });
  for (const [name, svg] of charts) writeFileSync(join(folder, name), svg);
  const results: GrowthResults = { format: 1, machine: machine(), node: process.versions.node, points, table };
  writeJson(GROWTH, results);
  updatePages(growthBlocks(results));
}

/** What an earlier run has measured, if requested and still valid. */
function openJournal(): GrowthJournal {
  const journal = new GrowthJournal(SO_FAR, whatIsMeasured());
  if (values.resume && !journal.resume())
    say('nothing to go on with: no run was stopped, or the program has changed since');
  return journal;
}

/** Small ones first: a stopped run then has most of the points. */
async function measureAll(plan: readonly PlannedPoint[], journal: GrowthJournal, folder: string): Promise<void> {
  for (const planned of plan.toSorted((a, b) => a.bytes - b.bytes)) {
    if (journal.pointOf(planned) === undefined) journal.add(planned, await measure(planned, folder));
  }
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'toolscope-growth-'));
  const leave = (): void => rmSync(folder, { recursive: true, force: true });
  for (const [signal, status] of [['SIGINT', 130] as const, ['SIGTERM', 143] as const]) {
    process.once(signal, () => {
      leave();
      say('stopped; --resume goes on with the points that are left');
      process.exit(status);
    });
  }
  try {
    const { bavail, bsize } = statfsSync(folder);
    const maxBytes = values.max === undefined ? (values.quick ? 100e6 : 10e9) : parseSize(values.max);
    const plan = planGrowth({ maxBytes, freeBytes: bavail * bsize });
    const journal = openJournal();
    await measureAll(plan, journal, folder);
    const points = plan.flatMap((planned) => journal.pointOf(planned) ?? []);
    const table = growthTable(points);
    console.log(`${machine()}; Node ${process.versions.node}\n\n${table}`);
    if (values.keep) keep(points, table);
    journal.end();
  } finally {
    leave();
  }
}

if (values.help) console.log(USAGE);
else await main();
