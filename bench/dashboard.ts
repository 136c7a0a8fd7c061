// Owns the speed of the dashboard in a real browser: opening a session of many calls, scrolling it, a new call from its
// line in the log to its row on the screen, and how much the first load weighs.
// Usage: npx tsx bench/dashboard.ts [--calls 100000] [--appends 40]

import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { browserPath, openBrowser } from '../test/gallery/open-browser.ts';
import { ClaudeLog } from '../test/support/claude-log.ts';
import { type Dashboard, openDashboard } from '../test/support/dashboard.ts';

const { values } = parseArgs({
  options: { calls: { type: 'string', default: '100000' }, appends: { type: 'string', default: '40' } },
});
const calls = Number(values.calls);
const appends = Number(values.appends);
/** When made-up logs begin; a second passes with each record. */
const LOG_BEGINS = Date.UTC(2026, 2, 1, 9, 0, 0);
const SESSION = '11111111-2222-4333-8444-555555555555';

function writeLog(path: string): ClaudeLog {
  const log = new ClaudeLog(SESSION);
  // Ends now: a session that goes on is followed to its end.
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

async function indexed({ url }: Dashboard): Promise<void> {
  for (;;) {
    const status: { phase: string; calls: number } = JSON.parse(await (await fetch(`${url}/api/v1/status`)).text());
    if (status.phase !== 'indexing' && status.calls >= calls) return;
    await new Promise((done) => setTimeout(done, 250));
  }
}

function quantile(numbers: readonly number[], share: number): number {
  return numbers.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(numbers.length * share) - 1)] ?? Number.NaN;
}

/** The first load: the page and everything it asks for before somebody does anything, compressed. */
function firstLoadBytes(): number {
  const folder = resolve('dist/web');
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  const names = readdirSync(join(folder, 'assets')).filter((name) => page.includes(name));
  return [page, ...names.map((name) => readFileSync(join(folder, 'assets', name)))].reduce(
    (sum, content) => sum + gzipSync(content).length,
    0,
  );
}

/** Told by the page itself: a busy page answers the debugger late. */
const WATCH = `new MutationObserver(() => {
  if (window.firstRowsAt === undefined && document.querySelector('.entry--call')) window.firstRowsAt = performance.now();
  for (const { textContent } of document.querySelectorAll('.entry__text')) {
    if (textContent.startsWith('fresh ')) window.rowsAt[textContent] ??= Date.now();
  }
}).observe(document, { childList: true, subtree: true, characterData: true });
window.rowsAt = {};`;

/** Milliseconds from asking for the page to its first rows, and to all of them. */
async function openSession(page: Page, url: string): Promise<{ firstMs: number; allMs: number }> {
  await page.addInitScript(WATCH);
  const started = performance.now();
  await page.goto(`${url}/s/claude-code/${SESSION}`, { waitUntil: 'commit' });
  await page
    .locator('.status-bar', { hasText: `${calls.toLocaleString('en-US')} calls` })
    .waitFor({ timeout: 120_000 });
  return { firstMs: Number(await page.evaluate('window.firstRowsAt')), allMs: performance.now() - started };
}

/** The longest tasks while somebody scrolls through everything. */
async function scroll(page: Page): Promise<number> {
  return page.evaluate(`(async () => {
    const tasks = [];
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ entryTypes: ['longtask'] });
    const box = document.querySelector('.ts-rows');
    for (let i = 0; i < 120; i++) {
      box.scrollTop = (box.scrollHeight * ((i * 37) % 120)) / 120;
      await new Promise((done) => requestAnimationFrame(done));
    }
    await new Promise((done) => setTimeout(done, 300));
    box.scrollTop = box.scrollHeight;
    return Math.max(0, ...tasks);
  })()`);
}

async function append(page: Page, log: ClaudeLog, path: string): Promise<number[]> {
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

const executable = browserPath();
if (executable === null) throw new Error('No Chromium on this machine.');
const root = mkdtempSync(join(tmpdir(), 'toolscope-bench-'));
const folder = join(root, 'projects/-home-dev-orchard');
mkdirSync(folder, { recursive: true });
const path = join(folder, `${SESSION}.jsonl`);
const log = writeLog(path);
const dashboard = await openDashboard({ root });
const browser = await openBrowser(executable);
try {
  await indexed(dashboard);
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  await page.goto(dashboard.url);
  const opened = await openSession(page, dashboard.url);
  const longestMs = await scroll(page);
  const took = await append(page, log, path);
  const rounded = (ms: number): number => Math.round(ms);
  console.table({
    'calls in the session': calls,
    'first rows (ms)': rounded(opened.firstMs),
    'all rows (ms)': rounded(opened.allMs),
    'longest task while scrolling (ms)': rounded(longestMs),
    'append to row, p50 (ms)': rounded(quantile(took, 0.5)),
    'append to row, p95 (ms)': rounded(quantile(took, 0.95)),
    'first load, compressed (kB)': rounded(firstLoadBytes() / 1000),
  });
} finally {
  await browser.close();
  await dashboard.close();
  rmSync(root, { recursive: true, force: true });
}
