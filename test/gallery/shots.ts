// Pictures of the views, one for each tool and theme: npx tsx test/gallery/shots.ts <folder> [tool …]

import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildGallery, serveFolder } from './build-gallery.ts';
import { browserPath, openBrowser } from './open-browser.ts';
import { sampleCalls } from './sample-calls.ts';

const [folder = 'gallery-shots', ...wanted] = process.argv.slice(2);
const browser = browserPath();
if (browser === null) {
  console.error('No Chromium found: install it (Debian: apt install chromium) to take pictures.');
  process.exit(1);
}
mkdirSync(folder, { recursive: true });
const site = mkdtempSync(path.join(tmpdir(), 'gallery-'));
await buildGallery(site);
const server = await serveFolder(site);
const chromium = await openBrowser(browser);
const PER_PICTURE = 14;
const counts = new Map<string, number>();
for (const { toolId } of sampleCalls()) {
  if (wanted.length === 0 || wanted.includes(toolId)) counts.set(toolId, (counts.get(toolId) ?? 0) + 1);
}
for (const theme of ['light', 'dark']) {
  const page = await chromium.newPage({ viewport: { width: 1360, height: 600 } });
  page.on('console', (message) => {
    if (message.type() === 'error') console.error(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => console.error(`${page.url()}: ${error.message}`));
  for (const [tool, count] of counts) {
    for (let from = 0; from < count; from += PER_PICTURE) {
      await page.goto(`${server.url}?tool=${tool}&theme=${theme}&from=${from}&count=${PER_PICTURE}`);
      await page.waitForTimeout(250);
      const part = count > PER_PICTURE ? `-${from / PER_PICTURE + 1}` : '';
      await page.screenshot({ path: path.join(folder, `${tool}${part}-${theme}.png`), fullPage: true });
    }
  }
  await page.close();
}
await chromium.close();
server.stop();
console.log(`Pictures of ${counts.size} tools in ${folder}`);
