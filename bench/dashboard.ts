// The speed of the dashboard in a real browser: opening a session of many calls, scrolling it, a new call from its
// line in the log to its row on the screen, and how much the first load weighs.
// Usage: npx tsx bench/dashboard.ts [--calls 100000] [--appends 40]
// On a busy machine processor time is more reliable than the clock: tasks are reported by both.

import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { browserPath, openBrowser } from '../test/gallery/open-browser.ts';
import { ClaudeLog } from '../test/support/claude-log.ts';
import { type Dashboard, openDashboard } from '../test/support/dashboard.ts';

export interface DashboardOptions {
  /** Calls in the one session. */
  readonly calls: number;
  /** Lines appended to it, one after the other. */
  readonly appends: number;
}

export interface DashboardFigures {
  readonly calls: number;
  /** From requesting the page. */
  readonly firstRowsMs: number;
  readonly allRowsMs: number;
  /** While scrolling through everything; the median of several runs. */
  readonly longestTaskMs: number;
  readonly longestTaskCpuMs: number;
  /** From the line in the log to the row on the screen. */
  readonly appendP50Ms: number;
  readonly appendP95Ms: number;
  readonly firstLoadBytes: number;
}

/** When made-up logs begin; a second passes with each record. */
const LOG_BEGINS = Date.UTC(2026, 2, 1, 9, 0, 0);
const SESSION = '11111111-2222-4333-8444-555555555555';

function writeLog(path: string, calls: number): ClaudeLog {
  const log = new ClaudeLog(SESSION);
  // Ends now: a live session is followed to its end.
  log.wait(Date.now() - LOG_BEGINS - 2 * calls * 1000 - 60_000);
  log.prompt('Count the apples.');
  writeFileSync(path, '');
  for (let i = 0; i < calls; i++) {
    log.call(`toolu_${i}`, 'Bash', { command: `count --tree ${i}` });
    log.result(`toolu_${i}`, `${i} apples`, { structured: { stdout: `${i} apples`, stderr: '', interrupted: false } });
    if (log.records.length > 5000) flush(log, path);
  }
  flush(log, path);
  return log;
}

function flush(log: ClaudeLog, path: string): void {
  appendFileSync(path, log.text());
  log.records.length = 0;
}

async function indexed({ url }: Dashboard, calls: number): Promise<void> {
  for (;;) {
    const status: { phase: string; calls: number } = JSON.parse(await (await fetch(`${url}/api/v1/status`)).text());
    if (status.phase !== 'indexing' && status.calls >= calls) return;
    await new Promise((done) => setTimeout(done, 250));
  }
}

function quantile(numbers: readonly number[], share: number): number {
  return numbers.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(numbers.length * share) - 1)] ?? Number.NaN;
}

/** The first load: the page and everything it requests before any user action, compressed. */
function firstLoadBytes(): number {
  const folder = resolve('dist/web');
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  const names = readdirSync(join(folder, 'assets')).filter((name) => page.includes(name));
  return [page, ...names.map((name) => readFileSync(join(folder, 'assets', name)))].reduce(
    (sum, content) => sum + gzipSync(content).length,
    0,
  );
}

/** Measured by the page itself: a busy page answers the debugger late. */
const WATCH = `new MutationObserver(() => {
  if (window.firstRowsAt === undefined && document.querySelector('.entry--call')) window.firstRowsAt = performance.now();
  for (const { textContent } of document.querySelectorAll('.entry__text')) {
    if (textContent.startsWith('fresh ')) window.rowsAt[textContent] ??= Date.now();
  }
}).observe(document, { childList: true, subtree: true, characterData: true });
window.rowsAt = {};`;

/** Milliseconds from requesting the page to its first rows, and to all of them. */
async function openSession(page: Page, url: string, calls: number): Promise<{ firstMs: number; allMs: number }> {
  await page.addInitScript(WATCH);
  const started = performance.now();
  await page.goto(`${url}/s/claude-code/${SESSION}`, { waitUntil: 'commit' });
  await page
    .locator('.status-bar', { hasText: `${calls.toLocaleString('en-US')} calls` })
    .waitFor({ timeout: 120_000 });
  return { firstMs: Number(await page.evaluate('window.firstRowsAt')), allMs: performance.now() - started };
}

/** A task of the page's main thread, from the browser's own trace. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds: by the clock, and of the processor. */
  readonly dur?: number;
  readonly tdur?: number;
}

/** Several, because garbage collection or another program may interfere. */
const SCROLLS = 3;

