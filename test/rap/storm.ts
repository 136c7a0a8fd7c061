// The storm: many callbacks over many connections, some of them twice, while the server is killed again and again.
// Run in full: npx tsx test/rap/storm.ts [calls] [kills]
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';

export interface StormOptions {
  readonly calls: number;
  readonly groups: number;
  readonly connections: number;
  /** Of all callbacks, sent once more at the same time or later. */
  readonly duplicates: number;
  readonly kills: number;
}

export interface StormReport {
  readonly calls: number;
  readonly events: number;
  readonly callbacks: number;
  readonly kills: number;
  readonly retries: number;
  readonly seconds: number;
  /** Answered with 200 and not there afterwards. */
  readonly lost: string[];
  /** There more than once. */
  readonly doubled: string[];
  /** Groups whose results are not in the order in which they were sent. */
  readonly outOfOrder: string[];
  readonly wrongText: string[];
  readonly unexpected: string[];
}

interface Answer {
  readonly status: number;
  readonly json: { code?: string; callback_url?: string; items?: Item[]; next?: number; more?: boolean };
}

interface Item {
  readonly id: string;
  readonly type: string;
  readonly text: string;
}

interface Step {
  readonly key: string;
  readonly url: string;
  readonly body: string;
  readonly headers: Record<string, string>;
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

const SERVER = fileURLToPath(new URL('./storm-server.ts', import.meta.url));

/** The server as a process: killed without warning, started again on the same data. */
class Victim {
  readonly #folder: string;
  readonly #port: number;
  #child: ChildProcess | undefined;

  constructor(folder: string, port: number) {
    this.#folder = folder;
    this.#port = port;
  }

  async start(): Promise<void> {
    const args = ['--import', import.meta.resolve('tsx'), SERVER, this.#folder, String(this.#port)];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    this.#child = child;
    await new Promise<void>((resolve, reject) => {
      child.stdout?.on('data', (chunk: Buffer) => {
        if (chunk.toString().includes('ready')) resolve();
      });
      child.once('exit', (code) => reject(new Error(`The server ended with ${code} instead of starting.`)));
    });
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }
}

export class Storm {
  readonly #options: StormOptions;
  readonly #agent: Agent;
  readonly #acknowledged = new Set<string>();
  readonly #unexpected: string[] = [];
  #base = '';
  #retries = 0;
  #callbacks = 0;
  #events = 0;

  constructor(options: StormOptions) {
    this.#options = options;
    this.#agent = new Agent({ keepAlive: true, maxSockets: options.connections });
  }

  async run(): Promise<StormReport> {
    const { calls, groups, kills } = this.#options;
    const folder = mkdtempSync(join(tmpdir(), 'toolscope-storm-'));
    const port = await freePort();
    const victim = new Victim(folder, port);
    this.#base = `http://127.0.0.1:${port}`;
    const started = performance.now();
    let killed = 0;
    try {
      await victim.start();
      const plans = await this.#register(calls, groups);
      const killing = new AbortController();
      const reaper = (async (): Promise<void> => {
        while (killed < kills && !killing.signal.aborted) {
          await sleep(20 + Math.random() * 400);
          if (killing.signal.aborted) break;
          await victim.kill();
          killed++;
          await victim.start();
        }
      })();
      await this.#send(plans);
      killing.abort();
      await reaper;
      // Once more, so that what is read has been on the disk.
      await victim.kill();
      killed++;
      await victim.start();
      const report = await this.#verify(plans);
      const seconds = (performance.now() - started) / 1000;
      return {
        ...report,
        calls,
        events: this.#events,
        callbacks: this.#callbacks,
        kills: killed,
        retries: this.#retries,
        seconds,
      };
    } finally {
      await victim.kill();
      this.#agent.destroy();
      rmSync(folder, { recursive: true, force: true });
    }
  }

  async #register(calls: number, groups: number): Promise<Map<string, Step[]>> {
    const plans = new Map<string, Step[]>();
    await this.#inParallel(
      Array.from({ length: groups }, (_, g) => g),
      async (g) => {
        const group = `group ${g}`;
        const steps: Step[] = [];
        plans.set(group, steps);
        let subscription: { id: string; url: string } | undefined;
        for (let n = 0; n < Math.ceil(calls / groups); n++) {
          const id = `call ${n}`;
          const url = await this.#registerOne(group, id);
          const body = { type: 'tool_result', group_id: group, id, text: `${group} ${id}`, subscription: n === 0 };
          steps.push({ key: `${group}/${id}`, url, body: JSON.stringify(body), headers: {} });
          subscription ??= { id, url };
          if (n % 5 === 4) steps.push(this.#event(group, subscription, n));
        }
      },
    );
    return plans;
  }

