// Asks PostgreSQL, or object storage, and waits for the answer: logs are read synchronously, wherever they are. A thread asks, this one
// sleeps meanwhile.

import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { AppError } from '../../base/app-error.ts';
import type { Row } from '../../base/row.ts';
import { isNoObject, objectError, unreachable } from '../objects/object-error.ts';
import { namedObject, objectCredentials, objectPlace, objectUrl } from '../objects/object-place.ts';
import { blocksPlace } from '../store-address.ts';
import { configOf } from './database/connection.ts';
import type { ConnectionSettings } from './database/connection-settings.ts';
import { fromCell, type Given, toParameter } from './database/statement.ts';

/** Longer than it takes to connect, and to read a block of the longest line. */
const PATIENCE_MS = 30_000;
/** Ends before that. */
const OBJECT_PATIENCE_MS = 20_000;

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
async function get({ url, region, credentials, patienceMs }) {
  const { AwsClient } = createRequire(workerData.from)('aws4fetch');
  const storage = new AwsClient({ ...credentials, region, service: 's3', retries: 2, initRetryMs: 200 });
  const answer = await storage.fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(patienceMs) });
  return { status: answer.status, body: new Uint8Array(await answer.arrayBuffer()) };
}
port.on('message', async (question) => {
  let answer;
  try {
    answer = 'url' in question ? await get(question) : { rows: await ask(question) };
  } catch (error) {
    if (!('url' in question)) client = undefined;
    answer = { error: String((error && error.cause && error.cause.code) || (error && error.message)) };
  }
  port.postMessage(answer);
  Atomics.store(state, 0, 1);
  Atomics.notify(state, 0);
});
`;

type Answer =
  | { readonly rows: readonly Readonly<Record<string, unknown>>[] }
  | { readonly status: number; readonly body: Uint8Array }
  | { readonly error: string };

/** Our own thread: what it says has this shape. */
function isAnswer(value: unknown): value is Answer {
  return typeof value === 'object' && value !== null && ('rows' in value || 'status' in value || 'error' in value);
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
    const answer = this.#ask({ sql, values: values.map(toParameter) });
    if (!('rows' in answer)) {
      void this.close();
      const why = 'error' in answer ? answer.error : 'no answer';
      throw new AppError('store-unusable', `${this.#settings.shown} cannot be asked for a log: ${why}`);
    }
    return answer.rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, fromCell(cell)])),
    );
  }

  /** The bytes of an object, by the name that the store has for it. Undefined where there is none. */
  object(name: string): Uint8Array | undefined {
    const named = namedObject(name);
    if (named === undefined) return undefined;
    const own = blocksPlace();
    const { endpoint, region } = objectPlace(own.startsWith('s3://') ? own : `s3://${named.bucket}`);
    const shown = `s3://${named.bucket} at ${endpoint}`;
    const url = objectUrl({ endpoint }, named);
    const answer = this.#ask({ url, region, credentials: objectCredentials(), patienceMs: OBJECT_PATIENCE_MS });
    if ('status' in answer) {
      const { status, body } = answer;
      if (status === 200) return body;
      const said = Buffer.from(body).toString();
      if (isNoObject(status, said)) return undefined;
      throw objectError(shown, status, said);
    }
    throw unreachable(shown, new Error('error' in answer ? answer.error : 'no answer'));
  }

  #ask(question: object): Answer {
    const { port } = this.#started();
    Atomics.store(this.#state, 0, 0);
    port.postMessage(question);
    const isLate = Atomics.wait(this.#state, 0, 0, PATIENCE_MS) === 'timed-out';
    const answer: unknown = isLate ? undefined : receiveMessageOnPort(port)?.message;
    if (isAnswer(answer)) return answer;
    // What it may yet say would be taken for the next answer.
    void this.close();
    return { error: 'no answer' };
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
