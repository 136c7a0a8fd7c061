// Tests in a browser what a session's page shows about claims: the run that confirms one, and the mark of an unconfirmed one.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserPath } from '../gallery/open-browser.ts';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';
import { type DashboardPage, openDashboardPage, PATIENCE, soon } from '../support/dashboard-page.ts';
import { seriousFlaws } from './axe.ts';

const SID = '11111111-2222-4333-8444-555555555555';
const path = browserPath();

/** Tests run and pass, a file is changed afterwards, and the last answer says that they pass: they ran before the change. */
function orchard(): string {
  const log = new ClaudeLog(SID);
  log.prompt('Graft the pears, and see that the tests pass.');
  log.call('toolu_tests', 'Bash', { command: 'npm test' });
  log.result('toolu_tests', ' Test Files  3 passed (3)\n      Tests  21 passed (21)', {
    structured: { stdout: ' Test Files  3 passed (3)\n      Tests  21 passed (21)', stderr: '', interrupted: false },
  });
  log.say('All tests pass.');
  log.prompt('Now the plums.');
  log.call('toolu_write', 'Write', { file_path: '/home/dev/orchard/plum.ts', content: 'export const plum = 1;\n' });
  log.result('toolu_write', 'File created successfully at: /home/dev/orchard/plum.ts', {
    structured: {
      type: 'create',
      filePath: '/home/dev/orchard/plum.ts',
      content: 'export const plum = 1;\n',
      structuredPatch: [],
    },
  });
  log.say('The plums are grafted. All tests pass.');
  return log.text();
}

describe.skipIf(path === null)('claims at the top of a session', { timeout: 90_000 }, () => {
  let on: DashboardPage;

  beforeAll(async () => {
    const root = folderWith({ [`projects/-home-dev-orchard/${SID}.jsonl`]: orchard() });
    on = await openDashboardPage(path ?? '', { root });
  }, 180_000);

  afterAll(() => on?.close());

  const open = async (): Promise<void> => {
    await on.open(`/s/claude-code/${SID}`);
    await on.page.getByRole('link', { name: '1 claim that no run shows' }).waitFor(PATIENCE);
    const more = on.page.getByRole('button', { name: 'More' });
    if ((await more.count()) > 0) await more.click();
    await on.page.locator('.verdict__claim').waitFor(PATIENCE);
  };

  it('marks only the claim that no run shows, with its words', async () => {
    await open();
    await soon(() => on.page.locator('.verdict__claim').count()).toBe(1);
    await soon(() => on.page.locator('.verdict__claim').innerText()).toMatch(
      /“.*All tests pass\.”\s+.*last (change|edit)/,
    );
  });

  it('leads from the words to their record, and from the mark to the run', async () => {
    await open();
    await on.page.locator('.verdict__claim a').first().click();
    await soon(() => on.asked('line')).toMatch(/^0:\d+$/);
    await open();
    await on.page.locator('.verdict__claim .verdict__mark').click();
    await soon(() => on.asked('call')).toBe('toolu_tests');
    await on.page.locator('.call-pane').waitFor(PATIENCE);
  });

  it('is reached and followed by keys alone', async () => {
    await open();
    await on.page.locator('.verdict__claim .verdict__mark').focus();
    await on.page.keyboard.press('Enter');
    await soon(() => on.asked('call')).toBe('toolu_tests');
  });

  it('opens a row and goes into its pane by keys alone', async () => {
    await open();
    await on.page.keyboard.press('j');
    await on.page.locator('.call-pane__panel').waitFor(PATIENCE);
    await on.page.keyboard.press('Enter');
    await soon(() => on.page.evaluate('document.activeElement.className')).toContain('call-pane__panel');
    await on.page.keyboard.press('Escape');
    await soon(() => on.page.locator('.call-pane').count()).toBe(0);
    await on.page.keyboard.press('i');
    await on.page.locator('.insights-pane').waitFor(PATIENCE);
    await on.page.keyboard.press('Enter');
    await soon(() => on.page.evaluate('document.activeElement.closest(".call-pane") !== null')).toBe(true);
  });

  it.each([
    ['dark', 1280],
    ['light', 1280],
    ['dark', 420],
    ['light', 420],
  ] as const)('has nothing that axe would mend, %s at %i px', async (colorScheme, width) => {
    await on.page.emulateMedia({ colorScheme });
    await on.page.setViewportSize({ width, height: 800 });
    await open();
    expect(await seriousFlaws(on.page)).toEqual([]);
    expect(await on.page.evaluate('document.documentElement.scrollWidth')).toBe(width);
  });

  it('scrolls on a low screen, where nothing lies on anything else', async () => {
    await on.page.setViewportSize({ width: 900, height: 320 });
    await open();
    const tops = await on.page.evaluate(`[...document.querySelector('.session').children].map((part) => {
      const { top, bottom } = part.getBoundingClientRect();
      return [Math.round(top), Math.round(bottom), part.scrollHeight - part.clientHeight];
    })`);
    const parts = tops as readonly (readonly [number, number, number])[];
    expect(parts.every(([top], i) => i === 0 || top >= (parts[i - 1]?.[1] ?? 0))).toBe(true);
    expect(parts.slice(0, -1).map(([, , hidden]) => hidden > 1)).not.toContain(true);
  });

  it('writes nothing to the console', () => {
    expect(on.said).toEqual([]);
  });
});
