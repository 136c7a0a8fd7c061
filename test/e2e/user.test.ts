// Tests the user's own marks in a real browser: sessions pinned, renamed and hidden; settings; notifications and the tab's
// title when a session waits.

import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserPath } from '../gallery/open-browser.ts';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';
import { type DashboardPage, openDashboardPage, PATIENCE, soon } from '../support/dashboard-page.ts';
import { seriousFlaws } from './axe.ts';

const path = browserPath();
const BEGUN = Date.UTC(2026, 2, 1, 9);

function sessionId(letter: string): string {
  return `${letter.repeat(8)}-2222-4333-8444-555555555555`;
}

/** The last one is at work right now. */
class Logs {
  readonly root: string;
  readonly #live = new ClaudeLog(sessionId('c')).wait(Date.now() - BEGUN - 10_000);

  constructor() {
    const told = (letter: string, prompt: string): string => {
      const log = new ClaudeLog(sessionId(letter));
      log.prompt(prompt);
      log.say('Done.');
      return log.text();
    };
    this.#live.prompt('Water the beds');
    this.#live.call('toolu_a', 'Bash', { command: 'water all' });
    this.root = folderWith({
      [this.#file('a')]: told('a', 'Prune the vines'),
      [this.#file('b')]: told('b', 'Count the pots'),
      [this.#file('c')]: '',
    });
    this.#write();
  }

  /** The agent asks the person something. */
  ask(): void {
    this.#live.result('toolu_a', 'wet');
    this.#live.call('toolu_q', 'AskUserQuestion', {
      questions: [
        { question: 'Which bed?', header: 'Bed', multiSelect: false, options: [{ label: 'A', description: '' }] },
      ],
    });
    this.#write();
  }

  #file(letter: string): string {
    return `projects/-home-dev-garden/${sessionId(letter)}.jsonl`;
  }

