// Runs axe in a page, to find accessibility problems.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Serious and critical problems in the part that a selector names. */
export async function seriousFlaws(page: Page, part = 'html'): Promise<readonly string[]> {
  // Through the debugger: the page's own policy allows no foreign script.
  if ((await page.evaluate("'axe' in window")) === false) await page.evaluate(AXE);
  const found = await page.evaluate(
    `axe.run(${JSON.stringify(part)}, { resultTypes: ['violations'] }).then(({ violations }) => violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)).join(' | ')))`,
  );
  return Array.isArray(found) ? found.map(String) : [];
}
