// The row of the live stream: many clients at once, every change of a log to each of them.

import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Measure } from '../measure.ts';
import { Forked, type Used } from '../meter/forked.ts';
import { percentile } from '../outcome/numbers.ts';

const CLIENTS_PER_SAMPLE = 20;
const SESSION = '11111111-2222-4333-8444-555555555555';
/** Between two changes: longer than a client takes to receive one. */
const PAUSE_MS = 100;

function line(n: number): string {
  const asked = { type: 'tool_use', id: `toolu_${n}`, name: 'Bash', input: { command: `echo ${n}` } };
  return `${JSON.stringify({
    parentUuid: n === 0 ? null : uuid(n - 1),
    isSidechain: false,
    cwd: '/home/dev/bench',
    sessionId: SESSION,
    version: '2.1.100',
    type: 'assistant',
    uuid: uuid(n),
    timestamp: new Date().toISOString(),
    message: { id: `msg_${n}`, type: 'message', role: 'assistant', model: 'model-one', content: [asked] },
  })}\n`;
}

function uuid(n: number): string {
  return `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
}

/** When a client first received each call. */
class Client {
  readonly heard = new Map<string, number>();
  isOpen = false;
  readonly #sent;

  constructor(url: string) {
    this.#sent = request(`${url}/api/v1/events`, { agent: false }, (response) => {
      response.setEncoding('utf8');
      response.on('data', (text: string) => this.#hear(text));
      response.on('error', () => {});
    });
    this.#sent.on('error', () => {});
    this.#sent.end();
  }

  #hear(text: string): void {
    this.isOpen = true;
    const now = performance.now();
    for (const [, id] of text.matchAll(/"callId":"(toolu_\d+)"/g)) {
      if (id !== undefined && !this.heard.has(id)) this.heard.set(id, now);
    }
  }

  close(): void {
    this.#sent.destroy();
  }
}

/** A server that rejects clients, or loses a change, must not look fast. */
async function until(what: string, isSo: () => boolean): Promise<void> {
  const patienceEnds = performance.now() + 60_000;
  while (!isSo()) {
    if (performance.now() > patienceEnds) throw new Error(`Waited a minute in vain: ${what}.`);
    await sleep(20);
  }
}

export const sse: Measure = {
  id: 'sse',
  needs: [],
  rounds: 'once',
  async run({ scratch, scale }) {
    const [logs, data] = [join(scratch, 'projects', '-work-bench'), join(scratch, 'data')];
    const log = join(logs, `${SESSION}.jsonl`);
    const changes = Math.min(scale.samples, 30);
    const count = scale.samples * CLIENTS_PER_SAMPLE;
    mkdirSync(logs, { recursive: true });
    writeFileSync(log, line(0));
    const { server, ready } = await Forked.start<{ url: string }>('sse-server', [data, join(scratch, 'projects')]);
    const clients = Array.from({ length: count }, () => new Client(ready.url));
    try {
      await until('all clients are listening', () => clients.every(({ isOpen }) => isOpen));
      await server.ask<Used>('begin');
      const written = new Map<string, number>();
      for (let n = 1; n <= changes; n++) {
        written.set(`toolu_${n}`, performance.now());
        appendFileSync(log, line(n));
        await sleep(PAUSE_MS);
      }
      await until('every client heard of the last change', () =>
        clients.every(({ heard }) => heard.has(`toolu_${changes}`)),
      );
      const { cpuMs, rssMb } = await server.used();
      const delays = clients.flatMap(({ heard }) => [...written].flatMap(([id, at]) => (heard.get(id) ?? NaN) - at));
      const missed = delays.filter(Number.isNaN).length;
      if (missed > 0) throw new Error(`${missed} of ${delays.length} messages were missed.`);
      return [
        {
          id: 'sse',
          title: `SSE fan-out to ${count.toLocaleString('en-US')} clients: line to client`,
          cpuMs: cpuMs / changes,
          p50Ms: percentile(delays, 0.5),
          p95Ms: percentile(delays, 0.95),
          rssMb,
          count: delays.length,
          counted: 'messages',
        },
      ];
    } finally {
      for (const client of clients) client.close();
      server.stop();
    }
  },
};
