// Shared by the RAP tests: a runtime on a free port with its own folder, and plain HTTP requests.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import { type RapServer, type RapServerOptions, startRapServer } from '../../src/rap/http/server.ts';

const cleanups: (() => Promise<void> | void)[] = [];

/** Runs after the test, last one first. */
export function afterwards(cleanup: () => Promise<void> | void): void {
  cleanups.push(cleanup);
}

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'toolscope-rap-'));
  afterwards(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export interface TestServer extends RapServer {
  readonly folder: string;
}

/** A server that is stopped after the test, unless the test has stopped it. */
export async function startServer(options: Partial<RapServerOptions> = {}): Promise<TestServer> {
  const folder = options.dataFolder ?? tempFolder();
  const server = await startRapServer({ port: 0, allow: ['loopback'], ...options, dataFolder: folder });
  let stopped: Promise<void> | undefined;
  const close = (): Promise<void> => {
    stopped ??= server.close();
    return stopped;
  };
  afterwards(close);
  return { ...server, folder, close };
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
  /** The body as JSON, or undefined when it is not JSON. */
  readonly json: Record<string, unknown>;
}

export interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** One request on its own connection, without any convenience that could hide what happens on the wire. */
export function send(url: string, { method = 'GET', headers = {}, body }: Sent = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        let json: Record<string, unknown> = {};
        try {
          json = JSON.parse(text);
        } catch {
          // Not every answer is JSON.
        }
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json });
      });
      response.on('error', reject);
    });
    request.on('error', reject);
    request.end(body);
  });
}

export function post(url: string, value: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  return send(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof value === 'string' || Buffer.isBuffer(value) ? value : JSON.stringify(value),
  });
}

export interface Pending {
  readonly group_id: string;
  readonly id: string;
  readonly callback_url: string;
}

/** Registers a call that the test itself answers. */
export async function register(server: RapServer, groupId: string, call: object = {}): Promise<Pending> {
  const url = `${server.url}/rap/v1/threads/${encodeURIComponent(groupId)}/invocations`;
  const answer = await post(url, { operation: 'probe', arguments: {}, send: false, ...call });
  if (answer.status !== 201) throw new Error(`register: ${answer.status} ${answer.text}`);
  const { group_id, id, callback_url } = answer.json;
  return { group_id: String(group_id), id: String(id), callback_url: String(callback_url) };
}

export function resultFor(call: Pending, fields: object = { text: 'done' }): Record<string, unknown> {
  return { type: 'tool_result', group_id: call.group_id, id: call.id, ...fields };
}

export interface Item extends Record<string, unknown> {
  readonly seq: number;
}

/** Everything the model got so far. */
export async function results(server: RapServer, groupId: string, feed = 'results'): Promise<Item[]> {
  const items: Item[] = [];
  for (let after = 0; ; ) {
    const url = `${server.url}/rap/v1/threads/${encodeURIComponent(groupId)}/${feed}?after=${after}`;
    const { status, text } = await send(url);
    if (status !== 200) throw new Error(`${feed}: ${status} ${text}`);
    const page: { items: Item[]; next: number; more: boolean } = JSON.parse(text);
    items.push(...page.items);
    if (!page.more) return items;
    after = page.next;
  }
}

export async function rejections(server: RapServer, limit = 1000): Promise<Record<string, unknown>[]> {
  const { text } = await send(`${server.url}/rap/v1/rejections?limit=${limit}`);
  const page: { rejections: Record<string, unknown>[] } = JSON.parse(text);
  return page.rejections;
}

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  readonly at: number;
}

/** A server that records what it gets and answers as the test says. */
export async function startPeer(
  answer: (
    received: Received,
    n: number,
  ) => { status: number; body?: string; headers?: Record<string, string> } | 'silence',
): Promise<{ readonly url: string; readonly received: Received[] }> {
  const received: Received[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const one = {
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
        at: performance.now(),
      };
      received.push(one);
      const said = answer(one, received.length);
      if (said === 'silence') return;
      response.writeHead(said.status, { 'content-type': 'application/json', ...said.headers });
      response.end(said.body ?? '{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterwards(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(() => resolve()));
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, received };
}

type Truthy<T> = Exclude<T, undefined | null | false | 0 | ''>;

function isTruthy<T>(value: T): value is T & Truthy<T> {
  return Boolean(value);
}

/** Waits until the condition holds. */
export async function until<T>(condition: () => T | Promise<T>, timeoutMs = 25_000): Promise<Truthy<T>> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    const value = await condition();
    if (isTruthy(value)) return value;
    if (performance.now() > end) throw new Error('It did not happen in time.');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
