// The pictures in the README: three views of the demo, to be retaken after the dashboard's look has changed.
// Usage: node scripts/run.mjs --script test/e2e/readme-pictures.ts

import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { browserPath, openBrowser } from '../gallery/open-browser.ts';
import { openDashboard } from '../support/dashboard.ts';

const SETTLE_MS = 1500;

interface Picture {
  readonly file: string;
  readonly height: number;
  readonly colorScheme: 'dark' | 'light';
  arrange(page: Page, url: string): Promise<void>;
}

const PICTURES: readonly Picture[] = [
  {
    file: 'session.png',
    height: 760,
    colorScheme: 'dark',
    async arrange(page, url) {
      await page.goto(url);
      await page.getByText('Visitors are counted twice').click();
    },
  },
  {
    file: 'call.png',
    height: 860,
    colorScheme: 'dark',
    async arrange(page, url) {
      await page.goto(url);
      await page.getByText('Visitors are counted twice').click();
      await page.locator('.entry--call', { hasText: 'Edit' }).first().click();
    },
  },
  {
    file: 'errors.png',
    height: 520,
    colorScheme: 'light',
    async arrange(page, url) {
      await page.goto(`${url}/errors`);
    },
  },
];

const path = browserPath();
if (path === null) throw new Error('No Chromium on this machine: install it first (Debian: apt-get install chromium).');
const folder = resolve(import.meta.dirname, '../../docs/images');
const dashboard = await openDashboard('demo');
const browser = await openBrowser(path);
try {
  for (const { file, height, colorScheme, arrange } of PICTURES) {
    const page = await browser.newPage({ viewport: { width: 1280, height }, colorScheme });
    await arrange(page, dashboard.url);
    await page.waitForTimeout(SETTLE_MS);
    await page.screenshot({ path: join(folder, file) });
  }
} finally {
  await browser.close();
  await dashboard.close();
}
