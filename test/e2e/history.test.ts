// Tests going back in a real browser: scrolling, the chosen row, filter, span of time and expanded rows come back; opening a
// call is a step; a link to a nested call shows it.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserPath } from '../gallery/open-browser.ts';
import { type DashboardPage, openDashboardPage, PATIENCE, soon } from '../support/dashboard-page.ts';
import { LONG, longLogs } from './long-log.ts';

const path = browserPath();
const SESSION = `/s/claude-code/${LONG}`;

describe.skipIf(path === null)('going back', { timeout: 90_000 }, () => {
  let on: DashboardPage;

  beforeAll(async () => {
    on = await openDashboardPage(path ?? '', longLogs());
  }, 120_000);
  afterAll(() => on?.close());

  const row = (text: string) => on.page.locator('.entry', { hasText: text });
  const scrolled = (): Promise<unknown> => on.page.evaluate(`document.querySelector('.ts-rows').scrollTop`);
  const scrollTo = (top: number): Promise<unknown> =>
    on.page.evaluate(`document.querySelector('.ts-rows').scrollTop = ${top}`);

  it('takes the opening of a call for a step, and rows walked through for one', async () => {
    await on.open(`${SESSION}?show=calls`);
    await row('make everything').click(PATIENCE);
    await soon(() => on.asked('call')).toBe('toolu_long');
    await on.page.keyboard.press('j');
    await on.page.keyboard.press('j');
    await soon(() => on.asked('call')).toBe('toolu_night');
    await row('make some').click();
    await soon(() => on.asked('call')).toBe('toolu_middle');
    await on.page.goBack();
    await soon(() => on.asked('call')).toBe('toolu_night');
    await on.page.locator('.entry[aria-current=true]', { hasText: 'sleep 90000' }).waitFor(PATIENCE);
    await on.page.goBack();
    await soon(() => on.asked('call')).toBe(null);
    await on.page.locator('.call-pane').waitFor({ ...PATIENCE, state: 'detached' });
    await on.page.goForward();
    await on.page.locator('.call-pane').waitFor(PATIENCE);
  });

  it('brings back scrolling, expanded rows, filter, span of time and the chosen call', async () => {
    await on.open(`${SESSION}?show=calls`);
    await row('Look around').getByRole('button', { name: '30 nested' }).click(PATIENCE);
    await row('nested 3').first().waitFor(PATIENCE);
    await scrollTo(700);
    await on.page.locator('.entry--call').nth(12).click();
    const call = on.asked('call');
    await soon(scrolled).toBe(700);
    await on.page.locator('.session-head').getByRole('link', { name: 'Files' }).click();
    await on.page.getByRole('table', { name: 'Files' }).waitFor(PATIENCE);
    await on.page.goBack();
    await soon(scrolled).toBe(700);
    expect(on.asked('call')).toBe(call);
    await soon(() => on.page.locator('.entry[aria-current=true]').count()).toBe(1);
    await scrollTo(0);
    await row('nested 3').first().waitFor(PATIENCE);
    await on.page.reload();
    await row('nested 3').first().waitFor(PATIENCE);

    await on.open(SESSION);
    await row('make everything').waitFor(PATIENCE);
    const strip = await on.page.locator('.overview__strip').boundingBox();
    if (strip === null) throw new Error('no overview');
    await on.page.mouse.move(strip.x + strip.width / 2, strip.y + 20);
    await on.page.mouse.down();
    await on.page.mouse.move(strip.x + strip.width - 4, strip.y + 20, { steps: 4 });
    await on.page.mouse.up();
    await soon(() => on.asked('span')).toMatch(/^\d+-\d+$/);
    const counted = await on.page.locator('.status-bar > span').first().textContent();
    expect(counted).toContain(' of ');
    await on.page.getByLabel('Tools', { exact: true }).selectOption('files');
    await soon(() => on.asked('f')).toBe('tool:files');
    await on.page.locator('.session-head').getByRole('link', { name: 'Changes' }).click();
    await on.page.waitForURL((url) => url.pathname.endsWith('/changes'), PATIENCE);
    await on.page.goBack();
    await soon(() => [on.asked('f'), on.asked('span') === null]).toEqual(['tool:files', false]);
    await soon(() => on.page.locator('.overview__span').count()).toBe(1);
    await soon(() => on.page.getByLabel('Filter calls').inputValue()).toBe('tool:files');
    // The span of time was a step as well.
    await on.page.goBack();
    await soon(() => on.asked('span')).toBe(null);
  });

  it('shows a nested call that a link names: its parents are expanded, and it is in sight', async () => {
    await on.open(`${SESSION}?call=toolu_nested_27`);
    const chosen = on.page.locator('.entry[aria-current=true]');
    await chosen.waitFor(PATIENCE);
    expect(await chosen.textContent()).toContain('nested 27');
    await soon(() =>
      on.page.evaluate(`(() => {
        const row = document.querySelector('.entry[aria-current=true]');
        const box = row.getBoundingClientRect();
        return document.elementFromPoint(box.left + 60, box.top + box.height / 2).closest('.entry') === row;
      })()`),
    ).toBe(true);
  });

  it('finds the call that was opened among as many calls as before', async () => {
    await on.open('/calls?sort=ms');
    await on.page.locator('.call-line a').first().waitFor(PATIENCE);
    await scrollTo(900);
    await soon(scrolled).toBe(900);
    await on.page.locator('.call-line:not(.call-line--head)').nth(15).click();
    await on.page.locator('.call-pane').waitFor(PATIENCE);
    const opened = new URL(on.page.url());
    await on.page.goBack();
    await soon(scrolled).toBe(900);
    const chosen = on.page.locator('.call-line[aria-current=true] a');
    await soon(() => chosen.getAttribute('href')).toBe(opened.pathname + opened.search);
    await on.open('/');
    await on.page.getByText('Paint the fence').first().click(PATIENCE);
    await row('paint fence').waitFor(PATIENCE);
    await on.page.goBack();
    await soon(() => on.page.locator('.session-line[aria-current=true]').textContent()).toContain('Paint the fence');
  });

  it('folds the sessions of a project, and keeps them folded for someone who comes back', async () => {
    await on.open('/');
    const heading = on.page.getByRole('button', { name: '2 sessions' });
    await heading.click(PATIENCE);
    await soon(() => on.page.locator('.session-line:has(a)').count()).toBe(0);
    expect(await heading.getAttribute('aria-expanded')).toBe('false');
    await on.page.keyboard.press('3');
    await on.page.getByRole('table', { name: 'Tools' }).waitFor(PATIENCE);
    await on.page.goBack();
    await heading.waitFor(PATIENCE);
    await soon(() => on.page.locator('.session-line:has(a)').count()).toBe(0);
    await on.page.keyboard.press('z');
    await soon(() => on.page.locator('.session-line:has(a)').count()).toBe(2);
  });

  it('writes nothing to the console', () => {
    expect(on.said).toEqual([]);
  });
});
