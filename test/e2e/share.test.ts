// Tests a shared session in a browser without a network and without scripts: readable, harmless, and asking for nothing.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GATE_PICTURE } from '../../src/server/demo/picture.ts';
import { browserPath, openBrowser } from '../gallery/open-browser.ts';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';
import { buildProgram, buildWeb, PROGRAM, run } from '../support/program.ts';
import { runHere } from '../support/run-here.ts';
import { seriousFlaws } from './axe.ts';

const SID = '71111111-2222-4333-8444-555555555555';
const HOSTILE =
  '</style><script>document.title = "taken"</script><img src="https://evil.example/x.png" onerror="alert(1)">';
/** A comment in a picture: no one sees it, and everyone has it. */
const NOTE = Buffer.from('\0\0\0\x0ftEXtComment\0 pears \0\0\0\0', 'latin1');
const GATE = Buffer.from(GATE_PICTURE, 'base64');
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
  log.call('toolu_look', 'Read', { file_path: '/home/dev/orchard/gate.png' });
  const data = Buffer.concat([GATE.subarray(0, 33), NOTE, GATE.subarray(33)]).toString('base64');
  log.result('toolu_look', [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data } }]);
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
    expect(await listing.locator(':scope > div').isVisible()).toBe(true);
    expect(await page.locator('#call-toolu_bad > div').isVisible()).toBe(true);
    expect(await page.locator('#call-toolu_edit').textContent()).toContain('let gate = 2;');
    expect(asked.filter((address) => !address.startsWith('data:'))).toEqual([pathToFileURL(file).href]);
  });

  it('shows images without their metadata, or says that they are not there', async () => {
    const { page } = await open({ javaScriptEnabled: false });
    const image = page.locator('#call-toolu_look img');
    await page.locator('#call-toolu_look summary').first().click();
    expect(await image.getAttribute('src')).toBe(`data:image/png;base64,${GATE_PICTURE}`);
    expect(await image.boundingBox()).toMatchObject({ width: 96, height: 64 });
    expect(await page.locator('#rest').textContent()).toContain('1 image without metadata');
    const args = ['share', '7111', '--root', root, '--call', 'toolu_look', '--no-images'];
    const without = await runHere(args, { home: folderWith({}) });
    expect(without.out).not.toContain('<img');
    expect(without.out).toContain('The image is not in this file.');
  });

  it.each(['light', 'dark'] as const)('has no flaws for people who hear it or use keys: %s', async (colorScheme) => {
    const { page, asked } = await open({ colorScheme });
    expect(await page.title()).toBe('Mend the gate, please.');
    expect(await seriousFlaws(page)).toEqual([]);
    expect(asked.filter((address) => !address.startsWith('data:'))).toEqual([pathToFileURL(file).href]);
    const background = await page.evaluate('getComputedStyle(document.body).backgroundColor');
    expect(background).toBe(colorScheme === 'dark' ? 'rgb(21, 24, 29)' : 'rgb(255, 255, 255)');
  });

  it('lets its one script run, which filters and folds', async () => {
    const { page, asked } = await open({});
    const shown = (): Promise<string[]> =>
      page.locator('details[id]:visible').evaluateAll((all) => all.map(({ id }) => id));
    const everything = await shown();
    expect(everything).toEqual(['call-toolu_ls', 'call-toolu_bad', 'call-toolu_edit', 'call-toolu_look']);
    await page.getByLabel('Filter').fill('GATE = 2');
    expect(await shown()).toEqual(['call-toolu_edit']);
    expect(await page.locator('output').textContent()).toBe('1 of 4 calls');
    expect(await page.getByRole('heading', { name: 'Turn 2' }).isVisible()).toBe(false);
    await page.getByLabel('Filter').fill('');
    await page.getByLabel('Failures only').check();
    expect(await shown()).toEqual(['call-toolu_bad']);
    await page.getByLabel('Failures only').uncheck();
    expect(await shown()).toEqual(everything);
    await page.getByRole('button', { name: 'Unfold all' }).click();
    expect(await page.locator('details[id][open]').count()).toBe(4);
    await page.getByRole('button', { name: 'Fold all', exact: true }).click();
    expect(await page.locator('details[id][open]').count()).toBe(0);
    expect(await page.title()).toBe('Mend the gate, please.');
    expect(asked.filter((address) => !address.startsWith('data:'))).toEqual([pathToFileURL(file).href]);
  });

  it('prints dark on light, without what only a screen can use', async () => {
    const { page } = await open({ colorScheme: 'dark' });
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByLabel('Filter').isVisible()).toBe(false);
    const colours = await page.evaluate(
      '[getComputedStyle(document.body).color, getComputedStyle(document.body).backgroundColor]',
    );
    expect(colours).toEqual(['rgb(28, 33, 40)', 'rgb(255, 255, 255)']);
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
    expect((await run('--turn', 'x')).notes).toContain('is not a range of turns');
    expect((await run('-o', file)).notes).toContain('already exists');
    expect(readFileSync(file, 'utf8').match(/<script/g)).toHaveLength(1);
  });
});