  #write(): void {
    const text = this.#live.text();
    this.#live.records.length = 0;
    appendFileSync(join(this.root, this.#file('c')), text);
  }
}

describe.skipIf(path === null)('what a person says', { timeout: 90_000 }, () => {
  const logs = new Logs();
  let on: DashboardPage;

  beforeAll(async () => {
    on = await openDashboardPage(path ?? '', logs);
  }, 120_000);
  afterAll(() => on?.close());

  const titles = async (): Promise<string[]> =>
    (await on.page.locator('.session-line .row-link').allTextContents()).map((text) => text.trim());
  const choose = async (title: string, item: string): Promise<void> => {
    await on.page.locator('.session-line', { hasText: title }).click({ button: 'right' });
    await on.page.getByRole('menuitem', { name: item }).click(PATIENCE);
  };

  it('pins, renames and hides sessions, and keeps that', async () => {
    await on.open('/');
    await soon(titles).toHaveLength(3);
    await choose('Prune the vines', 'Pin');
    await on.page.locator('.sessions__project', { hasText: 'Pinned' }).waitFor(PATIENCE);
    await soon(async () => (await titles())[0]).toBe('Prune the vines');
    await choose('Prune the vines', 'Rename…');
    const dialog = on.page.getByRole('dialog', { name: 'Rename the session' });
    await dialog.getByLabel('Name').fill('The vines by the wall');
    expect(await seriousFlaws(on.page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await soon(async () => (await titles())[0]).toBe('The vines by the wall');
    await choose('Count the pots', 'Hide');
    await soon(titles).toEqual(['The vines by the wall', 'Water the beds']);
    await on.page.reload();
    await soon(titles).toEqual(['The vines by the wall', 'Water the beds']);
    await on.page.getByRole('button', { name: '1 hidden' }).click(PATIENCE);
    await soon(titles).toHaveLength(3);
    expect(await seriousFlaws(on.page)).toEqual([]);
    await choose('Count the pots', 'Show in lists again');
    await on.page.getByRole('button', { name: '1 hidden' }).waitFor({ ...PATIENCE, state: 'detached' });
  });

  it('has the same menu on the page of a session, and by keys in the list', async () => {
    await on.open(`/s/claude-code/${sessionId('a')}`);
    await on.page.getByRole('heading', { name: 'The vines by the wall' }).waitFor(PATIENCE);
    await on.page.getByRole('button', { name: 'Pin, rename or hide' }).click();
    await on.page.getByRole('menuitem', { name: 'Rename…' }).click(PATIENCE);
    await on.page.getByRole('button', { name: 'Use the log’s title' }).click(PATIENCE);
    await on.page.getByRole('heading', { name: 'Prune the vines' }).waitFor(PATIENCE);
    await on.open('/');
    await soon(titles).toHaveLength(3);
    await on.page.keyboard.press('j');
    await on.page.keyboard.press('m');
    await on.page.getByRole('menuitem', { name: 'Unpin' }).waitFor(PATIENCE);
    await on.page.keyboard.press('Enter');
    await on.page.locator('.sessions__project', { hasText: 'Pinned' }).waitFor({ ...PATIENCE, state: 'detached' });
  });

  it('changes the settings that the command line reads, and says what is wrong with them', async () => {
    await on.open('/settings');
    await on.page.getByRole('button', { name: 'Add a model' }).click(PATIENCE);
    await on.page.getByLabel('Model').fill('made-up*');
    await on.page.getByLabel('Input, made-up*').fill('x');
    await on.page.getByRole('button', { name: 'Save prices' }).click();
    await on.page.getByText('prices.made-up*.input must be a number').waitFor(PATIENCE);
    await on.page.getByLabel('Input, made-up*').fill('1.5');
    await on.page.getByLabel('Output, made-up*').fill('6');
    await on.page.getByRole('button', { name: 'Save prices' }).click();
    await on.page.getByText('Saved.').waitFor(PATIENCE);
    const written = (): unknown => JSON.parse(readFileSync(join(on.dashboard.home, 'settings.json'), 'utf8'));
    expect(written()).toEqual({ prices: { 'made-up*': { input: 1.5, output: 6 } } });
    await on.page.getByLabel('Keep copies of logs').uncheck();
    await soon(written).toEqual({ prices: { 'made-up*': { input: 1.5, output: 6 } }, archive: false });
    for (const colorScheme of ['light', 'dark'] as const) {
      await on.page.emulateMedia({ colorScheme });
      expect(await seriousFlaws(on.page)).toEqual([]);
    }
    await on.page.setViewportSize({ width: 420, height: 800 });
    expect(await on.page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(420);
    await on.page.setViewportSize({ width: 1280, height: 800 });
  });

  it('tells when a session waits, once that was asked for', async () => {
    await on.page.context().grantPermissions(['notifications'], { origin: on.dashboard.url });
    await on.page.addInitScript(`
      window.shown = [];
      window.Notification = class extends EventTarget {
        static permission = 'granted';
        static requestPermission() { return Promise.resolve('granted'); }
        constructor(title) { super(); window.shown.push(title); }
        close() {}
      };`);
    await on.open('/settings');
    const box = on.page.getByLabel('Tell me when a session waits');
    expect(await box.isChecked()).toBe(false);
    const looked = on.page.waitForResponse((reply) => reply.url().includes('/api/v1/sessions?'), PATIENCE);
    await box.check();
    await looked;
    logs.ask();
    await soon(() => on.page.evaluate('window.shown')).toEqual(['Water the beds waits for an answer']);
    await soon(() => on.page.title()).toBe('(1 waiting) Settings · Toolscope');
    // It stays so on other pages, and after loading again.
    await on.page.reload();
    await soon(() => on.page.title()).toBe('(1 waiting) Settings · Toolscope');
    await on.page.getByLabel('Tell me when a session waits').uncheck();
    await soon(() => on.page.title()).toBe('Settings · Toolscope');
    expect(on.said.filter((text) => !text.includes('400'))).toEqual([]);
  });
});
