// Owns pictures of every page in both themes, of the demo or of the logs below a folder. For people to look at.
// Usage: npm run screenshots [-- --root <folder>] [-- --out <folder>]

import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { browserPath, openBrowser } from '../gallery/open-browser.ts';
import { type Dashboard, openDashboard } from '../support/dashboard.ts';

const { values } = parseArgs({ options: { root: { type: 'string' }, out: { type: 'string' } } });
const out = resolve(values.out ?? '.toolscope/screenshots');

const PAGES: Readonly<Record<string, string>> = {
  sessions: '/',
  errors: '/errors',
  tools: '/tools',
  files: '/files',
  control: '/control',
  rap: '/rap',
  health: '/health',
  search: '/search?q=test',
  calls: '/calls?f=status:error',
};
const TABS = ['preview', 'input', 'result', 'structured', 'timing', 'raw'];
const SETTLE_MS = 700;

interface SessionRow {
  readonly agent: string;
  readonly id: string;
  readonly calls: number;
}

async function largestSession({ url }: Dashboard): Promise<SessionRow | undefined> {
  for (let tries = 0; tries < 60; tries++) {
    const status: { phase: string } = JSON.parse(await (await fetch(`${url}/api/v1/status`)).text());
    if (status.phase !== 'indexing') break;
    await new Promise((done) => setTimeout(done, 1000));
  }
  const page: { sessions: SessionRow[] } = JSON.parse(await (await fetch(`${url}/api/v1/sessions?limit=500`)).text());
  return page.sessions.toSorted((a, b) => b.calls - a.calls)[0];
}

async function picture(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(SETTLE_MS);
  await page.screenshot({ path: join(out, `${name}.png`) });
}

async function allPages(
  page: Page,
  dashboard: Dashboard,
  session: SessionRow | undefined,
  suffix: string,
): Promise<void> {
  for (const [name, address] of Object.entries(PAGES)) {
    await page.goto(dashboard.url + address);
    await picture(page, `${name}-${suffix}`);
  }
  if (session === undefined) return;
  const address = `${dashboard.url}/s/${encodeURIComponent(session.agent)}/${encodeURIComponent(session.id)}`;
  await page.goto(address);
  await picture(page, `session-${suffix}`);
  await page.keyboard.press('e');
  for (const tab of TABS) {
    await page.click(`#tab-${tab}`);
    await picture(page, `call-${tab}-${suffix}`);
  }
  await page.keyboard.press('?');
  await picture(page, `keys-${suffix}`);
}

const path = browserPath();
if (path === null) {
  console.error('No Chromium on this machine: install it first (Debian: apt-get install chromium).');
  process.exit(1);
}
mkdirSync(out, { recursive: true });
const dashboard = await openDashboard(values.root === undefined ? 'demo' : { root: resolve(values.root) });
const browser = await openBrowser(path);
try {
  const session = await largestSession(dashboard);
  for (const theme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, colorScheme: theme });
    await allPages(await context.newPage(), dashboard, session, theme);
    await context.close();
  }
  const narrow = await browser.newContext({ viewport: { width: 400, height: 800 } });
  await allPages(await narrow.newPage(), dashboard, session, 'narrow');
} finally {
  await browser.close();
  await dashboard.close();
}
console.log(`Pictures are in ${out}.`);
