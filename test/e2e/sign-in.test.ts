// Tests signing in, in a real browser: what a stranger sees, the address that works once, links from elsewhere, restarts,
// and signing out.

import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserPath, openBrowser } from '../gallery/open-browser.ts';
import { type Dashboard, openDashboard } from '../support/dashboard.ts';
import { toolscope } from '../support/program.ts';
import { seriousFlaws } from './axe.ts';
import { Logs, ORDINARY } from './made-up-logs.ts';

const path = browserPath();
const PATIENCE = { timeout: 20_000 };

describe.skipIf(path === null)('signing in', { timeout: 90_000 }, () => {
  const logs = new Logs();
  let dashboard: Dashboard;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  const requests: { url: string; referrer: string | undefined }[] = [];

  beforeAll(async () => {
    dashboard = await openDashboard(logs, undefined, 'signed-in');
    browser = await openBrowser(path ?? '');
    context = await browser.newContext({ viewport: { width: 1280, height: 600 } });
    page = await context.newPage();
    page.on('request', (request) => requests.push({ url: request.url(), referrer: request.headers()['referer'] }));
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    await dashboard?.close();
    rmSync(logs.root, { recursive: true, force: true });
  });

  const toolscopeOpen = async (...args: string[]): Promise<string> => {
    const { status, stdout } = await toolscope(['open', ...args], { env: { TOOLSCOPE_HOME: dashboard.home } });
    expect(status).toBe(0);
    return stdout.trim();
  };
  const sees = async (words: RegExp, on = page): Promise<void> => {
    await on.getByRole('heading', { name: words }).first().waitFor(PATIENCE);
  };

  it('is what a stranger is told to do, in both themes', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const reply = await page.goto(`${dashboard.url}/s/claude-code/${ORDINARY}`, PATIENCE);
      expect(reply?.status()).toBe(401);
      await sees(/Sign in to Toolscope/);
      expect(await page.locator('pre').textContent()).toBe('toolscope open');
      expect(await seriousFlaws(page)).toEqual([]);
    }
  });

  it('takes one visit to the address of toolscope open, and leaves no code behind', async () => {
    const address = await toolscopeOpen();
    requests.length = 0;
    await page.goto(address, PATIENCE);
    await sees(/Sessions/);
    expect(page.url()).toBe(`${dashboard.url}/`);
    const [code = ''] = /code=.*/.exec(address) ?? [];
    expect(requests.filter(({ url }) => url.includes(code)).map(({ url }) => url)).toEqual([address]);
    expect(requests.filter(({ referrer }) => referrer?.includes('code') === true)).toEqual([]);
    expect(await page.evaluate('document.cookie')).toBe('');
    const other = await (await browser.newContext()).newPage();
    await other.goto(address, PATIENCE);
    await sees(/This address no longer works/, other);
    await other.context().close();
  });

  it('is not asked for when a page of another site leads here', async () => {
    const site = createServer((_, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(`<a href="${dashboard.url}/s/claude-code/${ORDINARY}">a session</a>`);
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    const tab = await context.newPage();
    // To a browser this name is another site than 127.0.0.1.
    await tab.goto(`http://localhost:${(site.address() as AddressInfo).port}`, PATIENCE);
    await tab.getByText('a session').click();
    await tab.locator('main h1').waitFor(PATIENCE);
    expect(await tab.getByRole('heading', { name: /Sign in/ }).count()).toBe(0);
    await tab.close();
    site.close();
  });

  it('outlives the server', async () => {
    await dashboard.kill();
    await dashboard.again();
    await page.goto(dashboard.url, PATIENCE);
    await sees(/Sessions/);
  });

  it('ends when it is ended, also in a page that is open', async () => {
    expect(await toolscopeOpen('--sign-out')).toBe('1 browser signed out.');
    await page.keyboard.press('3');
    await sees(/Sign in to Toolscope/);
  });
});
