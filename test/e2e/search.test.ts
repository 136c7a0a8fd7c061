// Tests the search page in a real browser: sessions ranked with their best hits, narrowed down by facets; every hit one click
// away, sorted by any column.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserPath } from '../gallery/open-browser.ts';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';
import { type DashboardPage, openDashboardPage, PATIENCE, soon } from '../support/dashboard-page.ts';
import { seriousFlaws } from './axe.ts';

const path = browserPath();
const DAY = 86_400_000;

function logs(): { readonly root: string } {
  const files: Record<string, string> = {};
  const story = (letter: string, days: number, tell: (log: ClaudeLog) => void): void => {
    const id = `${letter.repeat(8)}-2222-4333-8444-555555555555`;
    const log = new ClaudeLog(id, { cwd: `/home/dev/${days < 40 ? 'orchard' : 'meadow'}` }).wait(days * DAY);
    tell(log);
    files[`projects/-home-dev/${id}.jsonl`] = log.text();
  };
  story('a', 0, (log) => {
    log.prompt('Mend the heron weir below the mill.');
    log.say('The weir holds again.');
  });
  for (const [letter, days] of [
    ['b', 2],
    ['c', 3],
  ] as const) {
    story(letter, days, (log) => {
      log.prompt('Nightly: count every heron.');
      log.say('Counted.');
    });
  }
  story('d', 60, (log) => {
    log.prompt('List what swims.');
    log.call('toolu_d', 'Bash', { command: 'cat swimmers.txt' });
    log.result('toolu_d', 'otter\nheron (wades)\nweir');
  });
  return { root: folderWith(files) };
}

describe.skipIf(path === null)('search', { timeout: 90_000 }, () => {
  let on: DashboardPage;

  beforeAll(async () => {
    on = await openDashboardPage(path ?? '', logs());
  }, 120_000);
  afterAll(() => on?.close());

  const titles = (): Promise<string[]> => on.page.locator('.search__title').allTextContents();

  it('has the session that is meant first, with a date and its best hit, and folds what says the same', async () => {
    await on.open('/search?q=heron');
    await soon(titles).toEqual([
      'Nightly: count every heron.',
      'Mend the heron weir below the mill.',
      'List what swims.',
    ]);
    await soon(() => on.page.locator('.search__group time').count()).toBe(3);
    await on.page.getByText('The same in 1 other session').click();
    await on.page.locator('.search__alike a').waitFor(PATIENCE);
    await on.open('/search?q=heron+weir');
    await soon(titles).toEqual(['Mend the heron weir below the mill.', 'List what swims.']);
    await soon(() => on.page.locator('.search__group').first().locator('mark').allTextContents()).toEqual([
      'heron',
      'weir',
    ]);
    await on.page.locator('.search__group').first().locator('.search__link').click();
    await soon(() => new URL(on.page.url()).pathname).toContain('/s/claude-code/aaaaaaaa');
  });

  it('is narrowed down by where words were found, and by project', async () => {
    await on.open('/search?q=heron');
    await soon(titles).toHaveLength(3);
    await on.page.getByLabel('Found in').selectOption({ label: 'Results of tools (1)' });
    await soon(titles).toEqual(['List what swims.']);
    await soon(() => on.asked('role')).toBe('result');
    await on.page.getByLabel('Found in').selectOption('');
    await soon(titles).toHaveLength(3);
    await on.page.getByLabel('Project').selectOption({ label: 'orchard (2)' });
    await soon(titles).toHaveLength(2);
    await soon(() => on.asked('q')).toBe('heron project:/home/dev/orchard');
    await on.page.getByLabel('Project').selectOption('');
    await soon(titles).toHaveLength(3);
  });

  it('lists every hit, newest first, and by any column', async () => {
    await on.open('/search?q=heron');
    await on.page.getByRole('button', { name: 'All hits' }).click(PATIENCE);
    const kinds = (): Promise<string[]> => on.page.locator('tbody tr td:nth-child(2)').allTextContents();
    await soon(async () => (await kinds())[0]).toContain('Bash');
    await on.page.getByRole('columnheader', { name: 'When' }).getByRole('button').click();
    await soon(() => on.asked('sort')).toBe('-at');
    await on.page.getByRole('columnheader', { name: 'When' }).getByRole('button').click();
    await soon(async () => (await kinds())[0]).toBe('Prompt');
    await on.page.getByRole('columnheader', { name: 'Found in' }).getByRole('button').click();
    await soon(async () => (await kinds())[0]).toContain('Bash');
    // The hits of one session are a click away from its group.
    await on.page.getByRole('button', { name: 'Sessions' }).click();
    await soon(titles).toHaveLength(3);
    await on.page.locator('.search__below > a').first().click();
    await soon(() => on.asked('by')).toBe('hits');
    await soon(() => on.asked('q')).toContain('session:');
    // One of the words was said in another record of the same session.
    await on.open('/search?q=mend+holds&by=hits');
    await on.page.getByText('A hit has all of the words.').waitFor(PATIENCE);
    await on.page.getByRole('button', { name: 'Sessions' }).click();
    await soon(titles).toEqual(['Mend the heron weir below the mill.']);
  });

  it('has no flaws in either theme, and fits a narrow screen', async () => {
    await on.page.setViewportSize({ width: 420, height: 800 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await on.page.emulateMedia({ colorScheme });
      for (const address of ['/search?q=heron', '/search?q=heron&by=hits']) {
        await on.open(address);
        await on.page.locator('.search__link').first().waitFor(PATIENCE);
        expect([address, await seriousFlaws(on.page)]).toEqual([address, []]);
        expect(await on.page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(420);
      }
    }
    expect(on.said).toEqual([]);
  });
});
