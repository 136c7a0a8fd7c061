// Owns the benchmark of the live stream: many clients at once, every change to each of them, and what that costs.
// Usage: npx tsx bench/sse.ts [clients] [changes]

import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FollowedLibrary } from '../src/server/followed-library.ts';
import { startServer } from '../src/server/server.ts';

const clients = Number(process.argv[2] ?? 1000);
const changes = Number(process.argv[3] ?? 50);
const SESSION = '11111111-2222-4333-8444-555555555555';

function line(n: number): string {
  return `${JSON.stringify({
    parentUuid: n === 0 ? null : uuid(n - 1),
    isSidechain: false,
    cwd: '/home/dev/bench',
    sessionId: SESSION,
    version: '2.1.100',
    type: 'assistant',
    uuid: uuid(n),
    timestamp: new Date(Date.now()).toISOString(),
    message: {
      id: `msg_${n}`,
      type: 'message',
      role: 'assistant',
      model: 'model-one',
      content: [{ type: 'tool_use', id: `toolu_${n}`, name: 'Bash', input: { command: `echo ${n}` } }],
    },
  })}\n`;
}

function uuid(n: number): string {
  return `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
}

/** When each client first heard of each call. */
class Client {
  readonly heard = new Map<string, number>();
  isOpen = false;
  readonly #sent;

  constructor(url: string) {
    this.#sent = request(`${url}/api/v1/events`, { agent: false }, (response) => {
      response.setEncoding('utf8');
      response.on('data', (text: string) => {
        this.isOpen = true;
        const now = performance.now();
        for (const [, id] of text.matchAll(/"callId":"(toolu_\d+)"/g)) {
          if (id !== undefined && !this.heard.has(id)) this.heard.set(id, now);
        }
      });
      response.on('error', () => {});
    });
    this.#sent.on('error', () => {});
    this.#sent.end();
  }

  close(): void {
    this.#sent.destroy();
  }
}

function percentile(sorted: readonly number[], share: number): string {
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(0);
}

const folder = mkdtempSync(join(tmpdir(), 'toolscope-sse-'));
const logs = join(folder, 'projects', '-work-bench');
const log = join(logs, `${SESSION}.jsonl`);
mkdirSync(logs, { recursive: true });
writeFileSync(log, line(0));
const library = await FollowedLibrary.open({ folder: join(folder, 'data'), places: [join(folder, 'projects')] });
await library.ready;
const server = await startServer({ library, port: 0 });
const listening = Array.from({ length: clients }, () => new Client(server.url));
while (!listening.every(({ isOpen }) => isOpen)) await sleep(50);
console.log(`${clients} clients are listening.`);
const cpu = process.cpuUsage();
const written = new Map<string, number>();
for (let n = 1; n <= changes; n++) {
  written.set(`toolu_${n}`, performance.now());
  appendFileSync(log, line(n));
  await sleep(100);
}
while (!listening.every(({ heard }) => heard.has(`toolu_${changes}`))) await sleep(20);
const { user, system } = process.cpuUsage(cpu);
const delays = listening
  .flatMap(({ heard }) => [...written].map(([id, at]) => (heard.get(id) ?? Number.NaN) - at))
  .sort((a, b) => a - b);
const missed = delays.filter(Number.isNaN).length;
console.log(
  `${changes} changes to each: ${missed} missed; append to heard p50 ${percentile(delays, 0.5)} ms, ` +
    `p95 ${percentile(delays, 0.95)} ms, p99 ${percentile(delays, 0.99)} ms.`,
);
console.log(
  `${((user + system) / 1000 / changes).toFixed(1)} ms of CPU per change, clients included; ` +
    `${(process.memoryUsage().rss / 1e6).toFixed(0)} MB in all.`,
);
for (const client of listening) client.close();
await server.close();
await library.close();
rmSync(folder, { recursive: true, force: true });