async function longestTaskOfScrolling(page: Page): Promise<{ wallMs: number; cpuMs: number }> {
  const longest: { wallMs: number; cpuMs: number }[] = [];
  for (let i = 0; i < SCROLLS; i++) longest.push(await longestTask(page, () => scroll(page)));
  const middle = (of: 'wallMs' | 'cpuMs'): number =>
    quantile(
      longest.map((one) => one[of]),
      0.5,
    );
  return { wallMs: middle('wallMs'), cpuMs: middle('cpuMs') };
}

/** The longest tasks of the page during an action. */
async function longestTask(page: Page, what: () => Promise<unknown>): Promise<{ wallMs: number; cpuMs: number }> {
  const client = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  client.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value) events.push(event as unknown as TraceEvent);
  });
  await client.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'blink.user_timing'] },
  });
  await page.evaluate("performance.mark('bench')");
  await what();
  const done = new Promise((told) => client.once('Tracing.tracingComplete', told));
  await client.send('Tracing.end');
  await done;
  const mark = events.find(({ name }) => name === 'bench');
  const tasks = events.filter(
    ({ name, pid, tid }) => name.endsWith('RunTask') && pid === mark?.pid && tid === mark.tid,
  );
  const longest = (side: 'dur' | 'tdur'): number => Math.max(0, ...tasks.map((task) => task[side] ?? 0)) / 1000;
  return { wallMs: longest('dur'), cpuMs: longest('tdur') };
}

/** Scrolls through everything, in jumps and in small steps. */
async function scroll(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    const box = document.querySelector('.ts-rows');
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    for (let i = 0; i < 120; i++) {
      box.scrollTop = (box.scrollHeight * ((i * 37) % 120)) / 120;
      await frame();
    }
    for (let i = 0; i < 120; i++) {
      box.scrollTop += 60;
      await frame();
    }
    await new Promise((done) => setTimeout(done, 300));
    box.scrollTop = box.scrollHeight;
  })()`);
}

async function append(page: Page, log: ClaudeLog, path: string, appends: number): Promise<number[]> {
  const took: number[] = [];
  for (let i = 0; i < appends; i++) {
    const text = `fresh ${i} end`;
    log.call(`toolu_fresh_${i}`, 'Bash', { command: text });
    const seen = page.locator('.entry__text', { hasText: text }).waitFor({ timeout: 30_000 });
    const started = Date.now();
    flush(log, path);
    await seen;
    took.push(Number(await page.evaluate(`window.rowsAt['${text}']`)) - started);
    await page.waitForTimeout(150);
  }
  return took;
}

/** Needs the program to be built (npm run build) and a Chromium on this machine. */
export async function measureDashboard({ calls, appends }: DashboardOptions): Promise<DashboardFigures> {
  const executable = browserPath();
  if (executable === null) throw new Error('No Chromium on this machine.');
  const root = mkdtempSync(join(tmpdir(), 'toolscope-bench-'));
  const folder = join(root, 'projects/-home-dev-orchard');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${SESSION}.jsonl`);
  const log = writeLog(path, calls);
  const dashboard = await openDashboard({ root });
  const browser = await openBrowser(executable);
  try {
    await indexed(dashboard, calls);
    const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
    await page.goto(dashboard.url);
    const opened = await openSession(page, dashboard.url, calls);
    const longest = await longestTaskOfScrolling(page);
    const took = await append(page, log, path, appends);
    return {
      calls,
      firstRowsMs: opened.firstMs,
      allRowsMs: opened.allMs,
      longestTaskMs: longest.wallMs,
      longestTaskCpuMs: longest.cpuMs,
      appendP50Ms: quantile(took, 0.5),
      appendP95Ms: quantile(took, 0.95),
      firstLoadBytes: firstLoadBytes(),
    };
  } finally {
    await browser.close();
    await dashboard.close();
    rmSync(root, { recursive: true, force: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { values } = parseArgs({
    options: { calls: { type: 'string', default: '100000' }, appends: { type: 'string', default: '40' } },
  });
  const figures = await measureDashboard({ calls: Number(values.calls), appends: Number(values.appends) });
  console.table({
    'calls in the session': figures.calls,
    'first rows (ms)': Math.round(figures.firstRowsMs),
    'all rows (ms)': Math.round(figures.allRowsMs),
    'longest task while scrolling (ms)': Math.round(figures.longestTaskMs),
    'the same, of the processor (ms)': Math.round(figures.longestTaskCpuMs),
    'append to row, p50 (ms)': Math.round(figures.appendP50Ms),
    'append to row, p95 (ms)': Math.round(figures.appendP95Ms),
    'first load, compressed (kB)': Math.round(figures.firstLoadBytes / 1000),
  });
}
