// The list of checks behind `npm test`: what runs, in which order, and how the outcome is reported.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { binary } from './binary.mjs';
import { run } from './child.mjs';
import { prepareChromium } from './chromium.mjs';
import { prepareOtherNodes } from './other-nodes.mjs';
import { compileEverything, exitStatusOf, prepareInstall, root, say } from './prepare.mjs';
import { PrepareError } from './prepare-error.mjs';
import { countTests, summaryLine } from './test-summary.mjs';

/** Colour is for terminals; a log file stays readable without. (Biome needs an option for it.) */
const plain = !process.stdout.isTTY || Boolean(process.env.NO_COLOR);

/** Runs every check; extra arguments go to vitest. Resolves to the exit status. */
export async function runChecks(vitestArgs) {
  try {
    await prepareInstall();
    await prepareChromium(say);
    await prepareOtherNodes(say);
  } catch (error) {
    const status = exitStatusOf(error);
    print(summaryLine({ passed: 0, failed: 1, skipped: 0 }));
    return status;
  }
  const reportFolder = mkdtempSync(path.join(tmpdir(), 'toolscope-test-'));
  try {
    const reportFile = path.join(reportFolder, 'report.json');
    const outcomes = [];
    for (const check of listChecks(reportFile, vitestArgs)) outcomes.push(await perform(check));
    return conclude(outcomes, readReport(reportFile));
  } catch (error) {
    return exitStatusOf(error);
  } finally {
    rmSync(reportFolder, { recursive: true, force: true });
  }
}

function listChecks(reportFile, vitestArgs) {
  const report = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  const checks = [
    { name: 'types', work: types },
    {
      name: 'lint',
      work: () => node(binary(root, '@biomejs/biome', 'biome'), 'ci', ...(plain ? ['--colors=off'] : []), '.'),
    },
    { name: 'layers', work: () => node('scripts/check-layers.mjs') },
    { name: 'generated', work: () => node('scripts/check-generated.mjs') },
    { name: 'tests', work: () => node(binary(root, 'vitest', 'vitest'), 'run', ...report, ...vitestArgs) },
  ];
  const generatedFilesExist = existsSync(path.join(root, 'scripts/check-generated.mjs'));
  return checks.filter(({ name }) => name !== 'generated' || generatedFilesExist);
}

async function types() {
  try {
    await compileEverything();
    return true;
  } catch (error) {
    if (error instanceof PrepareError && !error.interruptedBy) return false;
    throw error;
  }
}

async function node(...args) {
  const env = plain ? { ...process.env, NO_COLOR: '1' } : process.env;
  const result = await run(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] });
  if (result.interruptedBy) throw new PrepareError('', result.interruptedBy);
  return result.code === 0;
}

async function perform({ name, work }) {
  print(`== ${name}`);
  const startMs = performance.now();
  const ok = await work();
  const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
  print(`-- ${name}: ${ok ? 'ok' : 'FAILED'} (${seconds} s)\n`);
  return { name, ok, seconds };
}

function conclude(outcomes, report) {
  const testsOk = outcomes.find(({ name }) => name === 'tests').ok;
  const counts = countTests(report, testsOk);
  const failures = outcomes.filter(({ ok }) => !ok).map(({ name }) => name);
  if (counts.passed + counts.failed === 0) failures.push('no test was executed');
  print(outcomes.map(({ name, ok, seconds }) => `${name} ${ok ? 'ok' : 'FAILED'} ${seconds} s`).join(' · '));
  if (failures.length > 0) print(`Failed: ${failures.join(', ')}.`);
  print(summaryLine(counts));
  return failures.length > 0 || counts.failed > 0 ? 1 : 0;
}

function readReport(reportFile) {
  try {
    return JSON.parse(readFileSync(reportFile, 'utf8'));
  } catch {
    return undefined;
  }
}

function print(line) {
  process.stdout.write(`${line}\n`);
}
