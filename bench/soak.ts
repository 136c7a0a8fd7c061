// `npm run bench:soak`: writes lines for as long as requested (an hour by default) while the index follows them, is killed
// repeatedly, and meets broken and half-written lines. At the end nothing may be missing, compared with a new index.

import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const USAGE = `Follows logs that grow, with kills and damage on the way, and compares the index with a fresh one.

  --minutes N   how long (default 60)
  --pause MS    between two calls that are written (default 20)
`;

interface Told {
  readonly what: 'change' | 'ready' | 'end';
  readonly calls: number;
  readonly lines: number;
  readonly problems: number;
  readonly wrong: number;
  readonly rss: number;
}

type Child = ChildProcessByStdio<Writable, Readable, null>;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    pause: { type: 'string', default: '20' },
    help: { type: 'boolean', default: false },
  },
});
const endsAfterMs = Number(values.minutes) * 60_000;
const pauseMs = Number(values.pause);
const KILL_EVERY_MS = 60_000;
const NEW_LOG_EVERY = 1000;

const base = mkdtempSync(join(tmpdir(), 'toolscope-soak-'));
const logs = join(base, 'logs');
mkdirSync(logs);

function follow(home: string, onTold: (told: Told) => void): Child {
  const program = fileURLToPath(new URL('./work/follower.mjs', import.meta.url));
  const child = spawn(process.execPath, [program, home, logs], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.on('error', () => {});
  createInterface({ input: child.stdout }).on('line', (line) => {
    const told: Told = JSON.parse(line);
    onTold(told);
  });
  return child;
}

let lines = 0;
let broken = 0;
let calls = 0;

function sessionOf(call: number): string {
  const number = Math.floor(call / NEW_LOG_EVERY);
  return `${number.toString(16).padStart(8, '0')}-2222-4333-8444-555555555555`;
}

function write(session: string, text: string): void {
  appendFileSync(join(logs, `${session}.jsonl`), text);
}

/** A call and its result, as an agent would write them; sometimes a broken line, or one in two halves. */
async function writeCall(): Promise<void> {
  const session = sessionOf(calls);
  const id = `toolu_${calls}`;
  const timestamp = new Date().toISOString();
  const shared = { sessionId: session, timestamp, version: '2.0.0', cwd: '/home/dev/orchard', parentUuid: null };
  const input = { command: `make pears-${calls}` };
  const block = { type: 'tool_use', id, name: 'Bash', input };
  const request = {
    ...shared,
    type: 'assistant',
    uuid: `${id}-a`,
    message: { id: `m_${calls}`, role: 'assistant', content: [block] },
  };
  const result = { type: 'tool_result', tool_use_id: id, content: `pears: ${'x'.repeat(calls % 3000)}` };
  const answer = { ...shared, type: 'user', uuid: `${id}-u`, message: { role: 'user', content: [result] } };
  if (calls % 500 === 250) {
    write(session, '{"type":"assistant", cut off here\n');
    lines++;
    broken++;
  }
  write(session, `${JSON.stringify(request)}\n`);
  const last = `${JSON.stringify(answer)}\n`;
  if (calls % 97 === 0) {
    write(session, last.slice(0, 40));
    await sleep(30);
    write(session, last.slice(40));
  } else write(session, last);
  lines += 2;
  calls++;
}

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Waits until the index has everything, then ends its process. */
async function settled(child: Child, latest: () => Told | undefined): Promise<Told | undefined> {
  const givenUpAt = performance.now() + 60_000;
  while ((latest()?.lines ?? 0) < lines && performance.now() < givenUpAt) await sleep(50);
  const ended = new Promise((done) => child.once('exit', done));
  child.stdin.end();
  await ended;
  return latest();
}

async function soak(): Promise<number> {
  const waiting: { readonly calls: number; readonly at: number }[] = [];
  const lags: number[] = [];
  let latest: Told | undefined;
  let mostRss = 0;
  let kills = 0;
  let isReady = false;
  const onTold = (told: Told): void => {
    latest = told;
    isReady = true;
    mostRss = Math.max(mostRss, told.rss);
    const now = performance.now();
    while (waiting[0] !== undefined && waiting[0].calls <= told.calls) lags.push(now - (waiting.shift()?.at ?? now));
  };
  const home = join(base, 'home');
  let child = follow(home, onTold);
  const startedAt = performance.now();
  let killedAt = startedAt;
  while (performance.now() - startedAt < endsAfterMs) {
    await writeCall();
    // What is written while no one listens says nothing about the lag.
    if (isReady) waiting.push({ calls, at: performance.now() });
    if (performance.now() - killedAt > KILL_EVERY_MS) {
      killedAt = performance.now();
      kills++;
      isReady = false;
      waiting.length = 0;
      const ended = new Promise((done) => child.once('exit', done));
      child.kill('SIGKILL');
      await ended;
      child = follow(home, onTold);
    }
    await sleep(pauseMs);
  }
  const kept = await settled(child, () => latest);
  let fresh: Told | undefined;
  const second = follow(join(base, 'fresh'), (told) => {
    fresh = told;
  });
  const anew = await settled(second, () => fresh);
  const sorted = lags.toSorted((a, b) => a - b);
  const minutes = (performance.now() - startedAt) / 60_000;
  const same = kept?.calls === anew?.calls && kept?.lines === anew?.lines && kept?.problems === anew?.problems;
  const isRight = same && kept?.calls === calls && kept.lines === lines && kept.problems === broken && kept.wrong === 0;
  process.stdout.write(
    [
      `${minutes.toFixed(1)} minutes, ${lines} lines (${broken} broken), ${calls} calls, killed ${kills} times`,
      `index: ${JSON.stringify(kept)}`,
      `fresh: ${JSON.stringify(anew)}`,
      `lost: ${lines - (kept?.lines ?? 0)} lines, ${calls - (kept?.calls ?? 0)} calls`,
      `lag of ${sorted.length} calls: p50 ${percentile(sorted, 0.5).toFixed(0)} ms, p95 ${percentile(sorted, 0.95).toFixed(0)} ms, p99 ${percentile(sorted, 0.99).toFixed(0)} ms, most ${percentile(sorted, 1).toFixed(0)} ms`,
      `most memory: ${(mostRss / 1e6).toFixed(0)} MB`,
      isRight ? 'Nothing is lost.' : 'SOMETHING IS WRONG.',
      '',
    ].join('\n'),
  );
  rmSync(base, { recursive: true, force: true });
  return isRight ? 0 : 1;
}

if (values.help) process.stdout.write(USAGE);
else process.exitCode = await soak();
