// Tests in a browser how a session is given away and taken in: what would be masked is shown, more is masked with a click, the file
// is saved; and a bundle that is dropped on the page is opened.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserPath, openBrowser } from '../gallery/open-browser.ts';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';
import { type Dashboard, openDashboard } from '../support/dashboard.ts';
import { plantedSecrets } from '../support/planted-secrets.ts';
import { seriousFlaws } from './axe.ts';

const SID = '91111111-2222-4333-8444-555555555555';
const KEY = plantedSecrets().find(({ kind }) => kind === 'github')?.phrase ?? '';
const path = browserPath();
const PATIENCE = { timeout: 20_000 };

function orchard(): string {
  const log = new ClaudeLog(SID, { cwd: '/home/clementine/quincegate' });
  log.prompt('Deploy quincegate for Pomona, please.');
  log.call('toolu_env', 'Bash', { command: 'env' });
  log.result('toolu_env', `HOME=/home/clementine\nTOKEN=${KEY}\nCUSTOMER=Pomona`);
  log.call('toolu_edit', 'Edit', { file_path: '/home/clementine/quincegate/a.ts', old_string: '1', new_string: '2' });
  log.result('toolu_edit', 'The file has been updated.', {
    structured: {
      filePath: '/home/clementine/quincegate/a.ts',
      structuredPatch: [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: ['-let a = 1;', '+let a = 2;'] }],
    },
  });
  log.say('Done.', 'm1');
  return log.text();
}

describe.skipIf(path === null)('sharing in the dashboard', { timeout: 120_000 }, () => {
  const root = folderWith({ [`projects/-home-clementine-quincegate/${SID}.jsonl`]: orchard() });
  const empty = folderWith({});
  const folder = mkdtempSync(join(tmpdir(), 'toolscope-sharing-'));
  let owner: Dashboard;
  let friend: Dashboard;
  let browser: Browser;

  beforeAll(async () => {
    owner = await openDashboard({ root });
    friend = await openDashboard({ root: empty });
    browser = await openBrowser(path ?? '');
  }, 240_000);

  afterAll(async () => {
    await browser?.close();
    await owner?.close();
    await friend?.close();
    for (const made of [root, empty, folder]) rmSync(made, { recursive: true, force: true });
  });

  async function dialogAt(options: BrowserContextOptions = {}): Promise<Page> {
    const page = await (await browser.newContext({ viewport: { width: 1300, height: 900 }, ...options })).newPage();
    await page.goto(`${owner.url}/s/claude-code/${SID}`, PATIENCE);
    await page.getByRole('button', { name: 'share…' }).click(PATIENCE);
    await page.getByRole('link', { name: 'Save', exact: true }).waitFor(PATIENCE);
    return page;
  }

  async function saved(page: Page, link: string, name: string): Promise<string> {
    const [download] = await Promise.all([
      page.waitForEvent('download', PATIENCE),
      page.getByRole('link', { name: link, exact: true }).click(),
    ]);
    const file = join(folder, name);
    await download.saveAs(file);
    return file;
  }

  it('shows what would be masked, masks more, and saves the file', async () => {
    const page = await dialogAt();
    const table = page.getByRole('group', { name: 'What is masked' });
    expect(await table.textContent()).toContain('GitHub token');
    expect(await table.textContent()).toContain('clementine');
    await page.getByRole('button', { name: 'Mask “quincegate”' }).click();
    await page.getByLabel('A text to mask').fill('Pomona');
    await page.getByLabel('A text to mask').press('Enter');
    await table.getByText('Text that you named').waitFor(PATIENCE);
    const html = readFileSync(await saved(page, 'Save', 'session.html'), 'utf8');
    expect(html).toContain('Deploy ********** for ******, please.');
    for (const word of [KEY, 'clementine', 'quincegate', 'Pomona']) expect(html).not.toContain(word);
    const patch = readFileSync(await saved(page, 'Save its changes as a patch for others', 'session.patch'), 'utf8');
    expect(patch).toContain('+let a = 2;');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });

  it.each(['light', 'dark'] as const)('has no flaws for people who hear it or use keys: %s', async (colorScheme) => {
    const page = await dialogAt({ colorScheme });
    expect(await seriousFlaws(page)).toEqual([]);
    const shots = process.env['TOOLSCOPE_SHOTS'];
    if (shots !== undefined) await page.screenshot({ path: join(shots, `share-dialog-${colorScheme}.png`) });
  });

  it('opens a bundle that is dropped on a page, and says what is wrong with another file', async () => {
    const sharing = await dialogAt();
    await sharing.getByRole('radio', { name: /Bundle/ }).check();
    const bundle = readFileSync(await saved(sharing, 'Save', 'session.toolscope.zip'));
    const page = await (await browser.newContext({ viewport: { width: 1300, height: 900 } })).newPage();
    await page.goto(friend.url, PATIENCE);
    const drop = async (base64: string): Promise<void> => {
      await page.evaluate(`{
        const bytes = Uint8Array.from(atob(${JSON.stringify(base64)}), (sign) => sign.charCodeAt(0));
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([bytes], 'session.zip', { type: 'application/zip' }));
        dispatchEvent(new DragEvent('dragover', { dataTransfer, cancelable: true }));
        dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }));
      }`);
    };
    await page.getByRole('heading', { name: 'Sessions' }).waitFor(PATIENCE);
    // What takes it is loaded a moment after the page.
    const refused = page.getByText('The file is not read: it is no zip file.');
    await expect
      .poll(async () => {
        if (!(await refused.isVisible())) await drop(Buffer.from('pears').toString('base64'));
        return refused.isVisible();
      }, PATIENCE)
      .toBe(true);
    await page.getByRole('button', { name: 'Close' }).click();
    await drop(bundle.toString('base64'));
    await expect.poll(() => new URL(page.url()).pathname, PATIENCE).toBe(`/s/claude-code/${SID}`);
    await page.getByText('env', { exact: true }).first().waitFor(PATIENCE);
    expect(await seriousFlaws(page)).toEqual([]);
  });
});
