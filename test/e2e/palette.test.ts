// Tests the palette, copying, the menu of a call and printing, in a real browser.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserPath } from '../gallery/open-browser.ts';
import { type DashboardPage, openDashboardPage, PATIENCE, soon } from '../support/dashboard-page.ts';
import { seriousFlaws } from './axe.ts';
import { LONG, longLogs } from './long-log.ts';

const path = browserPath();
const SESSION = `/s/claude-code/${LONG}`;

describe.skipIf(path === null)('palette, copies, menu and print', { timeout: 90_000 }, () => {
  let on: DashboardPage;

  beforeAll(async () => {
    on = await openDashboardPage(path ?? '', longLogs());
    await on.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  }, 120_000);
  afterAll(() => on?.close());

  const offers = (): Promise<string[]> => on.page.locator('.palette__offer > span:first-child').allTextContents();
  const copied = (): Promise<string> => on.page.evaluate<string>('navigator.clipboard.readText()');

  it('offers pages and sessions first, and finds commands by other words', async () => {
    await on.open(SESSION);
    await on.page.locator('.entry--call').first().waitFor(PATIENCE);
    await on.page.keyboard.press('Control+k');
    await on.page.getByLabel('Command, page or session').waitFor(PATIENCE);
    await soon(async () => (await offers()).includes('Build everything')).toBe(true);
    const before = await offers();
    expect(before.slice(0, 3)).toEqual(['Calls of all sessions', 'Sessions', 'Errors']);
    expect(before.indexOf('Build everything')).toBeLessThan(before.indexOf('Next row'));
    for (const [word, found] of [
      ['export', 'Share this session'],
      ['perfetto', 'Save as a trace for Perfetto'],
      ['theme', 'Switch between dark, light and the system’s setting'],
      ['errors', 'Errors'],
      ['paint', 'Paint the fence'],
    ] as const) {
      await on.page.getByLabel('Command, page or session').fill(word);
      await soon(async () => (await offers())[0]).toBe(found);
    }
    await on.page.getByLabel('Command, page or session').fill('perfetto');
    await soon(offers).toEqual(['Save as a trace for Perfetto', 'Search for “perfetto”']);
    await on.page.keyboard.press('Escape');
  });

  it('copies a call as a link, a command, JSON, Markdown and its records', async () => {
    await on.open(`${SESSION}?call=toolu_long`);
    const copy = async (title: string): Promise<string> => {
      await on.page.evaluate(`navigator.clipboard.writeText('')`);
      await on.page.getByRole('button', { name: 'Copy as…' }).click(PATIENCE);
      await on.page.getByRole('menuitem', { name: title }).click(PATIENCE);
      await soon(copied).not.toBe('');
      return copied();
    };
    expect(await copy('Copy link')).toBe(`${on.dashboard.url}${SESSION}?call=toolu_long`);
    expect(await copy('Copy as command')).toBe('make everything');
    expect(JSON.parse(await copy('Copy as JSON'))).toMatchObject({ callId: 'toolu_long', status: 'ok' });
    expect(await copy('Copy as Markdown')).toMatch(
      /^### Bash · ok · ≤ 13 m 05 s\n\n[\s\S]*```sh\nmake everything\n```/,
    );
    const records = (await copy('Copy raw records')).split('\n').map((line): unknown => JSON.parse(line));
    expect(records).toMatchObject([{ type: 'assistant' }, { type: 'user' }]);
  });

  it('copies the path of a file from its history', async () => {
    await on.open('/files?path=/home/dev/orchard/tree-07.ts');
    await on.page.getByRole('button', { name: 'Copy path' }).click(PATIENCE);
    await soon(copied).toBe('/home/dev/orchard/tree-07.ts');
  });

  it('has a menu for a call, by the right button and by a key', async () => {
    await on.open(`${SESSION}?show=calls`);
    const row = on.page.locator('.entry', { hasText: 'make some' });
    await row.click({ ...PATIENCE, button: 'right' });
    const menu = on.page.getByRole('menu', { name: 'Call' });
    await menu.waitFor(PATIENCE);
    expect(await seriousFlaws(on.page)).toEqual([]);
    // Escape closes it alone.
    await on.page.keyboard.press('Escape');
    await menu.waitFor({ ...PATIENCE, state: 'detached' });
    await row.click();
    await soon(() => on.asked('call')).toBe('toolu_middle');
    await on.page.keyboard.press('m');
    await menu.waitFor(PATIENCE);
    await on.page.getByRole('menuitem', { name: 'Only calls of this tool' }).click();
    await soon(() => on.asked('f')).toBe('toolid:shell');
    await soon(() => on.page.locator('.entry--call').count()).toBe(4);
  });

  it('prints the whole session, and shows it as before afterwards', async () => {
    await on.open(`${SESSION}?show=calls`);
    await on.page.locator('.entry--call').first().waitFor(PATIENCE);
    const count = (): Promise<number> => on.page.locator('.entry--call').count();
    expect(await count()).toBeLessThan(60);
    await on.page.emulateMedia({ media: 'print' });
    await on.page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
    // At once: the browser does not wait.
    expect(await count()).toBe(65);
    await on.page.locator('.entry', { hasText: 'tree-59.ts' }).waitFor(PATIENCE);
    expect(await on.page.locator('.filter-box').first().isVisible()).toBe(false);
    await on.page.evaluate(`dispatchEvent(new Event('afterprint'))`);
    await on.page.emulateMedia({ media: 'screen' });
    await soon(count).toBeLessThan(60);
  });

  it('writes nothing to the console', () => {
    expect(on.said).toEqual([]);
  });
});
