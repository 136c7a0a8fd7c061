// Owns the benchmark of durable callbacks: how many a second, next to bare HTTP servers that write and fsync the same bodies
// in groups. Usage: node scripts/run.mjs --script bench/rap.ts [calls] [rounds]
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CONNECTIONS = 64;
const BODY_BYTES = 1024;
const MODES = ['ours', 'bare-async', 'bare-sync'] as const;
type Mode = (typeof MODES)[number];

interface Target {
  readonly path: string;
  readonly group: string;
  readonly id: string;
}

interface Run {
  readonly perSecond: number;
  /** Processor time of the server, which other work on the machine does not change. */
  readonly cpuUs: number;
}

function message<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    child.once('message', (value) => resolve(value as T));
    child.once('exit', () => reject(new Error('The server ended.')));
  });
}

function requestFor({ path, group, id }: Target): Buffer {
  const empty = JSON.stringify({ type: 'tool_result', group_id: group, id, text: '' });
  const text = 'x'.repeat(Math.max(0, BODY_BYTES - empty.length));
  const body = JSON.stringify({ type: 'tool_result', group_id: group, id, text });
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** One connection: sends, waits for the whole answer, sends the next. */
function drive(port: number, queue: Buffer[], onStatus: (status: string) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.setNoDelay(true);
    let buffered = '';
    const next = (): void => {
      const request = queue.pop();
      if (request === undefined) {
        socket.end();
        resolve();
      } else socket.write(request);
    };
    socket.on('connect', next);
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      buffered += chunk.toString('latin1');
      const end = buffered.indexOf('\r\n\r\n');
      if (end === -1) return;
      const length = Number(/content-length: (\d+)/i.exec(buffered)?.[1] ?? 0);
      if (buffered.length < end + 4 + length) return;
      onStatus(buffered.slice(9, 12));
      buffered = '';
      next();
    });
  });
}

async function run(mode: Mode, calls: number): Promise<Run> {
  const folder = mkdtempSync(join(tmpdir(), 'toolscope-bench-'));
  const script = fileURLToPath(new URL('./rap/server.mjs', import.meta.url));
  // Without the loader this file runs under: what is measured is what users run.
  const child = fork(script, [mode, folder, String(calls)], { execArgv: [] });
  try {
    const { port, targets } = await message<{ port: number; targets: Target[] }>(child);
    const requests = targets.map(requestFor);
    const statuses = new Map<string, number>();
    const started = performance.now();
    const count = (status: string): unknown => statuses.set(status, (statuses.get(status) ?? 0) + 1);
    await Promise.all(Array.from({ length: CONNECTIONS }, () => drive(port, requests, count)));
    const seconds = (performance.now() - started) / 1000;
    if (statuses.get('200') !== calls) throw new Error(`${mode}: ${JSON.stringify([...statuses])}`);
    child.send('stats');
    const { cpuMs } = await message<{ cpuMs: number }>(child);
    return { perSecond: calls / seconds, cpuUs: (cpuMs * 1000) / calls };
  } finally {
    child.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

const [calls = '20000', rounds = '3'] = process.argv.slice(2);
const runs = new Map<Mode, Run[]>(MODES.map((mode) => [mode, []]));
for (let round = 0; round < Number(rounds); round++)
  for (const mode of MODES) runs.get(mode)?.push(await run(mode, Number(calls)));
const speed = (mode: Mode): number => median((runs.get(mode) ?? []).map(({ perSecond }) => perSecond));
const cost = (mode: Mode): number => median((runs.get(mode) ?? []).map(({ cpuUs }) => cpuUs));
const bare = Math.max(speed('bare-async'), speed('bare-sync'));
console.log(
  JSON.stringify({
    benchmark: 'durable RAP callbacks',
    bodyBytes: BODY_BYTES,
    connections: CONNECTIONS,
    calls: Number(calls),
    ...Object.fromEntries(MODES.map((mode) => [`${mode} per second`, Math.round(speed(mode))])),
    ...Object.fromEntries(MODES.map((mode) => [`${mode} CPU µs each`, Math.round(cost(mode))])),
    'ratio to the better bare server': Number((speed('ours') / bare).toFixed(2)),
  }),
);