  #event(group: string, { id, url }: { id: string; url: string }, n: number): Step {
    this.#events++;
    const text = `${group} event ${n}`;
    const body = { type: 'subscription_event', group_id: group, tool_call_id: id, text };
    return { key: `${group}/event ${n}`, url, body: JSON.stringify(body), headers: { 'webhook-id': `${group} ${n}` } };
  }

  async #registerOne(group: string, id: string): Promise<string> {
    const url = `${this.#base}/rap/v1/threads/${encodeURIComponent(group)}/invocations`;
    const { status, json } = await this.#request('POST', url, JSON.stringify({ operation: 'storm', id, send: false }));
    if (status !== 201 || json.callback_url === undefined) throw new Error(`register: ${status}`);
    return json.callback_url;
  }

  async #send(plans: Map<string, Step[]>): Promise<void> {
    await this.#inParallel([...plans.values()], async (steps) => {
      const stray: Promise<void>[] = [];
      for (const [i, step] of steps.entries()) {
        // A repetition at the same time, or of something sent long ago.
        if (Math.random() < this.#options.duplicates) {
          const again = Math.random() < 0.5 ? step : steps[Math.floor(Math.random() * i)];
          if (again !== undefined) stray.push(this.#deliver(again));
        }
        await this.#deliver(step);
      }
      await Promise.all(stray);
    });
  }

  /** Until it is acknowledged, as a tool that follows the protocol does. */
  async #deliver(step: Step): Promise<void> {
    for (;;) {
      this.#callbacks++;
      try {
        const { status, json } = await this.#request('POST', step.url, step.body, step.headers);
        if (status === 200) {
          if (json.code !== 'accepted' && json.code !== 'duplicate') this.#unexpected.push(`${step.key} ${json.code}`);
          this.#acknowledged.add(step.key);
          return;
        }
        if (status < 500) {
          this.#unexpected.push(`${step.key} ${status} ${json.code}`);
          return;
        }
      } catch {
        // Killed in the middle: no one knows whether it was stored.
      }
      this.#retries++;
      await sleep(5 + Math.random() * 30);
    }
  }

  async #verify(
    plans: Map<string, Step[]>,
  ): Promise<Pick<StormReport, 'lost' | 'doubled' | 'outOfOrder' | 'wrongText' | 'unexpected'>> {
    const lost: string[] = [];
    const doubled: string[] = [];
    const outOfOrder: string[] = [];
    const wrongText: string[] = [];
    for (const [group, steps] of plans) {
      const items = await this.#results(group);
      const keys = items.map(({ id, type, text }) =>
        type === 'subscription_event' ? `${group}/event ${text.split(' ').at(-1)}` : `${group}/${id}`,
      );
      const counts = new Map<string, number>();
      for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
      for (const { key } of steps) {
        if (this.#acknowledged.has(key) && !counts.has(key)) lost.push(key);
        if ((counts.get(key) ?? 0) > 1) doubled.push(key);
      }
      if (keys.join('\n') !== steps.map(({ key }) => key).join('\n')) outOfOrder.push(group);
      for (const { id, type, text } of items)
        if (type === 'tool_result' && text !== `${group} ${id}`) wrongText.push(`${group}/${id}`);
    }
    return { lost, doubled, outOfOrder, wrongText, unexpected: this.#unexpected };
  }

  async #results(group: string): Promise<Item[]> {
    const items: Item[] = [];
    for (let after = 0; ; ) {
      const url = `${this.#base}/rap/v1/threads/${encodeURIComponent(group)}/results?after=${after}`;
      const { json } = await this.#request('GET', url);
      items.push(...(json.items ?? []));
      if (json.more !== true) return items;
      after = json.next ?? after;
    }
  }

  async #inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
    const queue = [...items];
    const worker = async (): Promise<void> => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) await work(next);
    };
    await Promise.all(Array.from({ length: this.#options.connections }, worker));
  }

  #request(method: string, url: string, body?: string, headers: Record<string, string> = {}): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const request = httpRequest(
        url,
        { method, agent: this.#agent, headers: { 'content-type': 'application/json', ...headers } },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('aborted', () => reject(new Error('aborted')));
          response.on('end', () => {
            try {
              resolve({ status: response.statusCode ?? 0, json: JSON.parse(Buffer.concat(chunks).toString()) });
            } catch (error) {
              reject(error);
            }
          });
        },
      );
      request.on('error', reject);
      request.end(body);
    });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [calls = '10000', kills = '12'] = process.argv.slice(2);
  const options = { calls: Number(calls), groups: 200, connections: 64, duplicates: 0.2, kills: Number(kills) };
  console.log(JSON.stringify(await new Storm(options).run(), null, 2));
}
