// The rows of a first start: from the process's start to the newest sessions in a list, to the newest one with its calls, and
// the time to open any session that is not read yet. Also while another program keeps all cores busy.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Contract } from '../../src/api/contract.ts';
import type { AnswerOf } from '../../src/api/route.ts';
import { browserPath, openBrowser } from '../../test/gallery/open-browser.ts';
import { type Bench, fixture, type Measure, type Row } from '../measure.ts';
import { ROOT } from '../meter/meter-process.ts';
import { percentile } from '../outcome/numbers.ts';

type SessionRow = AnswerOf<Contract['sessions']>['sessions'][number];

const FIRST_ROWS = 50;
/** More are not on the page before scrolling. */
const ROWS_ON_SCREEN = 15;
const SMALL_BYTES = 5_000_000;
const LOOK_AGAIN_MS = 20;
const SETTLE_MS = 2000;
const BUSY = 'for (;;) Math.random();';

interface Started {
  readonly child: ChildProcess;
  readonly url: string;
  /** Since the process was started. */
  readonly ms: () => number;
}

function start(folder: string, library: string): Promise<Started> {
  const startedAt = performance.now();
  const args = ['serve', '--port', '0', '--root', library, '--open-to-local-users', '--no-open'];
  const child = spawn(process.execPath, [join(ROOT, 'dist/program/toolscope.js'), ...args], {
    env: { ...process.env, TOOLSCOPE_HOME: folder, HOME: folder, TOOLSCOPE_ROOTS: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return new Promise((done, fail) => {
    let said = '';
    const hear = (part: Buffer): void => {
      said += part.toString('utf8');
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0];
      if (url !== undefined) done({ child, url, ms: () => performance.now() - startedAt });
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.on('exit', () => fail(new Error(said)));
  });
}

async function get<Name extends 'sessions' | 'session'>(
  { url }: Started,
  path: string,
): Promise<AnswerOf<Contract[Name]>> {
  const answer = await fetch(`${url}/api/v1${path}`);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return JSON.parse(await answer.text());
}

async function rows(started: Started, limit: number): Promise<readonly SessionRow[]> {
  return (await get<'sessions'>(started, `/sessions?limit=${limit}`)).sessions;
}

async function open(started: Started, { agent, id }: SessionRow): Promise<void> {
  const { unread } = await get<'session'>(started, `/sessions/${agent}/${encodeURIComponent(id)}`);
  if (unread) throw new Error(`${id} was opened and has not been read.`);
}

async function stop({ child }: Started): Promise<void> {
  child.removeAllListeners('exit');
  const over = new Promise((done) => child.once('exit', done));
  child.kill('SIGINT');
  await over;
}

/** Opens sessions from all over the list that are not read yet, one after the other. */
async function openUnread(started: Started, samples: number): Promise<number[]> {
  const small = (await rows(started, 2000)).filter(({ unread, bytes }) => unread && bytes <= SMALL_BYTES);
  const every = Math.max(1, Math.floor(small.length / samples));
  const took: number[] = [];
  for (let i = 0; i < small.length && took.length < samples; i += every) {
    const row = small[i];
    if (row === undefined) break;
    const from = performance.now();
    await open(started, row);
    took.push(performance.now() - from);
  }
  return took;
}

async function measure(bench: Bench, name: string, suffix: { id: string; title: string }): Promise<Row[]> {
  const folder = join(bench.scratch, name);
  mkdirSync(folder, { recursive: true });
  const started = await start(folder, fixture(bench, 'library'));
  try {
    let listed = await rows(started, FIRST_ROWS);
    while (listed.length < FIRST_ROWS) {
      await new Promise((done) => setTimeout(done, LOOK_AGAIN_MS));
      listed = await rows(started, FIRST_ROWS);
    }
    const rowsMs = started.ms();
    const [newest] = listed;
    if (newest !== undefined) await open(started, newest);
    const newestMs = started.ms();
    const took = await openUnread(started, bench.scale.samples);
    const title = (text: string): string => `first start${suffix.title}: ${text}`;
    return [
      { id: `first-rows${suffix.id}`, title: title(`${FIRST_ROWS} rows over HTTP`), p50Ms: rowsMs },
      { id: `newest-session${suffix.id}`, title: title('newest session with its calls'), p50Ms: newestMs },
      ...(took.length === 0
        ? []
        : [
            {
              id: `unread-session${suffix.id}`,
              title: title('a session of up to 5 MB that has yet to be read'),
              p50Ms: percentile(took, 0.5),
              p95Ms: percentile(took, 0.95),
              count: took.length,
              counted: 'sessions',
            },
          ]),
    ];
  } finally {
    await stop(started);
  }
}

/** As many rows as a screen shows, in a browser that was open before the program was started. */
async function measureInBrowser(bench: Bench): Promise<Row[]> {
  const executable = browserPath();
  if (executable === null) return [];
  const folder = join(bench.scratch, 'browser');
  mkdirSync(folder, { recursive: true });
  const browser = await openBrowser(executable);
  try {
    const page = await browser.newPage();
    // A browser that is open has nothing to do; one that was just opened is busy for a second.
    await new Promise((done) => setTimeout(done, SETTLE_MS));
    const started = await start(folder, fixture(bench, 'library'));
    try {
      await page.goto(started.url, { waitUntil: 'commit' });
      await page
        .locator('.session-line .row-link')
        .nth(ROWS_ON_SCREEN - 1)
        .waitFor();
      return [
        { id: 'first-rows-dom', title: `first start: ${ROWS_ON_SCREEN} rows in an open browser`, p50Ms: started.ms() },
      ];
    } finally {
      await stop(started);
    }
  } finally {
    await browser.close();
  }
}

export const firstRows: Measure = {
  id: 'first-rows',
  needs: ['library'],
  rounds: 'once',
  async run(bench) {
    const quiet = [...(await measure(bench, 'quiet', { id: '', title: '' })), ...(await measureInBrowser(bench))];
    const busy = Array.from({ length: availableParallelism() }, () => spawn(process.execPath, ['-e', BUSY]));
    try {
      return [...quiet, ...(await measure(bench, 'busy', { id: '-busy', title: ', all cores busy' }))];
    } finally {
      for (const child of busy) child.kill();
    }
  },
};
