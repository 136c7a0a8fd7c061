// A small tool server that follows the rules, and the ways in which animals of the zoo differ from it.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { post, send } from '../harness.ts';

type Message = Record<string, unknown>;

export interface Invocation extends Message {
  readonly operation: string;
  readonly callback_url: string;
  readonly group_id: string;
  readonly id: string;
  readonly call_id: string;
}

/** What a tool may do differently. */
export interface Habits {
  readonly manifest?: (manifest: Message) => unknown;
  readonly manifestStatus?: number;
  /** Of valid invocations, and of others. */
  readonly status?: number;
  readonly badStatus?: number;
  readonly ackAfterMs?: number;
  readonly acksAfterResult?: boolean;
  readonly ackBody?: string;
  /** The result. Undefined: none is sent. */
  readonly result?: (message: Message, invocation: Invocation, isGood: boolean) => Message | undefined;
  readonly runsAnything?: boolean;
  readonly workMs?: number;
  /** Before the result, and after it. */
  readonly before?: (tell: (message: Message) => Promise<void>, invocation: Invocation) => Promise<void>;
  readonly after?: (
    tell: (message: Message) => Promise<void>,
    invocation: Invocation,
    isCancelled: () => boolean,
  ) => Promise<void>;
  readonly sends?: (url: string, message: Message) => Promise<number>;
  readonly url?: (url: string) => string;
  readonly again?: (status: number) => boolean;
  readonly cancel?: [status: number, body: string];
  readonly close?: [status: number, body: string];
  /** Waits for the answer to a question before it goes on. */
  readonly asks?: Message;
}

const NOT_FOUND: [number, string] = [404, 'no such path'];
const OK: [number, string] = [200, ''];

class MiniTool {
  readonly #habits: Habits;
  readonly #cancelled = new Set<string>();
  readonly #answers = new Map<string, () => void>();
  #base = '';

  constructor(habits: Habits) {
    this.#habits = habits;
  }

  async start(): Promise<{ readonly url: string; close(): void }> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const reply = ([status, body]: [number, string]): void => void response.writeHead(status).end(body);
        void this.#answer(request.method ?? '', request.url ?? '', Buffer.concat(chunks).toString(), reply);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    this.#base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const close = (): void => {
      server.closeAllConnections();
      server.close();
    };
    return { url: this.#base, close };
  }

  async #answer(method: string, path: string, body: string, reply: (answer: [number, string]) => void): Promise<void> {
    const { cancel = OK, close = OK, manifestStatus = 200 } = this.#habits;
    if (method === 'GET' && path.endsWith('rap-toolset'))
      return reply([manifestStatus, JSON.stringify(this.#manifest())]);
    if (path === '/cancel_tool_call') {
      this.#cancelled.add(JSON.parse(body).tool_call_id);
      return reply(cancel);
    }
    if (path === '/close_thread') return reply(close);
    if (path.startsWith('/answer/')) {
      this.#answers.get(path)?.();
      return reply(OK);
    }
    if (path !== '/invoke') return reply(NOT_FOUND);
    const invocation: Invocation = JSON.parse(body);
    await this.#invoke(invocation, reply);
  }

  #manifest(): unknown {
    const inputSchema = { type: 'object', required: ['n'], properties: { n: { type: 'number' } } };
    const tools = [{ name: 'probe', description: 'Probes.', inputSchema }];
    const manifest = { name: 't', endpoint: `${this.#base}/invoke`, tools };
    return this.#habits.manifest?.(manifest) ?? manifest;
  }

  async #invoke(invocation: Invocation, reply: (answer: [number, string]) => void): Promise<void> {
    const { status = 200, badStatus = 200, ackAfterMs = 0, acksAfterResult = false, ackBody = '' } = this.#habits;
    const args = invocation['arguments'];
    const fits = typeof args === 'object' && args !== null && 'n' in args && typeof args.n === 'number';
    const isGood = this.#habits.runsAnything === true || (invocation.operation === 'probe' && fits);
    const ack: [number, string] = [isGood ? status : badStatus, ackBody];
    if (ackAfterMs > 0) await sleep(ackAfterMs);
    if (!acksAfterResult) reply(ack);
    if (ack[0] < 300) await this.#work(invocation, isGood).catch(() => undefined);
    if (acksAfterResult) reply(ack);
  }

  async #work(invocation: Invocation, isGood: boolean): Promise<void> {
    const { workMs = 0, before, after, asks, result = (message: Message) => message } = this.#habits;
    const tell = (message: Message): Promise<void> => this.#tell(invocation, message);
    const { group_id, id, call_id } = invocation;
    if (workMs > 0) await sleep(workMs);
    await before?.(tell, invocation);
    if (asks !== undefined && isGood) {
      const path = `/answer/${id}`;
      const answered = new Promise<void>((resolve) => this.#answers.set(path, resolve));
      await tell({ type: 'user_choice', group_id, id, call_id, response_url: `${this.#base}${path}`, ...asks });
      await answered;
    }
    const text = isGood ? 'probed' : 'Error: that does not fit. Use probe with a number n.';
    const message = result({ type: 'tool_result', group_id, id, call_id, text }, invocation, isGood);
    if (message !== undefined) await tell(message);
    if (isGood) await after?.(tell, invocation, () => this.#cancelled.has(id));
  }

  async #tell({ callback_url }: Invocation, message: Message): Promise<void> {
    const { sends = async (url, body) => (await post(url, body)).status } = this.#habits;
    const { url = (address: string) => address, again = (status: number) => status >= 500 } = this.#habits;
    for (let attempt = 0; attempt < 3; attempt++) {
      if (!again(await sends(url(callback_url), message))) return;
      await sleep(20);
    }
  }
}

export function startTool(habits: Habits): Promise<{ readonly url: string; close(): void }> {
  return new MiniTool(habits).start();
}

export const byForm: NonNullable<Habits['sends']> = async (url, message) =>
  (await post(url, message, { 'content-type': 'application/x-www-form-urlencoded' })).status;

export const byPut: NonNullable<Habits['sends']> = async (url, message) =>
  (
    await send(url, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(message),
    })
  ).status;
