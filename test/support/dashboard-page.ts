// One page of a dashboard in a real browser, with its console output; closed afterwards.

import { rmSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { openBrowser } from '../gallery/open-browser.ts';
import { type Dashboard, openDashboard } from './dashboard.ts';

/** Pages fill in step by step: polls until the content is there, however slow the machine. */
export const PATIENCE = { timeout: 20_000 };

export interface DashboardPage {
  readonly page: Page;
  readonly dashboard: Dashboard;
  /** Errors and warnings on the console, and exceptions. */
  readonly said: string[];
  /** Loads a URL, and waits for its head. */
  open(address: string): Promise<void>;
  /** A query parameter of the URL. */
  asked(key: string): string | null;
  close(): Promise<void>;
}

/** `browserAt`: the browser's program. The folder of logs is removed at the end. */
export async function openDashboardPage(
  browserAt: string,
  logs: { readonly root: string } | 'demo',
  viewport = { width: 1280, height: 800 },
): Promise<DashboardPage> {
  const dashboard = await openDashboard(logs);
  const browser = await openBrowser(browserAt);
  const page = await (await browser.newContext({ viewport })).newPage();
  const said: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') said.push(message.text());
  });
  page.on('pageerror', (error) => said.push(`broke: ${error.message}`));
  return {
    page,
    dashboard,
    said,
    async open(address) {
      await page.goto(dashboard.url + address, PATIENCE);
      await page.locator('main h1').waitFor(PATIENCE);
    },
    asked: (key) => new URL(page.url()).searchParams.get(key),
    async close() {
      await browser.close();
      await dashboard.close();
      if (logs !== 'demo') rmSync(logs.root, { recursive: true, force: true });
    },
  };
}

export const soon = <Value>(read: () => Value) => expect.poll(read, PATIENCE);
