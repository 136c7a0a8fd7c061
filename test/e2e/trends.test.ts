// Tests trends and the calendar of activity in a real browser: what is said of two spans, groups, a day chosen by mouse and by
// keys; in both themes, on wide and narrow screens.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserPath } from '../gallery/open-browser.ts';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';
import { type DashboardPage, openDashboardPage, PATIENCE, soon } from '../support/dashboard-page.ts';
import { seriousFlaws } from './axe.ts';

const path = browserPath();
const WEEK_MS = 7 * 86_400_000;

/** So many calls in a week, of which some fail. */
function session(number: number, week: number, calls: number, failed: number): [string, string] {
  const sid = `0000000${number}-2222-4333-8444-555555555555`;
  const log = new ClaudeLog(sid, { version: `2.1.${number}` });
  log.wait(week * WEEK_MS).prompt(`wind the clocks of house ${number}`);
  for (let n = 0; n < calls; n++) {
    log.call(`${number} ${n}`, 'Bash', { command: `wind ${n}` });
    log.result(`${number} ${n}`, n < failed ? 'Exit code 1\nno spring' : 'done', { isError: n < failed });
  }
  return [`${sid}.jsonl`, log.text()];
}

describe.skipIf(path === null)('trends', { timeout: 90_000 }, () => {
  let on: DashboardPage;

  beforeAll(async () => {
    const root = folderWith(Object.fromEntries([session(1, 0, 100, 5), session(2, 1, 100, 40), session(3, 2, 9, 0)]));
    on = await openDashboardPage(path ?? '', { root });
    // The calendar shows a year up to today: the day on which this runs must not matter.
    await on.page.clock.setFixedTime(Date.UTC(2026, 3, 1));
  }, 120_000);
  afterAll(() => on?.close());

  it('say whether it got worse, with counts and intervals', async () => {
    await on.open('/trends?weeks=2');
    const table = on.page.getByRole('table', { name: 'The last weeks against those before them' });
    await table.waitFor(PATIENCE);
    await soon(() => table.getByRole('row', { name: /^Failures/ }).innerText()).toMatch(
      /5\.0 % \(2\.2–11 %, 5 of 100\)/,
    );
    await soon(() => table.getByRole('row', { name: /^Failures/ }).innerText()).toContain('worse');
    await on.page.getByLabel('Weeks to compare').selectOption('1');
    await soon(() => on.asked('weeks')).toBe('1');
    await soon(() => table.getByRole('row', { name: /^Failures/ }).innerText()).toContain('too few to say');
    const week = on.page.getByRole('table', { name: 'Weeks' }).getByRole('row', { name: /^2026-03-02/ });
    expect((await week.innerText()).replace(/\s+/g, ' ')).toContain('100 40 % 31–50 %');
    await on.page.getByRole('link', { name: '2026-03-02' }).click();
    await soon(() => on.page.locator('.call-line a').count()).toBeGreaterThan(5);
    expect(on.asked('f')).toContain('since:2026-03-02');
  });

  it('are by version, and of any measure', async () => {
    await on.open('/trends');
    await on.page.getByLabel('Group by').selectOption('version');
    await soon(() => on.asked('by')).toBe('version');
    const rows = on.page.getByRole('table', { name: 'Groups' }).getByRole('row');
    await soon(() => rows.count()).toBe(4);
    await on.page.getByLabel('Measure').selectOption('calls');
    await soon(() => on.asked('of')).toBe('calls');
    await soon(() => on.page.locator('.trend-chart__bar').count()).toBe(3);
    await on.page.getByRole('link', { name: 'claude-code 2.1.2' }).click();
    await soon(() => on.asked('f')).toBe('agent:claude-code version:2.1.2');
  });

  it('are opened by a key and from the palette', async () => {
    await on.open('/');
    await on.page.keyboard.press('7');
    await on.page.getByRole('heading', { name: 'Trends' }).waitFor(PATIENCE);
    await on.page.keyboard.press('Control+k');
    await on.page.getByRole('combobox', { name: 'Command' }).fill('worse');
    await soon(() => on.page.locator('.palette__offer').first().innerText()).toContain('Trends');
  });

  it('have a calendar of activity, in which a day is chosen by mouse and by keys', async () => {
    await on.open('/');
    const grid = on.page.getByRole('grid');
    await grid.waitFor(PATIENCE);
    const busy = on.page.locator('.heat-map__day:not(.heat-map__day--0)');
    await soon(() => busy.count()).toBeGreaterThanOrEqual(3);
    await busy.first().click();
    await soon(() => on.asked('f')).toMatch(/^on:2026-0[23]-\d\d$/);
    await soon(() => on.page.locator('.session-line a.row-link').count()).toBe(1);
    // The others stay in sight, and the same day again takes the filter away.
    expect(await busy.count()).toBeGreaterThanOrEqual(3);
    await on.page.locator('.heat-map__day[aria-selected="true"]').click();
    await soon(() => on.asked('f')).toBe(null);
    await busy.first().focus();
    await on.page.keyboard.press('ArrowRight');
    await on.page.keyboard.press('Enter');
    await soon(() => on.asked('f')).toMatch(/^on:/);
    await soon(() => on.page.locator('.session-line a.row-link').count()).toBe(1);
    await on.page.getByRole('button', { name: 'Activity' }).click();
    await soon(() => grid.count()).toBe(0);
    await on.page.reload();
    await on.page.locator('.session-line a.row-link').first().waitFor(PATIENCE);
    expect(await grid.count()).toBe(0);
    await on.page.getByRole('button', { name: 'Activity' }).click();
    await grid.waitFor(PATIENCE);
  });

  it('have no flaws, in both themes, on wide and narrow screens', async () => {
    for (const theme of ['light', 'dark'] as const) {
      await on.page.emulateMedia({ colorScheme: theme });
      for (const width of [1440, 420]) {
        await on.page.setViewportSize({ width, height: 800 });
        for (const [address, shown] of [
          ['/trends', '.trends'],
          ['/trends?by=model', '.trends'],
          ['/', '.heat-map'],
        ] as const) {
          await on.open(address);
          await on.page.locator(shown).waitFor(PATIENCE);
          expect([address, width, theme, await seriousFlaws(on.page)]).toEqual([address, width, theme, []]);
          expect(await on.page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
        }
      }
    }
  });
});
