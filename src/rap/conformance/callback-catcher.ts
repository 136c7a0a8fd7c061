// The kit's own callback address: records what a tool sends, and answers as the check wants.

import { createServer, type Server } from 'node:http';
import { asString, isObject, type JsonObject, parseExactly } from '../../base/json.ts';
import { BodyBudget, readBody } from '../../http/body.ts';
import { httpUrl, listen } from '../../http/listen.ts';

export interface Caught {
  readonly method: string;
  /** With its query, as it came. */
  readonly path: string;
  readonly contentType: string;
  readonly text: string;
  readonly message: JsonObject;
  readonly atMs: number;
}

const MAX_BYTES = 16 * 1024 * 1024;
const MAX_BYTES_IN_MEMORY = 4 * MAX_BYTES;

export class CallbackCatcher {
  readonly #server: Server;
  readonly #publicUrl: string | undefined;
  readonly #caught = new Map<string, Caught[]>();
  readonly #answers = new Map<string, (n: number) => number>();
  readonly #held = new Map<string, number>();
  #waiting: (() => void)[] = [];
  #url = '';

  /** `publicUrl`: how the tool reaches this machine, if not over loopback. */
  constructor(publicUrl?: string) {
    this.#publicUrl = publicUrl;
    const bodies = new BodyBudget(MAX_BYTES_IN_MEMORY);
    this.#server = createServer((request, response) => {
      void readBody(request, MAX_BYTES, bodies).then((body) => {
        if (body.kind !== 'read') return response.destroy();
        bodies.giveBack(body.bytes.length);
        const text = body.bytes.toString('utf8');
        const parsed = parseExactly(text);
        const message = parsed.ok && isObject(parsed.value) ? parsed.value : {};
        const path = request.url ?? '';
        const id = /\/catch\/([^/?]+)/.exec(path)?.[1] ?? asString(message['id']) ?? '';
        const list = this.#caught.get(id) ?? [];
        this.#caught.set(id, list);
        list.push({
          method: request.method ?? '',
          path,
          contentType: request.headers['content-type'] ?? '',
          text,
          message,
          atMs: performance.now(),
        });
        const isResult = (one: Caught): boolean => one.message['type'] === 'tool_result';
        const answer = message['type'] === 'tool_result' ? this.#answers.get(id) : undefined;
        const status = answer?.(list.filter(isResult).length) ?? 200;
        // Not JSON: tools need not read it.
        const send = (): void => {
          response.writeHead(status, { 'content-type': 'text/plain' });
          response.end(status === 200 ? 'thanks {"but": not json' : 'no');
        };
        setTimeout(send, this.#held.get(id) ?? 0);
        for (const wake of this.#waiting.splice(0)) wake();
        return response;
      });
    });
  }

  async listen(port: number, host: string): Promise<void> {
    const listening = await listen(this.#server, host, [port]);
    this.#url = this.#publicUrl ?? httpUrl(host, listening.port);
  }

  /** An address that cannot be derived from another one. */
  urlFor(id: string): string {
    return `${this.#url.replace(/\/+$/, '')}/a%20b/catch/${id}/%C3%BC?token=a%2Bb%3D&x=1&x=2`;
  }

  pathFor(id: string): string {
    const url = new URL(this.urlFor(id));
    return url.pathname + url.search;
  }

  /** The status for the n-th result of this call. Everything else is answered with 200. */
  answerWith(id: string, status: (n: number) => number): void {
    this.#answers.set(id, status);
  }

  /** Answers about this call are delayed by this time. */
  hold(id: string, holdMs: number): void {
    this.#held.set(id, holdMs);
  }

  caught(id: string): readonly Caught[] {
    return this.#caught.get(id) ?? [];
  }

  /** Waits until the condition holds for what was caught about this call, or the time is up. */
  async until(
    id: string,
    condition: (caught: readonly Caught[]) => boolean,
    timeoutMs: number,
  ): Promise<readonly Caught[]> {
    const end = performance.now() + timeoutMs;
    while (!condition(this.caught(id))) {
      const left = end - performance.now();
      if (left <= 0) break;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.#waiting.push(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
    return this.caught(id);
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
    });
  }
}
