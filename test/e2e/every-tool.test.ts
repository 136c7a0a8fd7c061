// Tests that every tool's view works inside the app: each call of the demo, which has every tool with all it can give and
// how it can fail, is opened in a real browser, drawn by its own view, without an error and without a serious flaw.

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callPage } from '../../src/api/wire/call.ts';
import { libraryStatus } from '../../src/api/wire/library.ts';
import { tools } from '../../src/tools/all-tools.ts';
import { browserPath, openBrowser } from '../gallery/open-browser.ts';
import { type Dashboard, openDashboard } from '../support/dashboard.ts';
import { seriousFlaws } from './axe.ts';

const path = browserPath();

interface DemoCall {
  readonly agent: string;
  readonly session: string;
  readonly callId: string;
  readonly occurrence: number;
  readonly toolId: string;
  readonly status: string;
}

describe.skipIf(path === null)('every tool in the app', { timeout: 240_000 }, () => {
  let dashboard: Dashboard;
  let browser: Browser;
  let page: Page;
  let calls: readonly DemoCall[];
  const trouble: string[] = [];

  const get = async (address: string): Promise<unknown> => (await fetch(`${dashboard.url}/api/v1${address}`)).json();

  beforeAll(async () => {
    dashboard = await openDashboard('demo');
    for (;;) {
      const { phase } = libraryStatus.parse(await get('/status'));
      if (phase === 'following') break;
      await new Promise((done) => setTimeout(done, 100));
    }
    calls = callPage.parse(await get('/calls?limit=500')).calls;
    browser = await openBrowser(path ?? '');
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    page.on('pageerror', (error) => trouble.push(`broke: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error') trouble.push(`said: ${message.text()} ${message.location().url}`);
    });
    await page.goto(dashboard.url);
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    await dashboard?.close();
  });

  /** Goes there as a link of the app would, without loading it again, and waits for the call's own view. */
  const open = async ({ agent, session, callId, occurrence }: DemoCall): Promise<string | null> => {
    const name = occurrence === 1 ? callId : `${callId}~${occurrence}`;
    const address = `/s/${agent}/${encodeURIComponent(session)}?call=${encodeURIComponent(name)}`;
    await page.evaluate(
      `history.pushState(null, '', ${JSON.stringify(address)}); dispatchEvent(new PopStateEvent('popstate'))`,
    );
    const drawn = page.locator(`[data-call="${callId}"]`);
    await drawn.waitFor({ timeout: 20_000 });
    return drawn.getAttribute('data-view');
  };

  it('is in the demo', () => {
    const shown = new Set(calls.map(({ toolId }) => toolId));
    expect(tools.map(({ id }) => id).filter((id) => !shown.has(id))).toEqual([]);
  });

  it('is drawn by its own view, whatever came of the call', async () => {
    const wrong: string[] = [];
    for (const call of calls) {
      trouble.length = 0;
      const view = await open(call);
      const what = `${call.toolId} ${call.status} ${call.callId}`;
      if (view !== call.toolId) wrong.push(`${what} is drawn by ${view}`);
      if (trouble.length > 0) wrong.push(`${what}: ${trouble.join('; ')}`);
    }
    expect(wrong).toEqual([]);
  });

  it.each(['light', 'dark'] as const)('has no serious flaw for people who hear it or use keys: %s', async (theme) => {
    await page.emulateMedia({ colorScheme: theme });
    // In each theme one call of every tool: a failed one in the one, where there is one, another in the other.
    const chosen = new Map<string, DemoCall>();
    for (const call of calls) {
      const known = chosen.get(call.toolId);
      const isWanted = theme === 'light' ? call.status === 'error' : call.status === 'ok';
      if (known === undefined || isWanted) chosen.set(call.toolId, call);
    }
    const flaws: string[] = [];
    for (const call of chosen.values()) {
      await open(call);
      for (const flaw of await seriousFlaws(page, '.call-pane')) flaws.push(`${call.toolId} ${call.callId} ${flaw}`);
    }
    expect(flaws).toEqual([]);
  });
});
