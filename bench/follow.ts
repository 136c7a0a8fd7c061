// Measures following an index: how long a server is blocked while a library is read for the first time, the time from an
// appended line to its row, and the cost of idling.
//
//   npm run build && npx tsx bench/follow.ts [--bytes 300MB] [--appends 500] [--idle-seconds 10]

import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { LibraryFollower } from '../src/library/index-watcher.ts';
import { SqliteQuestions } from '../src/store/sqlite/sqlite-questions.ts';
import { databaseOf } from '../test/support/sqlite-database.ts';
import { parseSize } from './generate/command-line.ts';
import { generateLibrary } from './generate/library.ts';

const { values } = parseArgs({
  options: {
    bytes: { type: 'string', default: '300MB' },
    appends: { type: 'string', default: '500' },
    'idle-seconds': { type: 'string', default: '10' },
  },
});
const appendCount = Number(values.appends);
const idleSeconds = Number(values['idle-seconds']);

/** The built program: only that can keep the index on a thread. */
const { openFollower }: typeof import('../src/library/index-watcher.ts') = await import(
  new URL('../dist/library/index-watcher.js', import.meta.url).href
);

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function percentile(numbers: readonly number[], share: number): string {
  const sorted = numbers.toSorted((a, b) => a - b);
  return `${(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN).toFixed(1)} ms`;
}

function print(what: string, ...figures: string[]): void {
  console.log(`${what.padEnd(44)} ${figures.join('   ')}`);
}

/** Requests the list of sessions all the time, as a dashboard does, while everything is read for the first time. */
async function measureCold(place: string, onThread: boolean): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'toolscope-follow-'));
  const lag = monitorEventLoopDelay({ resolution: 1 });
  const started = performance.now();
  const follower = await openFollower({ folder, places: [place], onThread });
  let isReady = false;
  void follower.ready.then(() => {
    isReady = true;
  });
  const { sessions } = new SqliteQuestions(databaseOf(follower));
  const question = { filter: { type: 'all' }, places: [place], families: new Map() } as const;
  const asked: number[] = [];
  const waited: number[] = [];
  lag.enable();
  while (!isReady) {
    const before = performance.now();
    await sessions.page(question, { limit: 50 });
    asked.push(performance.now() - before);
    const rest = performance.now();
    await delay(5);
    waited.push(performance.now() - rest - 5);
  }
  lag.disable();
  const seconds = (performance.now() - started) / 1000;
  print(
    `cold, ${onThread ? 'on a thread' : 'in the server itself'}`,
    `${(follower.state().bytesTotal / 1e6 / seconds).toFixed(0)} MB/s`,
    `event loop held p99 ${(lag.percentile(99) / 1e6).toFixed(1)} ms, at most ${(lag.max / 1e6).toFixed(1)} ms`,
    `list asked ${asked.length} times, p95 ${percentile(asked, 0.95)}`,
    `waited p95 ${percentile(waited, 0.95)}`,
  );
  await follower.close();
  rmSync(folder, { recursive: true });
}

interface Writer {
  readonly path: string;
  readonly session: string;
  calls: number;
}

/** A request and its result, as an agent would write them now. */
function linesOf({ session, calls }: Writer): [string, string] {
  const at = new Date().toISOString();
  const seen = { sessionId: session, timestamp: at, cwd: '/home/dev/orchard', version: '2.1.100', isSidechain: false };
  const id = `toolu_${session.slice(0, 8)}_${calls}`;
  const asked = { type: 'tool_use', id, name: 'Bash', input: { command: `make part-${calls}` } };
  const said = { type: 'tool_result', tool_use_id: id, content: 'done\n'.repeat(200) };
  const message = { id: `msg_${id}`, type: 'message', role: 'assistant', model: 'model-one', content: [asked] };
  const chain = { parentUuid: calls === 0 ? null : `${session}-${calls - 1}-b`, uuid: `${session}-${calls}-a` };
  return [
    `${JSON.stringify({ ...seen, ...chain, type: 'assistant', message })}\n`,
    `${JSON.stringify({ ...seen, parentUuid: chain.uuid, uuid: `${session}-${calls}-b`, type: 'user', message: { role: 'user', content: [said] } })}\n`,
  ];
}

async function nextChange(follower: LibraryFollower, append: () => void): Promise<number> {
  const before = performance.now();
  const told = new Promise<void>((done) => {
    const stop = follower.onChange(() => {
      stop();
      done();
    });
  });
  append();
  await told;
  return performance.now() - before;
}

async function measureAppends(follower: LibraryFollower, place: string): Promise<void> {
  const project = join(place, 'projects', 'live');
  mkdirSync(project, { recursive: true });
  const writers = Array.from({ length: 5 }, (_, i): Writer => {
    const session = `${String(i).padStart(8, '0')}-2222-4333-8444-555555555555`;
    return { path: join(project, `${session}.jsonl`), session, calls: 0 };
  });
  for (const writer of writers) {
    writeFileSync(writer.path, linesOf(writer).join(''));
    writer.calls++;
  }
  await delay(1000);
  const times: number[] = [];
  const cpuBefore = cpuMs();
  for (let at = 0; at < appendCount; at++) {
    const writer = writers[at % writers.length];
    if (writer === undefined) break;
    for (const line of linesOf(writer)) {
      times.push(await nextChange(follower, () => appendFileSync(writer.path, line)));
      await delay(3);
    }
    writer.calls++;
  }
  print(
    'appended line → committed row told',
    `p50 ${percentile(times, 0.5)}   p95 ${percentile(times, 0.95)}   p99 ${percentile(times, 0.99)}`,
    `CPU ${((cpuMs() - cpuBefore) / times.length).toFixed(2)} ms per line`,
  );
}

const place = mkdtempSync(join(tmpdir(), 'toolscope-follow-'));
const folder = mkdtempSync(join(tmpdir(), 'toolscope-follow-'));
try {
  generateLibrary({ dir: place, bytes: parseSize(values.bytes) });
  for (const onThread of [false, true]) await measureCold(place, onThread);
  const follower = await openFollower({ folder, places: [place] });
  await follower.ready;
  await measureAppends(follower, place);
  // The engine collects garbage some time after the work is done.
  await delay(40_000);
  const before = cpuMs();
  await delay(idleSeconds * 1000);
  print('idle', `${((cpuMs() - before) / idleSeconds).toFixed(2)} ms of CPU per second`);
  print('RSS', `${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB at most`);
  await follower.close();
} finally {
  for (const used of [place, folder]) rmSync(used, { recursive: true, force: true });
}
