// Pictures of every page and every state in both themes, of the demo or of the logs below a folder, for people to look at.
// Usage: npm run screenshots [-- --root <folder>] [-- --out <folder>] [-- --only <name>]

import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { browserPath, openBrowser } from '../gallery/open-browser.ts';
import { type Dashboard, openDashboard } from '../support/dashboard.ts';

const { values } = parseArgs({
  options: { root: { type: 'string' }, out: { type: 'string' }, only: { type: 'string' } },
});
const out = resolve(values.out ?? '.toolscope/screenshots');
const SETTLE_MS = 700;
const TABS = ['preview', 'input', 'result', 'structured', 'timing', 'raw'];

interface SessionRow {
  readonly agent: string;
  readonly id: string;
  readonly calls: number;
}

interface Launch {
  readonly agent: string;
  readonly session: string;
  readonly callId: string;
  readonly background: { readonly pollCalls: readonly string[] } | null;
}

interface Sights {
  readonly session: string;
  readonly changes: readonly string[];
  readonly file: string | undefined;
  /** A call that launched something in the background, and one that looked at it. */
  readonly launch: string | undefined;
}

async function get(dashboard: Dashboard, address: string): Promise<string> {
  return (await fetch(`${dashboard.url}/api/v1${address}`)).text();
}

function addressOf({ agent, id }: SessionRow): string {
  return `/s/${encodeURIComponent(agent)}/${encodeURIComponent(id)}`;
}

/** Gives remote tools some pending work. */
async function owe({ url }: Dashboard): Promise<void> {
  for (const [operation, plant] of [
    ['plant', 'pears'],
    ['water', 'the long bed'],
  ]) {
    await fetch(`${url}/rap/v1/threads/garden/invocations`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ operation, arguments: { what: plant }, id: `call_${operation}`, send: false }),
    });
  }
}

/** The parts of this library that are worth a picture. */
async function sightsOf(dashboard: Dashboard): Promise<Sights | undefined> {
  for (let tries = 0; tries < 60; tries++) {
    const status: { phase: string } = JSON.parse(await get(dashboard, '/status'));
    if (status.phase !== 'indexing') break;
    await new Promise((done) => setTimeout(done, 1000));
  }
  const { sessions }: { sessions: SessionRow[] } = JSON.parse(await get(dashboard, '/sessions?limit=500'));
  const largest = sessions.toSorted((a, b) => b.calls - a.calls);
  const [first] = largest;
  if (first === undefined) return undefined;
  const { files }: { files: { path: string; edits: number }[] } = JSON.parse(await get(dashboard, '/files?limit=500'));
  const { calls }: { calls: Launch[] } = JSON.parse(await get(dashboard, '/calls?filter=is:background&limit=50'));
  const launch = calls.find(({ background }) => (background?.pollCalls.length ?? 0) > 0);
  return {
    session: addressOf(first),
    changes: largest.slice(0, 3).map((session) => `${addressOf(session)}/changes`),
    file: files.toSorted((a, b) => b.edits - a.edits)[0]?.path,
    launch:
      launch === undefined
        ? undefined
        : `${addressOf({ agent: launch.agent, id: launch.session, calls: 0 })}?call=${encodeURIComponent(launch.callId)}`,
  };
}

/** One picture: where to go, and what to do there before it is taken. */
interface Shot {
  readonly name: string;
  readonly address: string;
  readonly act?: (page: Page) => Promise<unknown>;
}

async function held(page: Page, what: string): Promise<void> {
  await page.route(`**/api/v1/${what}`, () => new Promise(() => undefined));
}

function shots({ session, changes, file, launch }: Sights): readonly Shot[] {
  const press = (key: string) => (page: Page) => page.keyboard.press(key);
  return [
    { name: 'sessions', address: '/' },
    { name: 'sessions-filter', address: '/?f=tool:', act: (page) => page.locator('input').last().focus() },
    { name: 'errors', address: '/errors' },
    { name: 'tools', address: '/tools' },
    { name: 'files', address: '/files' },
    ...(file === undefined ? [] : [{ name: 'file', address: `/files?path=${encodeURIComponent(file)}` }]),
    { name: 'control', address: '/control' },
    { name: 'rap', address: '/rap' },
    { name: 'rap-session', address: '/s/rap/garden' },
    { name: 'health', address: '/health' },
    { name: 'search', address: '/search?q=test' },
    { name: 'calls', address: '/calls?f=status:error' },
    ...changes.map((address, at) => ({ name: `changes-${at + 1}`, address })),
    { name: 'session', address: session },
    { name: 'session-everything', address: `${session}?show=everything` },
    ...TABS.map((tab) => ({
      name: `call-${tab}`,
      address: session,
      act: async (page: Page) => {
        await page.locator('.entry--call').first().waitFor();
        await page.keyboard.press('e');
        await page.click(`#tab-${tab}`);
      },
    })),
    ...(launch === undefined ? [] : [{ name: 'background', address: launch }]),
    { name: 'keys', address: session, act: press('?') },
    { name: 'palette', address: session, act: press('Control+k') },
    { name: 'state-empty-calls', address: '/calls?f=tool:nothing' },
    { name: 'state-empty-session', address: `${session}?f=tool:nothing` },
    { name: 'state-empty-search', address: '/search?q=thereisnosuchword' },
    { name: 'state-search', address: '/search' },
    { name: 'state-bad-filter', address: '/calls?f=statu:error' },
    { name: 'state-no-session', address: '/s/claude-code/there-is-none' },
    { name: 'state-no-page', address: '/nowhere' },
  ];
}

/** States that only a slow or a dead server shows. */
const WAITING: readonly Shot[] = [
  { name: 'state-loading', address: '/tools', act: (page) => held(page, 'tools*').then(() => page.reload()) },
  {
    name: 'state-trouble',
    address: '/tools',
    act: async (page) => {
      await page.unrouteAll();
      await page.route('**/api/v1/{tools,events}*', (route) => route.abort());
      await page.reload();
    },
  },
];

async function take(page: Page, { url }: Dashboard, { name, address, act }: Shot, suffix: string): Promise<void> {
  if (values.only !== undefined && !name.startsWith(values.only)) return;
  await page.goto(url + address);
  await page.waitForTimeout(SETTLE_MS);
  if (act !== undefined) {
    await act(page);
    await page.waitForTimeout(SETTLE_MS);
  }
  await page.screenshot({ path: join(out, `${name}-${suffix}.png`) });
}

const path = browserPath();
if (path === null) {
  console.error('No Chromium on this machine: install it first (Debian: apt-get install chromium).');
  process.exit(1);
}
mkdirSync(out, { recursive: true });
const dashboard = await openDashboard(values.root === undefined ? 'demo' : { root: resolve(values.root) });
const browser = await openBrowser(path);
try {
  const sights = await sightsOf(dashboard);
  await owe(dashboard);
  const wanted = sights === undefined ? [] : [...shots(sights), ...WAITING];
  for (const [suffix, width, colorScheme] of [
    ['light', 1280, 'light'],
    ['dark', 1280, 'dark'],
    ['narrow', 400, 'light'],
    ['wide', 1900, 'dark'],
  ] as const) {
    const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme });
    const page = await context.newPage();
    for (const shot of wanted) await take(page, dashboard, shot, suffix);
    await context.close();
  }
} finally {
  await browser.close();
  await dashboard.close();
}
console.log(`Pictures are in ${out}.`);
