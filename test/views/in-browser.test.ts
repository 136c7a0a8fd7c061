// Tests all views in a real browser: hostile text stays text, nothing is fetched from elsewhere, axe finds nothing serious in
// either theme, and huge bodies do not stall the page. Needs a Chromium; without one it is skipped.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildGallery, serveFolder } from '../gallery/build-gallery.ts';
import { browserPath, openBrowser } from '../gallery/open-browser.ts';
import { sampleCalls } from '../gallery/sample-calls.ts';
import { hostileCalls } from './hostile-calls.ts';
import { hugeCalls } from './huge-calls.ts';

/** Ample: a busy machine is slow, not wrong. */
const WAIT_MS = 300_000;
const chromium = browserPath();
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

describe.skipIf(chromium === null)('views in a browser', () => {
  let browser: Browser;
  let site: { readonly url: string; readonly stop: () => void };
  const folder = mkdtempSync(path.join(tmpdir(), 'views-'));

  beforeAll(async () => {
    await buildGallery(folder, [...sampleCalls(), ...hostileCalls(), ...hugeCalls()]);
    site = await serveFolder(folder);
    browser = await openBrowser(chromium ?? '');
  }, WAIT_MS);

  afterAll(async () => {
    await browser?.close();
    site?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Opens a part of the gallery and returns the errors that occurred. */
  async function open(query: string): Promise<{ page: Page; trouble: string[] }> {
    const page = await browser.newPage({ viewport: { width: 1360, height: 800 } });
    page.setDefaultTimeout(WAIT_MS);
    const trouble: string[] = [];
    page.on('pageerror', (error) => trouble.push(`threw: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') trouble.push(`said: ${message.text()}`);
    });
    page.on('dialog', (dialog) => {
      trouble.push(`dialog: ${dialog.message()}`);
      dialog.dismiss().catch(() => undefined);
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(site.url)) trouble.push(`asked for: ${request.url()}`);
    });
    await page.goto(`${site.url}?${query}`);
    await page.waitForSelector('main');
    await page.waitForLoadState('networkidle');
    return { page, trouble };
  }

  it(
    'let no word of a log act, load or lead anywhere by itself',
    async () => {
      const { page, trouble } = await open('group=hostile');
      expect(await page.locator('.gallery__sample').count()).toBe(hostileCalls().length);
      expect(await page.evaluate(() => Reflect.get(globalThis, 'hacked'))).toBeUndefined();
      // Markdown was really read: images in it became words.
      expect(await page.locator('.ts-markdown__image').count()).toBeGreaterThan(5);
      expect(await page.locator('.ts-view script, .ts-view iframe, .ts-view style, .ts-view form').count()).toBe(0);
      const links = await page
        .locator('.ts-view a[href]')
        .evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''));
      expect(links.filter((href) => !/^(?:https?:|#|picture\.png)/.test(href))).toEqual([]);
      const outward = await page
        .locator('.ts-view a[href^="http"]')
        .evaluateAll((all) => all.filter((one) => !(one.getAttribute('rel') ?? '').includes('noopener')).length);
      expect(outward).toBe(0);
      const images = await page.locator('.ts-view img').evaluateAll((all) => all.map((one) => one.getAttribute('src')));
      expect(images.filter((src) => src !== 'picture.png')).toEqual([]);
      expect(trouble).toEqual([]);
      await page.close();
    },
    WAIT_MS,
  );

  it(
    'keep the mark of a part beside its title, however long that is',
    async () => {
      const { page } = await open('group=hostile');
      await page.setViewportSize({ width: 420, height: 800 });
      const below = await page.locator('.ts-section__title').evaluateAll((titles) =>
        titles.flatMap((title) => {
          const [head, own] = [title.parentElement?.getBoundingClientRect(), title.getBoundingClientRect()];
          return head !== undefined && own.height > 30 && own.top - head.top > 10 ? [title.textContent] : [];
        }),
      );
      expect(below).toEqual([]);
      await page.close();
    },
    WAIT_MS,
  );

  it.each(['light', 'dark'])(
    'pass axe in the %s theme',
    async (theme) => {
      const { page, trouble } = await open(`theme=${theme}&group=hostile`);
      await page.evaluate(axe);
      // What is on the page is the same in both themes; only its colours differ.
      const options =
        theme === 'light'
          ? { resultTypes: ['violations'] }
          : { resultTypes: ['violations'], runOnly: ['color-contrast', 'link-in-text-block'] };
      const found = await page.evaluate(async (options) => {
        const library: unknown = Reflect.get(globalThis, 'axe');
        if (typeof library !== 'object' || library === null) return ['axe is not there'];
        const run: unknown = Reflect.get(library, 'run');
        if (typeof run !== 'function') return ['axe cannot run'];
        const { violations } = await run.call(library, document, options);
        return violations
          .filter(({ impact }: { impact: string }) => impact === 'serious' || impact === 'critical')
          .map(
            ({ id, nodes }: { id: string; nodes: { html: string; failureSummary: string }[] }) =>
              `${id}: ${nodes.slice(0, 3).map(({ html, failureSummary }) => `${html} ${failureSummary}`)}`,
          );
      }, options);
      expect(found).toEqual([]);
      expect(trouble).toEqual([]);
      await page.close();
    },
    WAIT_MS,
  );

  it(
    'draw huge bodies in windows: few elements, whatever their size',
    async () => {
      const { page, trouble } = await open('group=huge');
      const samples = page.locator('.gallery__sample');
      const counts = await samples.evaluateAll((all) => all.map((one) => one.querySelectorAll('*').length));
      expect(counts.length).toBe(hugeCalls().length);
      expect(counts.filter((count) => count > 3_000)).toEqual([]);
      expect(trouble).toEqual([]);
      await page.close();
    },
    WAIT_MS,
  );

  it(
    'show changes side by side when asked to, and remember it',
    async () => {
      const { page } = await open('group=sample&name=edit/claude-code-edited.json');
      expect(await page.locator('.ts-diff__pair').count()).toBe(0);
      await page.getByRole('button', { name: 'Side by side' }).click();
      expect(await page.locator('.ts-diff__pair').count()).toBeGreaterThan(2);
      await page.reload();
      await page.waitForSelector('.ts-diff__pair');
      await page.close();
    },
    WAIT_MS,
  );

  it(
    'open, close and walk trees by keyboard',
    async () => {
      const { page } = await open('group=sample&name=grep/claude-code-content.json');
      const tree = page.locator('[role=tree]').first();
      await tree.focus();
      const rows = () => tree.locator('[role=treeitem]').count();
      const all = await rows();
      await page.keyboard.press('ArrowLeft');
      expect(await rows()).toBe(1);
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('End');
      expect(await rows()).toBe(all);
      expect(await tree.getAttribute('aria-activedescendant')).toBe(
        await tree.locator('[role=treeitem]').last().getAttribute('id'),
      );
      await page.close();
    },
    WAIT_MS,
  );
});
