// Tests the filter box in a real browser: Tab completes, keys typed are text, unfinished words are no errors, one message
// below the wrong word, and chips.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { browserPath } from '../gallery/open-browser.ts';
import { type DashboardPage, openDashboardPage, PATIENCE, soon } from '../support/dashboard-page.ts';
import { Logs, ORDINARY } from './made-up-logs.ts';

const path = browserPath();
const SESSION = `/s/claude-code/${ORDINARY}`;

describe.skipIf(path === null)('the filter box', { timeout: 90_000 }, () => {
  let on: DashboardPage;

  beforeAll(async () => {
    on = await openDashboardPage(path ?? '', new Logs());
  }, 120_000);
  afterAll(() => on?.close());
  beforeEach(async () => {
    await on.open(SESSION);
    await on.page.locator('.entry', { hasText: 'ls orchard' }).waitFor(PATIENCE);
  });

  const typed = (): Promise<string> => on.page.getByLabel('Filter calls').inputValue();
  const message = () => on.page.locator('.filter-box__error');

  it('completes with Tab, however fast one types, and no key typed is a shortcut', async () => {
    await on.page.keyboard.press('/');
    await on.page.keyboard.type('dur');
    await on.page.keyboard.press('Tab');
    await on.page.keyboard.type('>10m');
    await soon(() => on.asked('f')).toBe('duration:>10m');
    expect(await typed()).toBe('duration:>10m');
    expect(new URL(on.page.url()).pathname).toBe(SESSION);
    await on.page.getByText('No calls match.').waitFor(PATIENCE);
    // A word that is complete lets the focus go on.
    await on.page.getByLabel('Filter calls').fill('');
    await on.page.keyboard.press('Tab');
    await soon(() => on.page.evaluate('document.activeElement.textContent')).toBe('Errors');
  });

  it('completes values, too, and the one that is chosen', async () => {
    await on.page.keyboard.press('/');
    await on.page.keyboard.type('sta');
    await on.page.getByRole('option', { name: 'status:' }).waitFor(PATIENCE);
    await on.page.keyboard.press('Tab');
    await soon(typed).toBe('status:');
    await on.page.getByRole('option', { name: 'rejected' }).waitFor(PATIENCE);
    await on.page.keyboard.type('re');
    await soon(() => on.page.locator('.filter-box__offer').count()).toBe(1);
    await on.page.keyboard.press('Tab');
    await soon(() => on.asked('f')).toBe('status:rejected');
  });

  it('takes no unfinished word for an error, until it is meant', async () => {
    const box = on.page.getByLabel('Filter calls');
    await box.focus();
    for (const text of ['duration:', 'duration:>', 'status:erro', 'tool:Bash OR ', '(tool:Bash', '"make', '-']) {
      await box.fill(text);
      const checked = on.page.waitForResponse((reply) => reply.url().includes('/api/v1/filter'), PATIENCE);
      await box.press('End');
      await box.pressSequentially(' ');
      await checked;
      await box.press('Backspace');
      await on.page.waitForResponse((reply) => reply.url().includes('/api/v1/filter'), PATIENCE);
      expect([text, await message().count()]).toEqual([text, 0]);
    }
    await box.fill('status:erro');
    await box.press('Enter');
    await message().waitFor(PATIENCE);
    await soon(() => message().textContent()).toContain('Did you mean status:error?');
  });

  it('has one message, below the wrong word', async () => {
    await on.page.getByLabel('Filter calls').fill('tool:Bash statsu:error codee:x ls');
    await message().waitFor(PATIENCE);
    await soon(() => message().count()).toBe(1);
    expect(await message().textContent()).toContain('statsu');
    const mark = await on.page.locator('.filter-box__mark').boundingBox();
    const word = await on.page.evaluate(`(() => {
      const input = document.querySelector('.filter-box input');
      const measure = document.body.appendChild(document.createElement('span'));
      const { fontFamily, fontSize } = getComputedStyle(input);
      Object.assign(measure.style, { position: 'absolute', whiteSpace: 'pre', fontFamily, fontSize });
      const widthOf = (text) => ((measure.textContent = text), measure.getBoundingClientRect().width);
      const left = input.getBoundingClientRect().left + widthOf('tool:Bash ');
      const word = { left, right: left + widthOf('statsu') };
      measure.remove();
      return word;
    })()`);
    expect(word).toEqual({
      left: expect.closeTo(mark?.x ?? 0, 0),
      right: expect.closeTo((mark?.x ?? 0) + (mark?.width ?? 0), 0),
    });
    expect(on.asked('f')).toBe(null);
  });

  it('shows what is wrong with a filter that came with the address, and asks nothing with it', async () => {
    await on.open(`${SESSION}?f=statsu:error`);
    await soon(() => message().textContent()).toContain('statsu');
    await on.page.locator('.entry', { hasText: 'ls orchard' }).waitFor(PATIENCE);
    await on.open('/tools?f=since:');
    await soon(() => message().textContent()).toContain('needs a value');
    await on.page.getByRole('button', { name: 'Clear the filter' }).click();
    await soon(() => on.asked('f')).toBe(null);
  });

  it('has chips that put a term into the filter and take it out again', async () => {
    const chip = (name: string) => on.page.getByRole('button', { name, exact: true });
    await chip('Errors').click();
    await soon(() => on.asked('f')).toBe('is:failed');
    await soon(() => on.page.locator('.entry--call').count()).toBe(1);
    expect(await chip('Errors').getAttribute('aria-pressed')).toBe('true');
    await on.page.getByLabel('Tools', { exact: true }).selectOption('shell');
    await soon(() => on.asked('f')).toBe('is:failed tool:shell');
    await chip('Errors').click();
    await soon(() => on.asked('f')).toBe('tool:shell');
    await soon(typed).toBe('tool:shell');
    await on.page.getByLabel('Tools', { exact: true }).selectOption('files');
    await soon(() => on.asked('f')).toBe('tool:files');
    for (const name of ['Masked', 'Waiting', 'Slow']) {
      await chip(name).click();
      await chip(name).and(on.page.locator('[aria-pressed=true]')).waitFor(PATIENCE);
    }
    await soon(() => on.asked('f')).toBe('tool:files is:masked has:wait duration:>10s');
    await on.page.getByText('No calls match.').waitFor(PATIENCE);
    await on.open('/calls?f=tool:Bash OR status:error');
    await on.page.getByLabel('Agent', { exact: true }).selectOption('agent:claude-code');
    await soon(() => on.asked('f')).toBe('(tool:Bash OR status:error) agent:claude-code');
  });

  it('writes nothing to the console', () => {
    expect(on.said).toEqual([]);
  });
});
