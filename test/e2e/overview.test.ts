// Tests the overview of a session in a real browser: a filter dims and does not rescale, ticks, legend, what the pointer
// reads, and silences that are drawn short unless one wants them long.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserPath } from '../gallery/open-browser.ts';
import { type DashboardPage, openDashboardPage, PATIENCE, soon } from '../support/dashboard-page.ts';
import { LONG, longLogs } from './long-log.ts';

const path = browserPath();
const SESSION = `/s/claude-code/${LONG}`;

describe.skipIf(path === null)('the overview', { timeout: 90_000 }, () => {
  let on: DashboardPage;

  beforeAll(async () => {
    on = await openDashboardPage(path ?? '', longLogs());
  }, 120_000);
  afterAll(() => on?.close());

  const ends = (): Promise<string[]> => on.page.locator('.overview__axis > span').allTextContents();
  const ticks = (): Promise<string[]> => on.page.locator('.overview__ticks span').allTextContents();
  /** How many dots of a column of the drawing have a colour, by how strong they are. */
  const painted = (): Promise<unknown> =>
    on.page.evaluate(`(() => {
      const canvas = document.querySelector('.overview__canvas');
      const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true });
      copy.drawImage(canvas, 0, 0);
      const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
      let [strong, weak] = [0, 0];
      for (let i = 3; i < data.length; i += 4) if (data[i] > 250) strong++; else if (data[i] > 20) weak++;
      return { isStrong: strong > 0, isWeak: weak > 20 };
    })()`);
  const open = async (more = ''): Promise<void> => {
    await on.open(SESSION + more);
    await on.page.locator('.entry--call').first().waitFor(PATIENCE);
    await soon(async () => (await ticks()).length).toBeGreaterThan(2);
  };

  it('keeps its axis when a filter is set, and dims what does not fit', async () => {
    await open();
    const before = [await ends(), await ticks()];
    const unfiltered = await on.page.locator('.overview__canvas').screenshot();
    await on.page.getByLabel('Filter calls').fill('tool:Read');
    await soon(() => on.asked('f')).toBe('tool:Read');
    await on.page.locator('.status-bar', { hasText: '60 of 95 calls' }).waitFor(PATIENCE);
    expect([await ends(), await ticks()]).toEqual(before);
    await soon(painted).toEqual({ isStrong: true, isWeak: true });
    expect((await on.page.locator('.overview__canvas').screenshot()).equals(unfiltered)).toBe(false);
  });

  it('says what the colours mean and what is under the pointer', async () => {
    await open();
    await on.page.getByRole('list', { name: 'What the colours mean' }).getByText('errors').waitFor(PATIENCE);
    await on.page.getByText('idle, drawn short').waitFor(PATIENCE);
    const strip = await on.page.locator('.overview__strip').boundingBox();
    if (strip === null) throw new Error('no overview');
    const readOut = on.page.locator('.overview__read');
    const read = new Set<string>();
    for (let x = 1; x < strip.width; x += 6) {
      await on.page.mouse.move(strip.x + x, strip.y + 30);
      read.add((await readOut.textContent(PATIENCE)) ?? '');
    }
    expect([...read].some((text) => /^Mar \d+, \d\d:\d\d · [1-9]\d* calls?/.test(text))).toBe(true);
    expect([...read].some((text) => /^nothing for 20 h 0\d m, until /.test(text))).toBe(true);
    await on.page.mouse.move(strip.x + 10, strip.y + 400);
    await readOut.waitFor({ ...PATIENCE, state: 'detached' });
  });

  it('draws silences short, or as long as they were when asked to', async () => {
    await open();
    const place = async (): Promise<number> => {
      const span = await on.page.locator('.overview__span').boundingBox();
      const strip = await on.page.locator('.overview__strip').boundingBox();
      return (span?.width ?? 0) / (strip?.width ?? 1);
    };
    await on.page
      .locator('.entry__break')
      .first()
      .waitFor({ ...PATIENCE, state: 'attached' });
    const button = on.page.getByRole('button', { name: 'Linear' });
    // Nearly all of it is a silence.
    const [from, to] = [Date.UTC(2026, 2, 2, 10, 0), Date.UTC(2026, 2, 3, 6, 40)];
    await open(`?span=${from}-${to}`);
    await soon(() => on.page.locator('.overview__span').count()).toBe(1);
    expect(await place()).toBeLessThan(0.1);
    await button.click();
    await soon(() => on.asked('axis')).toBe('linear');
    await soon(place).toBeGreaterThan(0.35);
    expect(await button.getAttribute('aria-pressed')).toBe('true');
  });

  it('writes nothing to the console', () => {
    expect(on.said).toEqual([]);
  });
});