/** Long outputs, wide tables, long diffs and long words: the kinds of calls that take the most room. */
function manyCalls(): string {
  const log = new ClaudeLog(SID);
  const lines = Array.from(
    { length: 200 },
    (_, i) => `  at row ${i} of the orchard, where pears & <apples> grow side by side`,
  );
  for (let i = 0; i < 1000; i++) {
    if (i % 10 === 0) log.prompt(`Go on with row ${i}. ${'Mind the pears. '.repeat(400)}`);
    log.say('And so I go on, tree by tree. '.repeat(100), `say_${i}`);
    const id = `toolu_${i}`;
    const file = `/home/dev/orchard/src/rows/row-${i}.ts`;
    if (i % 5 === 0) {
      log.call(id, 'Edit', { file_path: file, old_string: lines.join('\n'), new_string: 'none' });
      const structuredPatch = [
        {
          oldStart: 1,
          oldLines: 40,
          newStart: 1,
          newLines: 20,
          lines: lines.map((line, at) => (at % 2 ? '+' : '-') + line),
        },
      ];
      log.result(id, lines.join('\n'), { structured: { filePath: file, structuredPatch } });
    } else if (i % 5 === 1) {
      log.call(id, 'mcp__trees__list', { rows: lines.map((name) => ({ name, tags: lines.slice(0, 2) })) });
      log.result(id, JSON.stringify(lines.map((name) => ({ name, tags: lines.slice(0, 2) }))));
    } else if (i % 5 === 2) {
      log.call(id, 'Grep', { pattern: 'pear', path: '/home/dev/orchard' });
      log.result(id, lines.map((line, at) => `src/row-${at}.ts:${at}:${line}`).join('\n'));
    } else {
      log.call(id, 'Bash', { command: lines.join(' && ') });
      log.result(id, lines.join('\n'), { structured: { stdout: lines.join('\n'), stderr: '', interrupted: false } });
    }
  }
  return log.text();
}

it('takes at most 3 MB for 1,000 calls, and says what was cut', async () => {
  await buildProgram();
  await buildWeb();
  const root = folderWith({ [`projects/-home-dev-orchard/${SID}.jsonl`]: manyCalls() });
  const file = join(root, 'session.html');
  try {
    const args = [PROGRAM, 'share', '7111', '--root', join(root, 'projects'), '--no-archive', '-o', file];
    const { stderr } = await run(process.execPath, args, { env: { TOOLSCOPE_HOME: join(root, 'data') } });
    expect(stderr).toContain('1,000 calls written');
    const html = readFileSync(file, 'utf8');
    expect(html.match(/<details [^>]*id="call-/g)).toHaveLength(1000);
    expect(Buffer.byteLength(html)).toBeLessThan(3_000_000);
    expect(html.match(/Cut after/g)?.length).toBeGreaterThan(500);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}, 240_000);
