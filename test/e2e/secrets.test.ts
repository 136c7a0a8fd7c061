// Tests in a browser how the page of a session says that there are secrets in its log, and where.

import { rmSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserPath, openBrowser } from '../gallery/open-browser.ts';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';
import { type Dashboard, openDashboard } from '../support/dashboard.ts';
import { plantedSecrets } from '../support/planted-secrets.ts';
import { seriousFlaws } from './axe.ts';

const SID = '61111111-2222-4333-8444-555555555555';
const KEY = plantedSecrets().find(({ kind }) => kind === 'github')?.phrase ?? '';
const NPM = plantedSecrets().find(({ kind }) => kind === 'npm')?.phrase ?? '';
const path = browserPath();
const PATIENCE = { timeout: 20_000 };

function orchard(): string {
  const log = new ClaudeLog(SID);
  log.prompt('Deploy the pears, please.');
  log.call('toolu_env', 'Bash', { command: 'env' });
  log.result('toolu_env', `HOME=/home/dev\nTOKEN=${KEY}\nLANG=C`);
  log.call('toolu_ls', 'Bash', { command: 'git status' });
  log.result('toolu_ls', 'pears');
  return log.text();
}

describe.skipIf(path === null)('secrets in the dashboard', { timeout: 90_000 }, () => {
  const root = folderWith({
    [`projects/-home-dev-orchard/${SID}.jsonl`]: orchard(),
    [`projects/-home-dev-orchard/${SID}/tool-results/toolu_spilled.txt`]: `pears\n${NPM}\n`,
  });
  let dashboard: Dashboard;
  let browser: Browser;

  beforeAll(async () => {
    dashboard = await openDashboard({ root });
    browser = await openBrowser(path ?? '');
  }, 180_000);

  afterAll(async () => {
    await browser?.close();
    await dashboard?.close();
    rmSync(root, { recursive: true, force: true });
  });

  it('are counted at the head of the session, and lead to the line', async () => {
    const page = await (await browser.newContext({ viewport: { width: 1400, height: 800 } })).newPage();
    await page.goto(`${dashboard.url}/s/claude-code/${SID}`, PATIENCE);
    await page.locator('.session-head').getByRole('link', { name: '2 secrets in its log' }).click(PATIENCE);
    const entry = page.locator('.about-pane__list li', { hasText: 'GitHub token' });
    await entry.waitFor(PATIENCE);
    expect(await entry.textContent()).toContain('ghp_');
    expect(await entry.textContent()).not.toContain(KEY.slice(6, -4));
    expect(await seriousFlaws(page)).toEqual([]);
    const output = page.locator('.about-pane__list li', { hasText: 'toolu_spilled.txt:2' });
    expect(await output.textContent()).toContain('npm');
    expect(await output.getByRole('link').count()).toBe(0);
    await entry.getByRole('link').click(PATIENCE);
    await expect.poll(() => new URL(page.url()).searchParams.get('line'), PATIENCE).toMatch(/:\d+$/);
  });

  it('are marked on the calls whose records hold them, and on no others', async () => {
    const page = await (await browser.newContext({ viewport: { width: 1400, height: 800 } })).newPage();
    await page.goto(`${dashboard.url}/s/claude-code/${SID}`, PATIENCE);
    await page.locator('.entry', { hasText: 'env' }).first().click(PATIENCE);
    await page.getByText('A secret is in its records.').waitFor(PATIENCE);
    expect(await seriousFlaws(page)).toEqual([]);
    await page.locator('.entry', { hasText: 'git status' }).first().click(PATIENCE);
    await page.getByText('A secret is in its records.').waitFor({ state: 'hidden', ...PATIENCE });
  });
});
