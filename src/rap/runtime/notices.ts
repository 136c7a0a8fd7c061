// Notifies tools of cancelled calls and closed threads: once, all in parallel, and without waiting for them.

import type { Credentials } from '../outbound/credentials.ts';
import type { Outbound } from '../outbound/request.ts';
import { below } from '../protocol/parse-url.ts';
import type { Background } from './background.ts';

const TIMEOUT_MS = 5000;

export class Notices {
  readonly #outbound: Outbound;
  readonly #credentials: Credentials;
  readonly #background: Background;

  constructor(outbound: Outbound, credentials: Credentials, background: Background) {
    this.#outbound = outbound;
    this.#credentials = credentials;
    this.#background = background;
  }

  cancel(bases: readonly string[], groupId: string, id: string): void {
    this.#post(bases, 'cancel_tool_call', { thread_id: groupId, tool_call_id: id });
  }

  close(bases: readonly string[], groupId: string): void {
    this.#post(bases, 'close_thread', { thread_id: groupId });
  }

  #post(bases: readonly string[], path: string, message: Readonly<Record<string, string>>): void {
    const body = Buffer.from(JSON.stringify(message));
    for (const base of new Set(bases)) {
      const url = below(base, path);
      const headers = { 'content-type': 'application/json', ...this.#credentials.headers(url, body) };
      this.#background.run(() =>
        this.#outbound.send({ method: 'POST', url, headers, body, timeoutMs: TIMEOUT_MS, maxBytes: 0 }),
      );
    }
  }
}
