// Tests ways through the dashboard, in a real browser: by keys alone, and from what is counted to the records it came from.

import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserPath, openBrowser } from '../gallery/open-browser.ts';
import { type Dashboard, openDashboard } from '../support/dashboard.ts';
import { HOSTILE, Logs, ORDINARY } from './made-up-logs.ts';

const path = browserPath();
const PATIENCE = { timeout: 20_000 };

describe.skipIf(path === null)('a walk through the dashboard', { timeout: 90_000 }, () => {
  const logs = new Logs();
  let dashboard: Dashboard;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    appendFileSync(join(logs.root, `projects/-home-dev-orchard/${ORDINARY}.jsonl`), '{"type":"assistant", broken\n');
    dashboard = await openDashboard(logs);
    browser = await openBrowser(path ?? '');
    page = await (await browser.newContext({ viewport: { width: 1280, height: 600 } })).newPage();
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    await dashboard?.close();
    rmSync(logs.root, { recursive: true, force: true });
  });

  const open = async (address: string): Promise<void> => {
    await page.goto(dashboard.url + address, PATIENCE);
    await page.locator('main h1').waitFor(PATIENCE);
  };
  /** What a page shows comes piece by piece: asked until it is there, however slow the machine. */
  const soon = <Value>(read: () => Value) => expect.poll(read, PATIENCE);
  const asked = (key: string): string | null => new URL(page.url()).searchParams.get(key);
  const session = (id: string, more = ''): string => `/s/claude-code/${id}${more}`;
  /** What has the focus, by its name or its words. */
  const focused = (): Promise<unknown> =>
    page.evaluate(`document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent`);

  it('skips to the page with the first key', async () => {
    await open('/tools');
    await page.getByRole('columnheader', { name: 'Calls' }).first().waitFor(PATIENCE);
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Skip to the page');
    expect(await page.locator('.app__skip').boundingBox()).toMatchObject({ x: 8, y: 6 });
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Filter: Tools');
  });

  it.each(['/', '/calls', '/errors', '/tools', '/files', '/control', '/rap', '/health', session(ORDINARY)])(
    'lets the focus through, always in sight: %s',
    async (address) => {
      await open(address);
      const unseen: unknown[] = [];
      // It comes round to the page itself, or the page has very many links.
      for (let i = 0; i < 60; i++) {
        await page.keyboard.press('Tab');
        const stop = await page.evaluate(`(() => {
          const at = document.activeElement;
          if (at === document.body) return null;
          const rings = [at, at.parentElement].map((element) => getComputedStyle(element));
          const box = at.getBoundingClientRect();
          return {
            name: at.getAttribute('aria-label') ?? at.textContent,
            isRinged: rings.some((ring) => ring.outlineStyle !== 'none' || ring.boxShadow !== 'none'),
            isInSight: box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth,
          };
        })()`);
        if (stop === null) break;
        if (!isSeen(stop)) unseen.push(stop);
      }
      expect(unseen).toEqual([]);
    },
  );

  it('lists the keys that do something on the page, and no others', async () => {
    const listed = async (): Promise<string[]> => {
      await page.keyboard.press('?');
      const help = page.getByRole('dialog', { name: 'Help' });
      await help.waitFor(PATIENCE);
      const words = await help.locator('.help__keys :is(h2, dd)').allTextContents();
      await page.keyboard.press('Escape');
      await help.waitFor({ ...PATIENCE, state: 'detached' });
      return words.slice(0, words.indexOf('Everywhere'));
    };
    await open('/health');
    expect(await listed()).toEqual([]);
    await page.keyboard.press('?');
    const masked = page
      .getByRole('dialog', { name: 'Help' })
      .getByText('The call succeeded, and something in it failed');
    expect(await masked.count()).toBe(1);
    await page.keyboard.press('Escape');
    await open('/control');
    expect(await listed()).toEqual(['Hooks & permissions', 'Filter']);
    await open('/errors');
    expect(await listed()).toEqual(['Errors', 'Filter']);
    await open(session(ORDINARY));
    await page.locator('.entry--call').first().waitFor(PATIENCE);
    expect(await listed()).not.toContain('Close the pane');
    await page.keyboard.press('j');
    await page.locator('.call-pane').waitFor(PATIENCE);
    expect(await listed()).toContain('Close the pane');
  });

  it('takes the focus along from tab to tab of a call', async () => {
    await open(session(ORDINARY, '?call=toolu_edit'));
    await page.getByRole('tab', { name: 'Preview' }).focus(PATIENCE);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    expect(await focused()).toBe('Result');
    await soon(() => page.getByRole('tab', { selected: true }).textContent()).toBe('Result');
    await page.getByRole('tab', { name: 'Preview' }).click();
  });

  it('scrolls by arrows what has the focus, and else goes from row to row', async () => {
    await open(session(ORDINARY, '?call=toolu_fail'));
    await page.getByRole('tab', { name: 'Timing' }).click(PATIENCE);
    const panel = page.getByRole('tabpanel');
    await panel.getByText('Requested').first().waitFor(PATIENCE);
    await panel.focus();
    await page.keyboard.press('ArrowDown');
    await soon(() => panel.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
    expect(asked('call')).toBe('toolu_fail');
    await page.getByRole('tab', { name: 'Preview' }).click();
    await page.evaluate('document.activeElement.blur()');
    await page.keyboard.press('ArrowDown');
    await soon(() => asked('call')).toBe('toolu_ask');
  });

  it('forgets which row was chosen when the rows are other ones', async () => {
    await open('/calls');
    await page.locator('.call-line__text a').first().waitFor(PATIENCE);
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await soon(() => page.locator('.call-line[aria-current=true]').count()).toBe(1);
    await page.keyboard.press('/');
    await page.keyboard.type('status:error');
    await soon(() => asked('f')).toBe('status:error');
    await soon(() => page.locator('.call-line[aria-current=true]').count()).toBe(0);
  });

  it('leads from the problems of a session to the line of its log, beside the filtered table', async () => {
    await open(session(ORDINARY, '?f=status:error'));
    await page.getByRole('link', { name: '1 problem in its log' }).click(PATIENCE);
    await page
      .getByRole('region', { name: 'About this session' })
      .getByRole('link', { name: '.jsonl:' })
      .click(PATIENCE);
    const record = page.getByRole('region', { name: 'Record' });
    await record.getByText('{"type":"assistant", broken').waitFor(PATIENCE);
    expect(asked('f')).toBe('status:error');
    await page.keyboard.press('Escape');
    await record.waitFor({ ...PATIENCE, state: 'detached' });
    expect([...new URL(page.url()).searchParams.keys()]).toEqual(['f']);
  });

  it('leads from the tokens of a session to those of its models', async () => {
    await open(session(ORDINARY));
    await page.getByRole('link', { name: '175 tokens' }).click(PATIENCE);
    await page.getByRole('cell', { name: 'model-one' }).waitFor(PATIENCE);
  });

  it('leads from a hit in a record that is no entry to that record', async () => {
    await open('/search?q=prune&by=hits');
    await page.locator('tr', { hasText: 'Record' }).locator('.search__link').first().click(PATIENCE);
    await page.getByRole('region', { name: 'Record' }).getByText('leafUuid').waitFor(PATIENCE);
  });

  it('leads from the runs of a hook to the calls that it ran for', async () => {
    await open('/control');
    await page.getByRole('table', { name: 'Hooks' }).getByRole('link', { name: '1' }).click(PATIENCE);
    await page.locator('.page__note', { hasText: '1 call' }).waitFor(PATIENCE);
    await page.locator('.call-line__text a').click(PATIENCE);
    await soon(() => [new URL(page.url()).pathname, asked('call')]).toEqual([session(HOSTILE), 'toolu_no']);
  });
});

function isSeen(stop: unknown): boolean {
  return (
    typeof stop === 'object' &&
    stop !== null &&
    'isRinged' in stop &&
    stop.isRinged === true &&
    'isInSight' in stop &&
    stop.isInSight === true
  );
}
