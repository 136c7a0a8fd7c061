// Tests the comparison of two sessions in a real browser: chosen from the list, from a session and from the palette; totals,
// calls side by side, files; by keys, on narrow screens and in both themes.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserPath } from '../gallery/open-browser.ts';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';
import { type DashboardPage, openDashboardPage, PATIENCE, soon } from '../support/dashboard-page.ts';
import { seriousFlaws } from './axe.ts';

const path = browserPath();
const FIRST = 'aaaa1111-2222-4333-8444-555555555555';
const SECOND = 'bbbb1111-2222-4333-8444-555555555555';
const COMPARED = `/compare?a=${encodeURIComponent(`claude-code/${FIRST}`)}&b=${encodeURIComponent(`claude-code/${SECOND}`)}`;

function session(sid: string, title: string, test: string, text: string): string {
  const log = new ClaudeLog(sid);
  log.prompt('Make the clock run on time');
  log.add('custom-title', { customTitle: title });
  for (const n of [1, 2, 3]) {
    log.call(`${sid} r${n}`, 'Read', { file_path: `/home/dev/orchard/part-${n}.ts` });
    log.result(`${sid} r${n}`, '1\tconst part = 1;', { isError: false });
  }
  log.call(`${sid} t`, 'Bash', { command: 'npm test' });
  log.result(`${sid} t`, test, { isError: test.startsWith('Exit') });
  log.call(`${sid} e`, 'Edit', { file_path: '/home/dev/orchard/clock.ts', old_string: 'slow', new_string: text });
  log.result(`${sid} e`, 'The file /home/dev/orchard/clock.ts has been updated.', { isError: false });
  if (text === 'swift') {
    log.call(`${sid} g`, 'Bash', { command: 'git status' });
    log.result(`${sid} g`, 'clean', { isError: false });
  }
  return log.text();
}

describe.skipIf(path === null)('two sessions', { timeout: 90_000 }, () => {
  let on: DashboardPage;

  beforeAll(async () => {
    const root = folderWith({
      [`${FIRST}.jsonl`]: session(FIRST, 'First try', 'Exit code 1\n1 failed', 'quick'),
      [`${SECOND}.jsonl`]: session(SECOND, 'Second try', 'all good', 'swift'),
    });
    on = await openDashboardPage(path ?? '', { root });
  }, 120_000);
  afterAll(() => on?.close());

  const row = (title: string) => on.page.locator('.session-line a.row-link', { hasText: title });

  it('are chosen from the list, one after the other', async () => {
    await on.open('/');
    await on.page.getByRole('button', { name: 'Compare' }).click();
    await on.page.getByText('Choose the first of two sessions').waitFor(PATIENCE);
    await row('First try').click();
    await on.page.getByText('Choose the session to compare with First try').waitFor(PATIENCE);
    await row('Second try').click();
    await on.page.getByRole('heading', { name: 'Compare' }).waitFor(PATIENCE);
    await soon(() => on.page.locator('.compare__session').allTextContents()).toEqual(['A First try', 'B Second try']);
    await on.page.goBack();
    await on.page.getByText('Choose the session to compare with First try').waitFor(PATIENCE);
    await on.page.getByRole('link', { name: 'Cancel' }).click();
    await soon(() => on.page.locator('.sessions__choosing').count()).toBe(0);
  });

  it('are chosen from a session, from its menu, and from the palette', async () => {
    await on.open(`/s/claude-code/${FIRST}`);
    await on.page.locator('.session-head').getByRole('link', { name: 'Compare…' }).click();
    await on.page.getByText('Choose the session to compare with First try').waitFor(PATIENCE);
    await on.open('/');
    await row('Second try').click({ button: 'right' });
    await on.page.getByRole('menuitem', { name: 'Compare with another…' }).click();
    await on.page.getByText('Choose the session to compare with Second try').waitFor(PATIENCE);
    await on.open('/tools');
    await on.page.keyboard.press('Control+k');
    await on.page.getByRole('combobox', { name: 'Command' }).fill('diff');
    await on.page.locator('.palette__offer').first().waitFor(PATIENCE);
    await on.page.keyboard.press('Enter');
    await on.page.getByText('Choose the first of two sessions').waitFor(PATIENCE);
  });

  it('say what each came to, and where they first differ', async () => {
    await on.open(COMPARED);
    const sums = on.page.getByRole('table', { name: 'What each came to' });
    await sums.waitFor(PATIENCE);
    await soon(() => sums.getByRole('row', { name: /^Calls/ }).innerText()).toMatch(/Calls\s+5\s+6\s+\+1/);
    await soon(() => sums.getByRole('row', { name: /^Failures/ }).innerText()).toMatch(/1\s+0\s+−1/);
    await on.page.getByRole('link', { name: /call 4: npm test/ }).click();
    await soon(() => on.asked('tab')).toBe('calls');
    await on.page.locator('.compared[aria-current="true"]', { hasText: 'npm test' }).waitFor(PATIENCE);
  });

  it('stand side by side, what both did folded', async () => {
    await on.open(`${COMPARED}&tab=calls`);
    await on.page.getByRole('button', { name: '3 calls in both' }).click();
    await soon(() => on.page.locator('.compared--both').count()).toBe(4);
    await on.page.keyboard.press('z');
    await soon(() => on.page.locator('.compared--both').count()).toBe(1);
    const only = on.page.locator('.compared--B');
    expect(await only.innerText()).toContain('git status');
    expect(await on.page.locator('.compared--otherwise').innerText()).toContain('error');
    await only.getByRole('link').click();
    await soon(() => on.asked('call')).toBe(`${SECOND} g`);
    await on.page.goBack();
    await on.page.getByRole('tab', { name: 'Calls' }).waitFor(PATIENCE);
  });

  it('show what each left in a file', async () => {
    await on.open(`${COMPARED}&tab=files`);
    await on.page.getByText('changed differently').waitFor(PATIENCE);
    await on.page.getByRole('button', { name: 'clock.ts' }).click();
    await soon(() => on.page.locator('.compared-files__diffs').innerText()).toMatch(/quick[\s\S]*swift/);
  });

  it('have no flaws, in both themes, on wide and narrow screens', async () => {
    for (const theme of ['light', 'dark'] as const) {
      await on.page.emulateMedia({ colorScheme: theme });
      for (const width of [1440, 420]) {
        await on.page.setViewportSize({ width, height: 800 });
        for (const tab of ['sums', 'calls', 'files']) {
          await on.open(`${COMPARED}&tab=${tab}`);
          await on.page.locator('.compare__panel > *').first().waitFor(PATIENCE);
          expect([tab, width, theme, await seriousFlaws(on.page)]).toEqual([tab, width, theme, []]);
          expect(await on.page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
        }
      }
    }
    await on.open('/?compare=1');
    expect(await seriousFlaws(on.page)).toEqual([]);
    await on.open('/compare');
    await on.page.getByText('Two sessions are compared here.').waitFor(PATIENCE);
  });
});
