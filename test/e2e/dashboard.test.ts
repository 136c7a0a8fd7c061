// Tests the dashboard as a person uses it, in a real browser: open, filter, keys, panes, live rows, a lost connection,
// hostile logs, and what a screen reader would find wrong.

import { readFileSync, rmSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserPath, openBrowser } from '../gallery/open-browser.ts';
import { type Dashboard, openDashboard } from '../support/dashboard.ts';
import { seriousFlaws } from './axe.ts';
import { GROWING, HOSTILE, Logs, ORDINARY } from './made-up-logs.ts';

const path = browserPath();
const PATIENCE = { timeout: 20_000 };
const PAGES = [
  '/',
  '/errors',
  '/tools',
  '/files',
  '/control',
  '/rap',
  '/health',
  '/search?q=orchard',
  '/search?q=orchard&by=hits',
  '/calls?f=status:error',
];

describe.skipIf(path === null)('the dashboard', { timeout: 90_000 }, () => {
  const logs = new Logs();
  let dashboard: Dashboard;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  const trouble: string[] = [];

  beforeAll(async () => {
    dashboard = await openDashboard(logs);
    browser = await openBrowser(path ?? '');
    context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    // Requests of a page to other servers are refused, and recorded.
    await context.route(
      (url) => url.origin !== dashboard.url,
      (route) => {
        trouble.push(`asked for ${route.request().url()}`);
        return route.abort();
      },
    );
    page = await context.newPage();
    page.on('pageerror', (error) => trouble.push(`broke: ${error.message}`));
    page.on('dialog', (dialog) => {
      trouble.push(`opened a dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    await dashboard?.close();
    rmSync(logs.root, { recursive: true, force: true });
  });

  const open = async (address: string): Promise<void> => {
    await page.goto(dashboard.url + address, PATIENCE);
  };
  /** Pages fill in step by step: polls until the content is there, however slow the machine. */
  const soon = <Value>(read: () => Value) => expect.poll(read, PATIENCE);
  const row = (text: string) => page.locator('.entry', { hasText: text });
  /** Texts on the page with control characters, or with changes of writing direction. */
  const disguised = async (): Promise<string[]> =>
    (await page.locator('body').innerText())
      .split('\n')
      .filter((line) => /[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]/.test(line));
  const session = (id: string, more = ''): string => `/s/claude-code/${id}${more}`;

  it('lists the sessions and opens one', async () => {
    await open('/');
    await page.getByText('Prune the apple trees').first().click(PATIENCE);
    await row('ls orchard').waitFor(PATIENCE);
    await soon(() => page.locator('h1').textContent()).toBe('Prune the apple trees');
    await soon(() => page.locator('.status-bar').textContent()).toContain('6 calls');
    await soon(() => page.locator('.status-bar').textContent()).toContain('1 unexpected error');
  });

  it('shows calls only, or what was said as well', async () => {
    await open(session(ORDINARY));
    await row('I look at the trees first.').waitFor(PATIENCE);
    await page.getByRole('button', { name: 'Calls', exact: true }).click();
    await row('I look at the trees first.').waitFor({ ...PATIENCE, state: 'detached' });
    await soon(() => page.locator('.entry--call').count()).toBe(6);
  });

  it('filters calls, keeps the filter in the address, and points at wrong words', async () => {
    await open(session(ORDINARY));
    await row('ls orchard').waitFor(PATIENCE);
    await page.keyboard.press('/');
    await page.keyboard.type('status:error');
    await row('ls orchard').waitFor({ ...PATIENCE, state: 'detached' });
    await row('make harvest').first().waitFor(PATIENCE);
    await soon(() => new URL(page.url()).searchParams.get('f')).toBe('status:error');
    await page.getByLabel('Filter calls').fill('statsu:error');
    const told = page.locator('.filter-box__error');
    await told.waitFor(PATIENCE);
    await soon(() => told.textContent()).toMatch(/^There is no key “statsu”\. Did you mean status:error\?/);
  });

  it('goes by keys: rows, errors, tabs, palette, help', async () => {
    await open(session(ORDINARY));
    await row('ls orchard').waitFor(PATIENCE);
    await page.keyboard.press('e');
    await page.locator('.call-pane h2', { hasText: 'Bash' }).waitFor(PATIENCE);
    await soon(() => new URL(page.url()).searchParams.get('call')).toBe('toolu_fail');
    await page.locator('.ts-callout--error').waitFor(PATIENCE);
    await page.keyboard.press('j');
    await page.waitForURL((url) => url.searchParams.get('call') === 'toolu_ask', PATIENCE);
    await page.keyboard.press('k');
    await page.waitForURL((url) => url.searchParams.get('call') === 'toolu_fail', PATIENCE);
    await page.keyboard.press(']');
    await page.getByRole('tab', { name: 'Input', selected: true }).waitFor(PATIENCE);
    await page.keyboard.press('[');
    await page.keyboard.press('?');
    await page.getByText('Next error').waitFor(PATIENCE);
    // The keys of the page rest below a dialog: Escape closes it alone.
    await page.keyboard.press('j');
    await page.keyboard.press('Escape');
    await page.getByText('Next error').waitFor({ ...PATIENCE, state: 'detached' });
    expect(new URL(page.url()).searchParams.get('call')).toBe('toolu_fail');
    await page.keyboard.press('Escape');
    await page.locator('.call-pane').waitFor({ ...PATIENCE, state: 'detached' });
    await page.keyboard.press('Control+k');
    await page.getByLabel('Command, page or session').waitFor(PATIENCE);
    await page.keyboard.type('health');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname === '/health', PATIENCE);
  });

  it('adds up again for a span of time that is chosen in the overview', async () => {
    await open(session(ORDINARY));
    await row('ls orchard').waitFor(PATIENCE);
    await page.locator('.session-head__state').waitFor(PATIENCE);
    const strip = await page.locator('.overview__strip').boundingBox();
    if (strip === null) throw new Error('no overview');
    const y = strip.y + strip.height / 2;
    await page.mouse.move(strip.x + 1, y);
    await page.mouse.down();
    await page.mouse.move(strip.x + strip.width / 3, y, { steps: 5 });
    await page.mouse.up();
    await page.locator('.status-bar', { hasText: 'of 6 calls' }).waitFor(PATIENCE);
    await row('make harvest')
      .first()
      .waitFor({ ...PATIENCE, state: 'detached' });
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.locator('.status-bar', { hasText: /^6 calls/ }).waitFor(PATIENCE);
  });

  it('finds words in everything, and leads to the call', async () => {
    await open('/search?q=harvest');
    await page.locator('.search__group').first().waitFor(PATIENCE);
    await page.locator('.search__link').first().click();
    await page.locator('.call-pane h2').waitFor(PATIENCE);
  });

  it('tells what happened to a file, call by call', async () => {
    await open('/files');
    await page.getByText('/home/dev/orchard/apple.ts').first().click(PATIENCE);
    await page.locator('.files__touch').first().waitFor(PATIENCE);
    await soon(() => page.locator('.files__touch').count()).toBe(2);
    await page.locator('.ts-diff').first().waitFor(PATIENCE);
  });

  it('shows what a session changed in the end, and leads to the calls', async () => {
    await open(session(ORDINARY));
    await page.locator('.session-head').getByRole('link', { name: 'Changes' }).click(PATIENCE);
    const file = page.getByRole('region', { name: '/home/dev/orchard/apple.ts' });
    await file.locator('.ts-diff').waitFor(PATIENCE);
    await file.locator('.ts-diff__note a').first().click(PATIENCE);
    await page.locator('[data-view="edit"]').waitFor(PATIENCE);
    await open('/files?path=/home/dev/orchard/apple.ts');
    await page.locator('.files__net a').first().click(PATIENCE);
    await file.locator('.ts-diff').waitFor(PATIENCE);
  });

  it('saves a session as a trace, from its head and from the palette', async () => {
    await open(session(ORDINARY));
    const link = page.getByRole('link', { name: 'Save as a trace for Perfetto' });
    await link.waitFor(PATIENCE);
    await link.focus();
    const [linked] = await Promise.all([page.waitForEvent('download', PATIENCE), page.keyboard.press('Enter')]);
    expect(linked.suggestedFilename()).toBe(`${ORDINARY}.perfetto.json`);
    const saved: { readonly traceEvents: readonly { readonly cat?: string }[] } = JSON.parse(
      readFileSync(await linked.path(), 'utf8'),
    );
    expect(saved.traceEvents.filter(({ cat = '' }) => cat.startsWith('tool')).length).toBe(6);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('trace in otlp');
    const [chosen] = await Promise.all([page.waitForEvent('download', PATIENCE), page.keyboard.press('Enter')]);
    expect(chosen.suggestedFilename()).toBe(`${ORDINARY}.otlp.json`);
    // What no key does stands in no table of keys.
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Help' }).waitFor(PATIENCE);
    expect(await page.getByText('Save as a trace in OTLP').count()).toBe(0);
    await page.keyboard.press('Escape');
  });

  it('shows a call in six ways, down to the raw record, at an address of its own', async () => {
    await open(session(ORDINARY, '?call=toolu_edit'));
    await page.locator('.ts-diff').first().waitFor(PATIENCE);
    const panel = page.getByRole('tabpanel');
    for (const [tab, text] of [
      ['Input', 'old_string'],
      ['Result', 'has been updated'],
      ['Structured', 'structuredPatch'],
      ['Timing', 'Requested'],
      ['Raw', `${ORDINARY}.jsonl:`],
    ] as const) {
      await page.getByRole('tab', { name: tab }).click();
      await panel.getByText(text).first().waitFor(PATIENCE);
    }
    await page.getByRole('tab', { name: 'Preview' }).click();
  });

  it('says what is wrong with an address, and with a search', async () => {
    await open(session(ORDINARY, '?call=toolu_gone'));
    await page.getByText('The session has nothing at this address.').waitFor(PATIENCE);
    await page.keyboard.press('Escape');
    await page.locator('.call-pane').waitFor({ ...PATIENCE, state: 'detached' });
    await soon(() => new URL(page.url()).searchParams.get('call')).toBe(null);
    await open('/search?q=%2F(%2F');
    await page.getByText('This parenthesis is never closed.').waitFor(PATIENCE);
  });

  it('shows new calls as the agent works, and what runs as running until it is done', async () => {
    await open(session(GROWING));
    await row('water 0').waitFor(PATIENCE);
    logs.ask('toolu_w1', 'water 1');
    await row('water 1').locator('.ts-status--running, .ts-status--lost').waitFor(PATIENCE);
    logs.answer('toolu_w1', 'wet as well');
    await row('water 1').locator('.ts-status--ok').waitFor(PATIENCE);
    await soon(() => row('water 1').count()).toBe(1);
  });

  it('shows what remote tools owe, and cancels it', async () => {
    const asked = { operation: 'plant', arguments: { what: 'pears' }, id: 'call_plant', send: false };
    const registered = await fetch(`${dashboard.url}/rap/v1/threads/garden/invocations`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(asked),
    });
    expect(registered.status).toBe(201);
    await open('/rap');
    await page.getByRole('button', { name: 'Cancel plant' }).click(PATIENCE);
    await page.getByText('No calls are waiting for a result.').waitFor(PATIENCE);
    await open('/s/rap/garden');
    await page.locator('.entry--call', { hasText: 'plant' }).waitFor(PATIENCE);
  });

  it('says that the connection is lost, and heals', async () => {
    await open(session(GROWING));
    await row('water 0').waitFor(PATIENCE);
    await dashboard.kill();
    await page.getByText('Connection lost').waitFor(PATIENCE);
    logs.ask('toolu_w2', 'water 2');
    logs.answer('toolu_w2', 'soaked');
    await dashboard.again();
    await row('water 2').locator('.ts-status--ok').waitFor({ timeout: 60_000 });
    await page.getByText('Connection lost').waitFor({ ...PATIENCE, state: 'detached' });
  });

  it('takes no connection for tabs that nobody sees, and goes on when they are seen again', async () => {
    const seen = (tab: Page, state: 'hidden' | 'visible'): Promise<unknown> =>
      tab.evaluate(`Object.defineProperties(document, {
        hidden: { configurable: true, value: ${state === 'hidden'} },
        visibilityState: { configurable: true, value: '${state}' },
      }); document.dispatchEvent(new Event('visibilitychange'))`);
    // As many as a browser holds connections.
    const tabs: Page[] = [];
    for (let i = 0; i < 6; i++) {
      const tab = await context.newPage();
      tabs.push(tab);
      await tab.goto(dashboard.url + session(GROWING), PATIENCE);
      await tab.locator('.entry', { hasText: 'water 0' }).waitFor(PATIENCE);
      await seen(tab, 'hidden');
    }
    const [first] = tabs;
    if (first === undefined) throw new Error('no tab');
    await open('/tools');
    await page.locator('.sort-table').first().waitFor(PATIENCE);
    logs.ask('toolu_w3', 'water 3');
    logs.answer('toolu_w3', 'drenched');
    await seen(first, 'visible');
    await first.locator('.entry', { hasText: 'water 3' }).locator('.ts-status--ok').waitFor(PATIENCE);
    for (const tab of tabs) await tab.close();
  });

  it('leads from a number to as many calls as it says', async () => {
    await open('/tools?f=agent:claude');
    const cell = page.locator('tr', { hasText: 'Shell claude-code' }).locator('td').nth(1);
    const count = (await cell.textContent({ timeout: 20_000 })) ?? '';
    await cell.locator('a').click();
    await page.locator('.page__note', { hasText: `${count} calls` }).waitFor(PATIENCE);
    await soon(() => new URL(page.url()).searchParams.get('f')).toBe('agent:claude agent:claude-code toolid:shell');
    await page.goBack();
    await page
      .locator('.time-bars a')
      .last()
      .click({ ...PATIENCE, force: true });
    await page.locator('.call-line__text a').first().waitFor(PATIENCE);
    await soon(() => new URL(page.url()).searchParams.get('f')).toMatch(/^agent:claude since:\S+Z before:\S+Z$/);
  });

  it('draws hostile text as text: nothing runs, nothing is asked of anybody else', async () => {
    await open('/');
    await page.getByText('Title <img').first().waitFor(PATIENCE);
    await open(session(HOSTILE, '?show=everything'));
    await row('Prompt <img').first().waitFor(PATIENCE);
    const rows = await page.locator('.entry--call, .entry--said').count();
    for (let i = 0; i < rows; i++) {
      await page.keyboard.press('j');
      await page.locator('.call-pane h2').waitFor(PATIENCE);
      if ((await page.locator('.call-pane [role=tab]').count()) === 0) continue;
      for (const tab of ['Input', 'Result', 'Structured', 'Raw', 'Timing', 'Preview']) {
        await page.getByRole('tab', { name: tab }).click();
        if (tab === 'Timing' || tab === 'Preview') expect([tab, await disguised()]).toEqual([tab, []]);
      }
    }
    for (const address of PAGES) {
      await open(address);
      await page.locator('main h1').waitFor(PATIENCE);
      await page.locator('main :is(td, [role=cell], li, .section-page, .state__title)').first().waitFor(PATIENCE);
      expect([address, await disguised()]).toEqual([address, []]);
    }
    await open(session(HOSTILE, '?call=toolu_no'));
    await page.getByText('not so').waitFor(PATIENCE);
    expect(await disguised()).toEqual([]);
    expect(await page.evaluate("'hacked' in window")).toBe(false);
    expect(trouble).toEqual([]);
  });

  it.each(['light', 'dark'] as const)('has no serious flaw for people who hear it or use keys: %s', async (theme) => {
    await page.emulateMedia({ colorScheme: theme });
    const flaws: string[] = [];
    for (const address of [
      ...PAGES,
      session(ORDINARY, '?call=toolu_fail'),
      session(ORDINARY, '?call=toolu_edit'),
      session(ORDINARY, '?about=1'),
      session(ORDINARY, '?insights=1'),
      session(ORDINARY, '?line=0:1'),
      session(ORDINARY, '/changes'),
    ]) {
      await open(address);
      await page.locator('main h1').waitFor(PATIENCE);
      await page.waitForTimeout(400);
      for (const flaw of await seriousFlaws(page)) flaws.push(`${address} ${flaw}`);
    }
    expect(flaws).toEqual([]);
  });

  it('says first how a session ended, and by keys all that is behind it', async () => {
    await open(session(ORDINARY));
    const verdict = page.locator('.verdict');
    await soon(() => verdict.locator('.verdict__headline').innerText()).toMatch(
      /^(Answered|Stops|Interrupted|Ended)[\s\S]* active/,
    );
    expect(await verdict.innerText()).not.toContain('Asked');
    await page.keyboard.press('v');
    await soon(() => verdict.innerText()).toMatch(/Asked[\s\S]*Ended[\s\S]*Changed[\s\S]*Checks[\s\S]*Took/);
    await page.keyboard.press('v');
    await page.keyboard.press('i');
    const pane = page.locator('.insights-pane');
    await soon(() => pane.innerText()).toMatch(/Turns[\s\S]*Critical path[\s\S]*Cost[\s\S]*Context/);
    await page.keyboard.press('Escape');
    await soon(() => pane.count()).toBe(0);
    await open(session(HOSTILE, '?insights=1'));
    await pane.waitFor(PATIENCE);
    expect(await disguised()).toEqual([]);
  });

  it('prints what a session came to, whole and on light paper', async () => {
    await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
    await open(session(ORDINARY, '?insights=1'));
    await page.locator('.insights-pane').waitFor(PATIENCE);
    expect(await page.locator('.top-bar, .session__tools, .status-bar').filter({ visible: true }).count()).toBe(0);
    const paper = await page.evaluate('getComputedStyle(document.body).backgroundColor');
    const cut = await page.evaluate(
      `[...document.querySelectorAll('.verdict a, .verdict dd, .session, .call-pane__panel')]
        .filter((part) => part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).overflow !== 'visible').length`,
    );
    await page.emulateMedia({ media: 'screen' });
    expect([paper, cut]).toEqual(['rgb(255, 255, 255)', 0]);
  });

  it('fits a narrow screen', async () => {
    await page.setViewportSize({ width: 400, height: 800 });
    for (const address of [
      ...PAGES,
      session(ORDINARY),
      session(ORDINARY, '?call=toolu_edit'),
      session(ORDINARY, '/changes'),
    ]) {
      await open(address);
      await page.locator('main h1').waitFor(PATIENCE);
      const width = await page.evaluate('document.documentElement.scrollWidth');
      expect([address, width]).toEqual([address, 400]);
    }
    // A call has most of the screen: what is about the table is not there while the table is not.
    await open(session(ORDINARY, '?call=toolu_edit'));
    const panel = await page.locator('.split__side').boundingBox(PATIENCE);
    expect(panel?.height ?? 0).toBeGreaterThan(480);
    await open('/files');
    await page.locator('.files__path').first().waitFor(PATIENCE);
    expect(await page.locator('th', { hasText: 'Sessions' }).isVisible()).toBe(false);
    const last = await page.locator('th', { hasText: 'Last' }).boundingBox();
    expect((last?.x ?? 400) + (last?.width ?? 0)).toBeLessThanOrEqual(400);
    await page.setViewportSize({ width: 1280, height: 800 });
  });
});
