// A measured server: a plain process that reports when it is ready, and on request what it used.

import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';

export interface Used {
  readonly cpuMs: number;
  readonly rssMb: number;
}

export class Forked {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  /** Starts `work/<name>.mjs`, and waits for its first message. */
  static async start<Ready>(name: string, args: readonly string[]): Promise<{ server: Forked; ready: Ready }> {
    const script = join(import.meta.dirname, '../work', `${name}.mjs`);
    // Without the loader this file runs under: what is measured is what users run.
    const server = new Forked(fork(script, args, { execArgv: [] }));
    return { server, ready: await server.#hear<Ready>() };
  }

  /** Processor time since it was ready, and its largest memory. */
  used(): Promise<Used> {
    return this.ask<Used>('used');
  }

  ask<Answer>(what: string): Promise<Answer> {
    const heard = this.#hear<Answer>();
    this.#child.send(what);
    return heard;
  }

  stop(): void {
    this.#child.kill();
  }

  #hear<Message>(): Promise<Message> {
    return new Promise((resolve, reject) => {
      const gone = (): void => reject(new Error('The server ended.'));
      this.#child.once('exit', gone);
      this.#child.once('message', (message: Message) => {
        this.#child.off('exit', gone);
        resolve(message);
      });
    });
  }
}
