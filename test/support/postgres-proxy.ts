// A proxy between a program and its PostgreSQL server, for tests of errors: it can be cut and restored, and can replace text in
// what the server sends.

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

export class PostgresProxy {
  readonly #server: URL;
  readonly #open = new Set<Socket>();
  #listening: Server | undefined;
  #port = 0;
  #instead: readonly [said: string, instead: string] | undefined;

  private constructor(address: string) {
    this.#server = new URL(address);
  }

  static async before(address: string): Promise<PostgresProxy> {
    const proxy = new PostgresProxy(address);
    await proxy.restore();
    return proxy;
  }

  /** The address of the database, through the proxy. */
  get address(): string {
    return Object.assign(new URL(this.#server.href), { hostname: '127.0.0.1', port: String(this.#port) }).href;
  }

  /** From now on replaces one text by another of the same length in what the server sends. */
  say(instead: string, of: string): void {
    if (of.length !== instead.length) throw new Error('the words are not of one length');
    this.#instead = [of, instead];
  }

  /** Breaks every connection, and refuses new ones. */
  async cut(): Promise<void> {
    const server = this.#listening;
    this.#listening = undefined;
    if (server === undefined) return;
    server.close();
    for (const socket of this.#open) socket.destroy();
    await once(server, 'close');
  }

  async restore(): Promise<void> {
    const server = createServer((socket) => this.#join(socket));
    server.listen(this.#port, '127.0.0.1');
    await once(server, 'listening');
    this.#listening = server;
    // A server that listens is never an address of another kind.
    this.#port = (server.address() as AddressInfo).port;
  }

  #join(socket: Socket): void {
    const to = connect(Number(this.#server.port || 5432), this.#server.hostname);
    for (const [one, other] of [
      [socket, to],
      [to, socket],
    ] as const) {
      this.#open.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        this.#open.delete(one);
        other.destroy();
      });
    }
    socket.pipe(to);
    to.on('data', (bytes: Buffer) => socket.write(this.#reworded(bytes)));
  }

  #reworded(bytes: Buffer): Buffer {
    if (this.#instead === undefined) return bytes;
    const [said, instead] = this.#instead;
    return Buffer.from(bytes.toString('latin1').replaceAll(said, instead), 'latin1');
  }
}
