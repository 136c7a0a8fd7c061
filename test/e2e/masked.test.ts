// Tests in a browser how the dashboard shows failures inside calls that succeeded: rows, pane, filter, errors.

import { rmSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserPath, openBrowser } from '../gallery/open-browser.ts';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';
import { type Dashboard, openDashboard } from '../support/dashboard.ts';
import { maskCalls } from '../support/mask-calls.ts';
import { toolscope } from '../support/program.ts';
import { seriousFlaws } from './axe.ts';

const SID = '11111111-2222-4333-8444-555555555555';
const path = browserPath();
const PATIENCE = { timeout: 20_000 };

function orchard(): string {
  const log = new ClaudeLog(SID);
  log.prompt('Taste the pears, please.');
  log.call('toolu_hidden', 'Bash', { command: 'npm run taste -- pears | tail -3' });
  log.result('toolu_hidden', 'two pears are hard', { isError: false });
  log.call('toolu_failed', 'Bash', { command: 'make jam' });
  log.result('toolu_failed', 'Exit code 2\nno sugar', { isError: true, structured: 'Error: Exit code 2\nno sugar' });
  log.call('toolu_works', 'Bash', { command: 'npm run taste -- plums | tail -3' });
  log.result('toolu_works', 'all ripe', { isError: false });
  return log.text();
}

describe.skipIf(path === null)('masked failures in the dashboard', { timeout: 90_000 }, () => {
  const root = folderWith({ [`projects/-home-dev-orchard/${SID}.jsonl`]: orchard() });
  let dashboard: Dashboard;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    dashboard = await openDashboard({ root }, async (home) => {
      await toolscope(['ls', '--root', root], { env: { TOOLSCOPE_HOME: home } });
      await maskCalls(home, { toolu_hidden: { code: 'tests-failed', blame: 'code', message: 'two pears are hard' } });
    });
    browser = await openBrowser(path ?? '');
    page = await (await browser.newContext({ viewport: { width: 1400, height: 800 } })).newPage();
  }, 180_000);

  afterAll(async () => {
    await browser?.close();
    await dashboard?.close();
    rmSync(root, { recursive: true, force: true });
  });

  const open = (address: string): Promise<unknown> => page.goto(dashboard.url + address, PATIENCE);
  const soon = <Value>(read: () => Value) => expect.poll(read, PATIENCE);

  it('marks its row and its bar, and says so in the pane', async () => {
    await open(`/s/claude-code/${SID}`);
    const row = page.locator('.entry', { hasText: 'taste -- pears' });
    await row.locator('.ts-status--masked', { hasText: 'hides tests-failed' }).waitFor(PATIENCE);
    await soon(() => row.locator('.entry__span--masked').count()).toBe(1);
    await soon(() => page.locator('.status-bar').textContent()).toContain('1 unexpected error1 masked');
    // The head tells the time of the whole session, in another way: two figures for it would contradict each other.
    expect(await page.locator('.status-bar').textContent()).not.toContain('with calls running');
    await row.click();
    const callout = page.locator('.call-pane .ts-callout--warn');
    await callout.waitFor(PATIENCE);
    const said = await callout.textContent();
    expect(said).toContain('This call succeeded, but something in it failed');
    expect(said).toContain('the code under work · tests-failed');
    expect(said).toContain('two pears are hard');
    expect(said).toContain('Recovered by the same program after 2 calls');
    const record = await callout.getByRole('link', { name: 'The record that says so' }).getAttribute('href');
    const answer = await page.request.get(new URL(record ?? '', dashboard.url).href);
    expect(await answer.text()).toContain('two pears are hard');
    expect(await seriousFlaws(page)).toEqual([]);
  });

  it('shows only these where they are asked for', async () => {
    await open(`/s/claude-code/${SID}`);
    await page.locator('.status-bar').getByRole('button', { name: '1 masked' }).click(PATIENCE);
    await soon(() => new URL(page.url()).searchParams.get('f')).toBe('is:masked');
    await page.locator('.entry', { hasText: 'make jam' }).waitFor({ ...PATIENCE, state: 'detached' });
    await soon(() => page.locator('.entry--call').count()).toBe(1);
    await soon(() => page.locator('.status-bar').textContent()).toContain('with calls running');
  });

  it('counts them next to the errors, and has classes of their own', async () => {
    await open('/');
    await page.locator('.session-line__masked').waitFor(PATIENCE);
    await open('/errors');
    await page.getByRole('button', { name: 'Include masked ones' }).click(PATIENCE);
    const classed = page.getByRole('row', { name: 'tests-failed' });
    await soon(() => classed.textContent()).toContain('masked');
    await classed.getByRole('link', { name: 'tests-failed' }).click(PATIENCE);
    await soon(() => new URL(page.url()).searchParams.get('f')).toContain('masked:tests-failed');
    await page.locator('.call-line', { hasText: 'taste -- pears' }).waitFor(PATIENCE);
    await open('/tools');
    await page.getByRole('columnheader', { name: 'Masked' }).waitFor(PATIENCE);
    for (const address of ['/', '/errors?masked=1', '/tools']) {
      await open(address);
      await page.getByRole('row').nth(1).waitFor(PATIENCE);
      expect([address, await seriousFlaws(page)]).toEqual([address, []]);
    }
  });
});
