// Tests what is put together on the pages, in a real browser: near-identical sessions, tools of MCP servers, files by project,
// hooks and permissions of calls that match, and the time that tools took.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserPath } from '../gallery/open-browser.ts';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';
import { type DashboardPage, openDashboardPage, PATIENCE, soon } from '../support/dashboard-page.ts';
import { seriousFlaws } from './axe.ts';

const path = browserPath();

function session(number: number, title: string, build: (log: ClaudeLog) => void): [string, string] {
  const sid = `0000000${number}-2222-4333-8444-555555555555`;
  const log = new ClaudeLog(sid);
  log.wait(number * 60_000).prompt(title);
  log.add('custom-title', { customTitle: title });
  build(log);
  return [`${sid}.jsonl`, log.text()];
}

function call(log: ClaudeLog, id: string, tool: string, input: Record<string, unknown>): void {
  log.call(id, tool, input);
  log.result(id, 'done', { isError: false });
}

const LOGS = Object.fromEntries([
  session(1, 'Plant the garden', (log) => {
    call(log, 'm1', 'mcp__garden__sow', { seed: 'peas' });
    call(log, 'm2', 'mcp__garden__sow', { seed: 'beans' });
    call(log, 'm3', 'mcp__garden__water', { minutes: 3 });
    call(log, 'm4', 'mcp__sea__sail', { to: 'west' });
    call(log, 'r1', 'Read', { file_path: '/home/dev/orchard/src/trees/pear.ts' });
    call(log, 'r2', 'Read', { file_path: '/home/dev/orchard/readme.md' });
    call(log, 'r3', 'Read', { file_path: '/etc/hosts' });
    log.call('no', 'Bash', { command: 'rm -rf orchard' });
    log.result('no', "The user doesn't want to proceed with this tool use. The tool use was rejected.", {
      isError: true,
    });
  }),
  ...[2, 3, 4, 5].map((n) =>
    session(n, `Nightly check ${n} of 2026-03-0${n}`, (log) => call(log, `n${n}`, 'Bash', { command: 'make check' })),
  ),
]);

describe.skipIf(path === null)('what belongs together', { timeout: 90_000 }, () => {
  let on: DashboardPage;

  beforeAll(async () => {
    on = await openDashboardPage(path ?? '', { root: folderWith(LOGS) });
  }, 120_000);
  afterAll(() => on?.close());

  const rows = () => on.page.locator('.session-line a.row-link').allTextContents();

  it('folds near-identical sessions into one row, which is opened by mouse and by keys', async () => {
    await on.open('/');
    const fold = on.page.getByRole('button', { name: /^4 sessions Nightly check/ });
    await fold.waitFor(PATIENCE);
    expect(await rows()).toEqual(['Plant the garden']);
    await fold.click();
    await soon(rows).toHaveLength(5);
    await on.page.locator('.session-line a.row-link').first().click();
    await on.page.locator('.session-head').waitFor(PATIENCE);
    // It is still open on the way back.
    await on.page.goBack();
    await soon(rows).toHaveLength(5);
    await fold.click();
    await soon(rows).toHaveLength(1);
    await on.open('/');
    await fold.waitFor(PATIENCE);
    await on.page.keyboard.press('j');
    await on.page.keyboard.press('Enter');
    await soon(rows).toHaveLength(5);
    await on.open('/?compare=1');
    await soon(rows).toHaveLength(5);
  });

  it('tells MCP by server and tool, and the time that tools took', async () => {
    await on.open('/tools');
    const table = on.page.getByRole('table', { name: 'MCP servers' });
    await table.waitFor(PATIENCE);
    await soon(() => table.locator('tbody tr').count()).toBe(2);
    await table.getByRole('button', { name: 'garden' }).click();
    await soon(() => table.locator('.mcp__tool').allTextContents()).toEqual(['sow', 'water']);
    await table.getByRole('link', { name: 'sow' }).click();
    await soon(() => on.page.locator('.call-line:not(.call-line--head)').count()).toBe(2);
    await on.open('/tools');
    await on.page.getByRole('columnheader', { name: 'Time' }).first().waitFor(PATIENCE);
    await on.page.getByRole('columnheader', { name: 'Waited' }).first().waitFor(PATIENCE);
  });

  it('shows files as a tree by project', async () => {
    await on.open('/files');
    await on.page.getByRole('button', { name: 'By project' }).click();
    await soon(() => on.asked('as')).toBe('tree');
    const table = on.page.getByRole('table', { name: 'Files by project' });
    await table.getByRole('button', { name: /orchard/ }).click();
    await table.getByRole('button', { name: /src\/trees/ }).click();
    await soon(() => table.locator('.files__leaf').allTextContents()).toEqual(['pear.ts', 'readme.md']);
    await table.getByRole('link', { name: 'pear.ts' }).click();
    await soon(() => on.asked('path')).toBe('/home/dev/orchard/src/trees/pear.ts');
    await on.page.goBack();
    await soon(() => table.locator('.files__leaf').count()).toBe(2);
  });

  it('filters hooks and permissions, with when and how long', async () => {
    await on.open('/control');
    const table = on.page.getByRole('table', { name: 'Permissions' });
    await soon(() => table.locator('tbody tr').count()).toBe(1);
    await table.getByRole('columnheader', { name: 'Waited' }).waitFor(PATIENCE);
    await table.getByRole('columnheader', { name: 'First' }).waitFor(PATIENCE);
    await on.page.getByRole('combobox', { name: 'Filter: Hooks & permissions' }).fill('tool:Read');
    await on.page.getByText('No decisions on record about calls that match.').waitFor(PATIENCE);
    await on.open('/control?f=tool:Bash');
    await soon(() => table.locator('tbody tr').count()).toBe(1);
  });

  it('has no flaws, in both themes, on wide and narrow screens', async () => {
    for (const theme of ['light', 'dark'] as const) {
      await on.page.emulateMedia({ colorScheme: theme });
      for (const width of [1440, 420]) {
        await on.page.setViewportSize({ width, height: 800 });
        for (const [address, shown] of [
          ['/', '.session-line .fold'],
          ['/tools', '.mcp'],
          ['/files?as=tree', '.fold'],
          ['/control', 'table[aria-label="Permissions"]'],
        ] as const) {
          await on.open(address);
          await on.page.locator(shown).first().waitFor(PATIENCE);
          expect([address, width, theme, await seriousFlaws(on.page)]).toEqual([address, width, theme, []]);
          expect(await on.page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
        }
      }
    }
  });
});
