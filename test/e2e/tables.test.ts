// Tests tables in a real browser: sorted by any column, over all pages; columns chosen and made wider; numbers in full;
// rows that lead somewhere as a whole.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserPath } from '../gallery/open-browser.ts';
import { type DashboardPage, openDashboardPage, PATIENCE, soon } from '../support/dashboard-page.ts';
import { seriousFlaws } from './axe.ts';
import { LONG, longLogs } from './long-log.ts';

const path = browserPath();
const SESSION = `/s/claude-code/${LONG}`;

describe.skipIf(path === null)('tables', { timeout: 90_000 }, () => {
  let on: DashboardPage;

  beforeAll(async () => {
    on = await openDashboardPage(path ?? '', longLogs());
  }, 120_000);
  afterAll(() => on?.close());

  const head = (name: string) => on.page.getByRole('columnheader', { name, exact: false }).getByRole('button').first();
  const texts = (selector: string): Promise<string[]> => on.page.locator(selector).allTextContents();
  const first = async (selector: string): Promise<string> => (await texts(selector))[0] ?? '';

  it('shows whole paths on a narrow screen, and breaks them after their parts', async () => {
    await on.page.setViewportSize({ width: 420, height: 800 });
    await on.open('/files');
    const path = on.page.locator('.files__path').first();
    await path.waitFor(PATIENCE);
    expect(await path.textContent()).toMatch(/^\/home\/dev\/orchard\/tree-\d\d\.ts$/);
    const lines = `{
      const range = document.createRange();
      const seen = [];
      for (const text of [...document.querySelector('.files__path bdi').childNodes].filter(({ nodeType }) => nodeType === 3)) {
        range.selectNodeContents(text);
        seen.push(range.getClientRects().length);
      }
      seen;
    }`;
    // No folder takes two lines; a name may, after its hyphen.
    expect((await on.page.evaluate<number[]>(lines)).slice(0, 4)).toEqual([1, 1, 1, 1]);
    const height = async (): Promise<number> => (await path.boundingBox())?.height ?? 0;
    expect(await height()).toBeGreaterThan(20);
    // Where it is cut instead, it is one line.
    await on.page.setViewportSize({ width: 900, height: 800 });
    await soon(height).toBeLessThan(20);
  });

  it('never cuts a number, at any width', async () => {
    for (const width of [1440, 1100, 800, 420]) {
      await on.page.setViewportSize({ width, height: 800 });
      for (const address of [`${SESSION}?show=calls`, '/calls', '/', '/tools', '/files']) {
        await on.open(address);
        await on.page.locator('.entry--call, .call-line a, .session-line a, td a').first().waitFor(PATIENCE);
        const cut = await on.page.evaluate(`[...document.querySelectorAll(
          '.entry__ms, .entry__size, .call-line__ms, .call-line__at, .session-line__number, .session-line__when, .sort-table__number',
        )].filter((cell) => !cell.matches('[role=columnheader], th') && cell.scrollWidth > cell.clientWidth + 1 && cell.clientWidth > 0).map((cell) => cell.textContent)`);
        expect([address, width, cut]).toEqual([address, width, []]);
      }
    }
    await on.page.setViewportSize({ width: 1280, height: 800 });
    await on.open(`${SESSION}?show=calls`);
    await soon(() => first('.entry--call .entry__ms')).toBe('≤ 13 m 05 s');
  });

  it('leaves out nothing that tells two rows apart on a narrow screen', async () => {
    await on.page.setViewportSize({ width: 420, height: 800 });
    for (const [address, row, cells] of [
      ['/', '.session-line:has(.row-link)', ['__agent', '__cost', '__calls', '__failures', '__when']],
      ['/calls', '.call-line:has(.row-link)', ['__tool', '__agent', '__ms', '__at']],
      [SESSION, '.entry--call', ['__name', '__at', '__ms', '__size']],
    ] as const) {
      await on.open(address);
      const line = on.page.locator(row).first();
      await line.waitFor(PATIENCE);
      for (const cell of cells) {
        expect([address, cell, await line.locator(`[class*="${cell}"]`).first().isVisible()]).toEqual([
          address,
          cell,
          true,
        ]);
      }
      expect(await on.page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(420);
    }
    // Rows are as high as the list takes them to be.
    const rows = await on.page.locator('.entry--call').all();
    const [first, second] = [await rows[0]?.boundingBox(), await rows[1]?.boundingBox()];
    expect((second?.y ?? 0) - (first?.y ?? 0)).toBe(44);
    await on.page.setViewportSize({ width: 1280, height: 800 });
  });

  it('draws no bar over digits', async () => {
    await on.open('/tools');
    await on.page.locator('.tools__bar').first().waitFor(PATIENCE);
    const overlaps = await on.page.evaluate(`[...document.querySelectorAll('.tools__bar')].filter((bar) =>
      bar.querySelector('span').getBoundingClientRect().right > bar.querySelector('b').getBoundingClientRect().left).length`);
    expect(overlaps).toBe(0);
  });

  it('sorts the calls of a session by a column, however deep they are nested, and back', async () => {
    await on.open(`${SESSION}?show=calls`);
    const rows = '.entry--call .entry__text';
    await soon(() => first(rows)).toBe('make everything');
    await head('Time').click();
    await soon(() => on.asked('sort')).toBe('-ms');
    await soon(async () => (await texts(rows)).slice(0, 3)).toEqual(['sleep 90000', 'make everything', 'make some']);
    // Nested calls are among them.
    await soon(async () => (await texts(rows)).some((text) => text.includes('nested 29'))).toBe(true);
    expect(await on.page.getByRole('columnheader', { name: 'Time' }).getAttribute('aria-sort')).toBe('descending');
    await on.page.reload();
    await soon(() => first(rows)).toBe('sleep 90000');
    await head('Time').click();
    await soon(() => on.asked('sort')).toBe('ms');
    await head('Time').click();
    await soon(() => on.asked('sort')).toBe(null);
    await soon(() => first(rows)).toBe('make everything');
    for (const [name, id] of [
      ['Tool', 'name'],
      ['Summary', 'text'],
      ['Status', 'status'],
      ['Start', 'at'],
      ['Size', '-size'],
    ] as const) {
      await head(name).click();
      await soon(() => on.asked('sort')).toBe(id);
    }
    await soon(() => first(rows)).toBe('sleep 90000');
  });

  it('sorts calls, files and sessions where all of them are known', async () => {
    await on.open('/calls');
    await on.page.locator('.call-line a').first().waitFor(PATIENCE);
    await head('Time').click();
    await soon(() => first('.call-line__text a')).toBe('sleep 90000');
    await head('Tool').click();
    await soon(() => on.asked('sort')).toBe('tool');
    await soon(() => first('.call-line:not(.call-line--head) .call-line__tool')).toBe('Bash');
    const page = async (query: string): Promise<{ calls: { callId: string }[]; next: string | null }> =>
      JSON.parse(await (await fetch(`${on.dashboard.url}/api/v1/calls?${query}`)).text());
    const ids: string[] = [];
    let cursor = '';
    do {
      const { calls, next } = await page(`sort=-ms&limit=10&cursor=${cursor}`);
      ids.push(...calls.map(({ callId }) => callId));
      cursor = next ?? '';
    } while (cursor !== '');
    expect(ids.slice(0, 3)).toEqual(['toolu_night', 'toolu_long', 'toolu_middle']);
    expect([ids.length, new Set(ids).size]).toEqual([96, 96]);

    await on.open('/files?sort=path');
    await soon(() => first('.files__path')).toContain('tree-00.ts');
    await head('File').click();
    await soon(() => on.asked('sort')).toBe('-path');
    await soon(() => first('.files__path')).toContain('tree-59.ts');

    await on.open('/');
    await on.page.locator('.session-line a').first().waitFor(PATIENCE);
    await head('Errors').click();
    await soon(() => on.asked('sort')).toBe('-failures');
    await soon(() => first('.session-line__title a')).toBe('Paint the fence');
    await head('Session').click();
    await soon(() => first('.session-line__title a')).toBe('Build everything');
    for (const address of ['/tools', '/errors']) {
      await on.open(address);
      await on.page.locator('td a').first().waitFor(PATIENCE);
      for (const button of await on.page.locator('.heads__sort').all()) {
        await button.click();
        await soon(() => on.page.locator('th[aria-sort]').count()).toBe(1);
      }
      expect(on.asked('sort')).not.toBe(null);
    }
  });

  it('has a list of columns, by mouse and by keys, and remembers it in the address', async () => {
    await on.open(`${SESSION}?show=calls`);
    await on.page.locator('.entry--call').first().waitFor(PATIENCE);
    await on.page.getByRole('button', { name: 'Columns' }).focus();
    await on.page.keyboard.press('Enter');
    const list = on.page.getByRole('group', { name: 'Columns' });
    await list.getByLabel('Status', { exact: true }).uncheck();
    await soon(() => on.asked('cols')).toBe('-status');
    await soon(() => on.page.locator('.entry--call .entry__status').first().isVisible()).toBe(false);
    await list.getByLabel('Width of Time').fill('140');
    await on.page.keyboard.press('Tab');
    await soon(() => on.asked('cols')).toBe('-status,~ms:140');
    expect(await seriousFlaws(on.page)).toEqual([]);
    await on.page.keyboard.press('Escape');
    await on.page.reload();
    await on.page.locator('.entry--call').first().waitFor(PATIENCE);
    const ms = on.page.locator('.entry--call .entry__ms').first();
    await soon(async () => (await ms.boundingBox())?.width).toBe(140);
    // Another session is looked at in the same way.
    await on.open('/s/claude-code/55555555-2222-4333-8444-555555555555');
    await on.page.locator('.entry--call').first().waitFor(PATIENCE);
    expect(await on.page.locator('.entry--call .entry__status').first().isVisible()).toBe(false);
    await on.page.getByRole('button', { name: 'Columns' }).click();
    await on.page.getByRole('button', { name: 'Reset' }).click();
    await soon(() => on.page.locator('.entry--call .entry__status').first().isVisible()).toBe(true);
  });

  it('makes a column wider where its edge is dragged', async () => {
    await on.open(`${SESSION}?show=calls`);
    await on.page.locator('.entry--call').first().waitFor(PATIENCE);
    const edge = await on.page.locator('.entry--head .entry__name .heads__edge').boundingBox();
    if (edge === null) throw new Error('no edge');
    await on.page.mouse.move(edge.x + 4, edge.y + 8);
    await on.page.mouse.down();
    await on.page.mouse.move(edge.x + 54, edge.y + 8, { steps: 4 });
    await on.page.mouse.up();
    await soon(() => on.asked('cols')).toBe('~name:240');
    await soon(async () => (await on.page.locator('.entry--call .entry__name').first().boundingBox())?.width).toBe(240);
    await on.page.getByRole('button', { name: 'Columns' }).click();
    await on.page.getByRole('button', { name: 'Reset' }).click();
    await soon(() => on.asked('cols')).toBe(null);
  });

  it('leads on from anywhere in a row that lights up', async () => {
    const click = async (address: string, row: string): Promise<string> => {
      await on.open(address);
      const first = on.page.locator(row).first();
      await first.waitFor(PATIENCE);
      const before = on.page.url();
      // A row may still move while the list is filled: the click waits until it stands still.
      const box = await first.boundingBox();
      if (box === null) throw new Error('no row');
      await first.click({ ...PATIENCE, position: { x: box.width - 30, y: box.height / 2 } });
      await soon(() => on.page.url()).not.toBe(before);
      return new URL(on.page.url()).pathname;
    };
    expect(await click('/', '.session-line:has(a)')).toMatch(/^\/s\/claude-code\//);
    expect(await click('/calls', '.call-line:has(a)')).toMatch(/^\/s\/claude-code\//);
    expect(await click('/tools', 'tbody tr')).toBe('/calls');
    expect(await click('/errors', 'tbody tr')).not.toBe('/errors');
    expect(await click('/files', 'tbody tr')).toBe('/files');
  });

  it('hides nothing on a narrow screen that tells two rows apart', async () => {
    await on.page.setViewportSize({ width: 420, height: 800 });
    await on.open('/errors');
    await on.page.locator('tbody .sort-table__second').first().waitFor(PATIENCE);
    await on.open('/files');
    await on.page.locator('.files__path').first().waitFor(PATIENCE);
    const cut =
      "[...document.querySelectorAll('.files__path')].filter((link) => link.scrollWidth > link.clientWidth).length";
    expect(await on.page.evaluate(cut)).toBe(0);
  });

  it('writes nothing to the console', () => {
    expect(on.said).toEqual([]);
  });
});
