// Tests a shared session in a browser without a network and without scripts: readable, harmless, and asking for nothing.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserPath, openBrowser } from '../gallery/open-browser.ts';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';
import { buildWeb } from '../support/program.ts';
import { runHere } from '../support/run-here.ts';
import { seriousFlaws } from './axe.ts';

const SID = '71111111-2222-4333-8444-555555555555';
const HOSTILE =
  '</style><script>document.title = "taken"</script><img src="https://evil.example/x.png" onerror="alert(1)">';
const path = browserPath();

function orchard(): string {
  const log = new ClaudeLog(SID);
  log.prompt('Mend the gate, please.');
  log.call('toolu_ls', 'Bash', { command: 'ls -la orchard' });
  log.result('toolu_ls', 'gate.ts', { structured: { stdout: 'gate.ts', stderr: '', interrupted: false } });
  log.call('toolu_bad', 'Bash', { command: `echo '${HOSTILE}'` });
  log.result('toolu_bad', `Exit code 1\n${HOSTILE}`, { isError: true });
  log.call('toolu_edit', 'Edit', { file_path: '/home/dev/orchard/gate.ts', old_string: '1', new_string: '2' });
  log.result('toolu_edit', 'The file has been updated.', {
    structured: {
      filePath: '/home/dev/orchard/gate.ts',
      structuredPatch: [
        { oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: ['-let gate = 1;', '+let gate = 2;'] },
      ],
    },
  });
  log.say(`Done. ${HOSTILE}`, 'm9');
  log.prompt('And the fence?');
  log.say('It stands.', 'm10');
  return log.text();
}

describe.skipIf(path === null)('a shared session', { timeout: 120_000 }, () => {
  const root = folderWith({ [`projects/-home-dev-orchard/${SID}.jsonl`]: orchard() });
  const folder = mkdtempSync(join(tmpdir(), 'toolscope-share-'));
  const file = join(folder, 'session.html');
  let browser: Browser;

  beforeAll(async () => {
    await buildWeb();
    const { status } = await runHere(['share', '7111', '--root', root, '-o', file], { home: folderWith({}) });
    expect(status).toBe(0);
    browser = await openBrowser(path ?? '');
  }, 240_000);

  afterAll(async () => {
    await browser?.close();
    for (const made of [root, folder]) rmSync(made, { recursive: true, force: true });
  });

  async function open(options: BrowserContextOptions): Promise<{ page: Page; asked: string[] }> {
    const context = await browser.newContext({ offline: true, viewport: { width: 1200, height: 900 }, ...options });
    const page = await context.newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(pathToFileURL(file).href);
    return { page, asked };
  }

  it('is read without scripts, and asks for nothing', async () => {
    const { page, asked } = await open({ javaScriptEnabled: false });
    const text = (await page.locator('main').textContent()) ?? '';
    for (const said of ['Mend the gate', 'Ended', 'Changed', 'Turn 2', 'And the fence?', 'It stands.']) {
      expect(text).toContain(said);
    }
    // Calls fold without a script; what failed is open.
    const listing = page.locator('#call-toolu_ls');
    expect(await listing.getAttribute('open')).toBe(null);
    await listing.locator('summary').first().click();
    expect(await listing.locator('.ts-view').isVisible()).toBe(true);
    expect(await page.locator('#call-toolu_bad .ts-view').isVisible()).toBe(true);
    expect(await page.locator('#call-toolu_edit').textContent()).toContain('let gate = 2;');
    expect(asked).toEqual([pathToFileURL(file).href]);
  });

  it.each(['light', 'dark'] as const)('has no flaws for people who hear it or use keys: %s', async (colorScheme) => {
    const { page, asked } = await open({ colorScheme });
    expect(await page.title()).toBe('Mend the gate, please.');
    expect(await seriousFlaws(page)).toEqual([]);
    expect(asked).toEqual([pathToFileURL(file).href]);
    const background = await page.evaluate('getComputedStyle(document.body).backgroundColor');
    expect(background).toBe(colorScheme === 'dark' ? 'rgb(21, 24, 29)' : 'rgb(255, 255, 255)');
  });

  it('holds a part, where a part is asked for', async () => {
    const run = (...args: string[]) => runHere(['share', '7111', '--root', root, ...args], { home: folderWith({}) });
    const turn = await run('--turn', '2', '--format', 'md');
    expect(turn.out).toContain('And the fence?');
    expect(turn.out).not.toContain('ls -la');
    const call = await run('--call', 'toolu_ls');
    expect(call.out).toContain('ls -la orchard');
    expect(call.out).not.toContain('let gate = 2;');
    expect((await run('--turn', '9')).status).not.toBe(0);
    expect((await run('--turn', 'x')).notes).toContain('names no turns');
    expect((await run('-o', file)).notes).toContain('is there already');
    expect(readFileSync(file, 'utf8')).not.toContain('<script');
  });
});
