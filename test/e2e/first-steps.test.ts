// Tests what people see first, in a real browser: nothing yet, the demo with its remote tools, and whose changes are whose.

import { afterAll, describe, expect, it } from 'vitest';
import { browserPath } from '../gallery/open-browser.ts';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';
import { type DashboardPage, openDashboardPage, PATIENCE, soon } from '../support/dashboard-page.ts';

const path = browserPath();
const SID = '66666666-2222-4333-8444-555555555555';
const FILE = '/home/dev/orchard/rows.txt';

/** A file that the session wrote and edited, and that someone else changed in between. */
function shared(): { readonly root: string } {
  const log = new ClaudeLog(SID);
  log.prompt('Number the rows.');
  const rows = Array.from({ length: 40 }, (_, i) => `row ${i + 1}`);
  const before = `${rows.join('\n')}\n`;
  log.call('toolu_write', 'Edit', { file_path: FILE, old_string: 'row 1\n', new_string: 'row one\n' });
  log.result('toolu_write', `The file ${FILE} has been updated.`, {
    structured: {
      filePath: FILE,
      oldString: 'row 1\n',
      newString: 'row one\n',
      originalFile: before,
      structuredPatch: [
        { oldStart: 1, oldLines: 2, newStart: 1, newLines: 2, lines: ['-row 1', '+row one', ' row 2'] },
      ],
      userModified: false,
      replaceAll: false,
    },
  });
  const between = `${before.replace('row 1\n', 'row one\n')}a row of mine\nanother one\n`;
  log.call('toolu_edit', 'Edit', { file_path: FILE, old_string: 'row 2\n', new_string: 'row two\n' });
  log.result('toolu_edit', `The file ${FILE} has been updated.`, {
    structured: {
      filePath: FILE,
      oldString: 'row 2\n',
      newString: 'row two\n',
      originalFile: between,
      structuredPatch: [
        { oldStart: 1, oldLines: 3, newStart: 1, newLines: 3, lines: [' row one', '-row 2', '+row two', ' row 3'] },
      ],
      userModified: false,
      replaceAll: false,
    },
  });
  return { root: folderWith({ [`projects/-home-dev-orchard/${SID}.jsonl`]: log.text() }) };
}

describe.skipIf(path === null)('first steps', { timeout: 90_000 }, () => {
  let on: DashboardPage | undefined;
  const opened = async (logs: { readonly root: string } | 'demo'): Promise<DashboardPage> => {
    await on?.close();
    on = await openDashboardPage(path ?? '', logs);
    return on;
  };
  afterAll(() => on?.close());

  it('says that there is nothing yet, and what to type', async () => {
    const root = folderWith({});
    const { page, open } = await opened({ root });
    await open('/');
    await page.getByText('There are no sessions yet.').waitFor(PATIENCE);
    await page.getByText(`Toolscope looks in ${root}. Run`).waitFor(PATIENCE);
    await page.getByText('toolscope --demo').waitFor(PATIENCE);
    await open('/tools');
    await page.getByText('There are no calls yet.').waitFor(PATIENCE);
    await open('/tools?f=tool:Bash');
    await page.getByText('No calls match.').waitFor(PATIENCE);
  });

  it('has some hundred calls in the demo, and remote tools with a question to answer', async () => {
    const { page, open } = await opened('demo');
    await open('/rap');
    await page.getByText('Deploy shop to production?').waitFor(PATIENCE);
    await page.getByRole('table', { name: 'Pending calls' }).getByText('deploy').first().waitFor(PATIENCE);
    await open('/calls');
    await soon(() => page.locator('.page__note').textContent()).toMatch(/^the newest 200 of [23]\d\d$/);
    await open('/rap');
    await page.getByRole('button', { name: 'Deploy now' }).click();
    await page.getByText('The answer has arrived.').waitFor(PATIENCE);
    await open('/');
    await page.getByText('Deploy the shop').first().click(PATIENCE);
    await page.locator('.entry--call', { hasText: 'deploy' }).first().waitFor(PATIENCE);
  });

  it('has tables in the demo that fit narrower screens', async () => {
    const { page, open } = await opened('demo');
    const wide: unknown[] = [];
    for (const width of [1024, 800, 420]) {
      await page.setViewportSize({ width, height: 800 });
      for (const address of [
        '/errors',
        '/tools',
        '/files',
        '/control',
        '/trends',
        '/trends?by=model',
        '/rap',
        '/health',
      ]) {
        await open(address);
        await page.locator('tbody tr').first().waitFor(PATIENCE);
        const over = await page.evaluate<number>(`(() => {
          const body = document.querySelector('.page__body');
          return body.scrollWidth - body.clientWidth;
        })()`);
        if (over > 1) wide.push([width, address, over]);
      }
    }
    expect(wide).toEqual([]);
  });

  it('tells what a session changed from what something else changed in the same files', async () => {
    const { page, open } = await opened(shared());
    await open(`/s/claude-code/${SID}/changes`);
    await soon(() => page.locator('.changes__sum').textContent()).toMatch(/^1 file, net \+2 ?−2$/);
    await soon(() => page.getByText('not by its calls').textContent()).toMatch(
      /^not by its calls: \+2(?: ?−0)? in 1 file$/,
    );
  });

  it('writes nothing to the console', () => {
    expect(on?.said).toEqual([]);
  });
});
