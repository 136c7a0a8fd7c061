// Asks PostgreSQL and waits for the answer: logs are read synchronously, wherever they are. A thread asks, this one sleeps meanwhile.

import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { AppError } from '../../base/app-error.ts';
import type { Row } from '../../base/row.ts';
import { configOf } from './database/connection.ts';
import type { ConnectionSettings } from './database/connection-settings.ts';
import { fromCell, type Given, toParameter } from './database/statement.ts';

/** Longer than it takes to connect, and to read a block of the longest line. */
const PATIENCE_MS = 30_000;

/** A connection that breaks is made again for the next question. Numbers of 8 bytes come as numbers. */
const THREAD = `
const { workerData } = require('node:worker_threads');
const { createRequire } = require('node:module');
const pg = createRequire(workerData.from)('pg');
pg.types.setTypeParser(20, Number);
const { port, config } = workerData;
const state = new Int32Array(workerData.state);
let client;
async function ask({ sql, values }) {
  if (client === undefined) {
    const fresh = new pg.Client(config);
    fresh.on('error', () => { if (client === fresh) client = undefined; });
    await fresh.connect();
    client = fresh;
  }
  return (await client.query(sql, values)).rows;
}
port.on('message', async (question) => {
  let answer;
  try {
    answer = { rows: await ask(question) };
  } catch (error) {
    client = undefined;
    answer = { error: String(error && error.message) };
  }
  port.postMessage(answer);
  Atomics.store(state, 0, 1);
  Atomics.notify(state, 0);
});
`;

type Answer = { readonly rows: readonly Readonly<Record<string, unknown>>[] } | { readonly error: string };

/** Our own thread: what it says has this shape. */
function isAnswer(value: unknown): value is Answer {
  return typeof value === 'object' && value !== null && ('rows' in value || 'error' in value);
}

export class StatementsAtOnce {
  readonly #settings: ConnectionSettings;
  readonly #state = new Int32Array(new SharedArrayBuffer(4));
  #thread: { readonly worker: Worker; readonly port: MessagePort } | undefined;

  /** Nothing is started before the first question. */
  constructor(settings: ConnectionSettings) {
    this.#settings = settings;
  }

  all(sql: string, ...values: readonly Given[]): Row[] {
    const { port } = this.#started();
    Atomics.store(this.#state, 0, 0);
    port.postMessage({ sql, values: values.map(toParameter) });
    const isLate = Atomics.wait(this.#state, 0, 0, PATIENCE_MS) === 'timed-out';
    const answer: unknown = isLate ? undefined : receiveMessageOnPort(port)?.message;
    if (!isAnswer(answer) || 'error' in answer) {
      void this.close();
      const why = isAnswer(answer) && 'error' in answer ? answer.error : 'no answer';
      throw new AppError('store-unusable', `${this.#settings.shown} cannot be asked for a log: ${why}`);
    }
    return answer.rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, fromCell(cell)])),
    );
  }

  async close(): Promise<void> {
    const thread = this.#thread;
    this.#thread = undefined;
    thread?.port.close();
    await thread?.worker.terminate();
  }

  #started(): { readonly port: MessagePort } {
    if (this.#thread !== undefined) return this.#thread;
    const { port1: port, port2 } = new MessageChannel();
    // What reads columns cannot be given to a thread; it does without.
    const { types, ...config } = configOf(this.#settings);
    const worker = new Worker(THREAD, {
      eval: true,
      workerData: { port: port2, config, state: this.#state.buffer, from: import.meta.url },
      transferList: [port2],
    });
    // It never keeps the process from ending.
    worker.unref();
    port.unref();
    this.#thread = { worker, port };
    return this.#thread;
  }
}
