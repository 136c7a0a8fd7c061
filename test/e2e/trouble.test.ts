// Tests in a browser that what the server could not do is told on every page, and in full on the one about health.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { indexPath } from '../../src/store/sqlite/open-index.ts';
import { browserPath, openBrowser } from '../gallery/open-browser.ts';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';
import { openDashboard } from '../support/dashboard.ts';
import { PATIENCE } from '../support/dashboard-page.ts';

const SID = '11111111-2222-4333-8444-555555555555';
const path = browserPath();

it.skipIf(path === null)('an index that was damaged is told', { timeout: 90_000 }, async () => {
  const log = new ClaudeLog(SID);
  log.prompt('count the pears');
  const root = folderWith({ [join('projects/-home-dev-orchard', `${SID}.jsonl`)]: log.text() });
  const dashboard = await openDashboard({ root }, async (home) => {
    writeFileSync(indexPath(home), 'no database at all, and longer than the head of one. '.repeat(100));
  });
  const browser = await openBrowser(path ?? '');
  try {
    const page = await browser.newPage();
    await page.goto(`${dashboard.url}/`, PATIENCE);
    const mark = page.getByRole('link', { name: 'Live Needs attention' });
    await mark.waitFor(PATIENCE);
    expect(await mark.getAttribute('title')).toContain('The index was damaged and was rebuilt');
    await mark.click();
    await page.getByText('The index was damaged and was rebuilt; the old file is').waitFor(PATIENCE);
  } finally {
    await browser.close();
    await dashboard.close();
  }
});
