// A server of object storage in another process, and access to it for the test.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export class ObjectServerElsewhere {
  readonly #process: ChildProcess;
  port = 0;

  private constructor(process: ChildProcess) {
    this.#process = process;
  }

  static async open(): Promise<ObjectServerElsewhere> {
    const program = join(import.meta.dirname, 'object-server-process.ts');
    const server = new ObjectServerElsewhere(fork(program, [], { execArgv: ['--import', 'tsx'] }));
    server.port = Number(await server.#ask('place'));
    return server;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** All objects, by their keys. */
  async keys(): Promise<string[]> {
    const keys = await this.#ask('keys');
    return Array.isArray(keys) ? keys.map(String) : [];
  }

  async body(key: string): Promise<Buffer> {
    return Buffer.from(String(await this.#ask('body', key)), 'base64');
  }

  async put(key: string, body: Uint8Array): Promise<void> {
    await this.#ask('put', key, Buffer.from(body).toString('base64'));
  }

  async drop(key: string): Promise<void> {
    await this.#ask('drop', key);
  }

  /** Answers every request with this error code; empty: none. */
  async refuse(code: string): Promise<void> {
    await this.#ask('refuse', code);
  }

  async stop(): Promise<void> {
    await this.#ask('stop');
  }

  async start(): Promise<void> {
    await this.#ask('start', String(this.port));
  }

  async close(): Promise<void> {
    const ended = once(this.#process, 'exit');
    this.#process.disconnect();
    await ended;
  }

  async #ask(step: string, ...given: readonly string[]): Promise<unknown> {
    const answered = once(this.#process, 'message');
    this.#process.send({ step, given });
    const [{ answer }] = await answered;
    return answer;
  }
}
