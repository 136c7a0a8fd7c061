// Waits for a client that reads slowly, without holding up others. A client that reads nothing at all is disconnected.

import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import type { Slot } from './limits.ts';

const STALLED_MS = 30_000;

export class SlowReader {
  readonly #slot: Slot;
  readonly #response: ServerResponse;
  readonly signal: AbortSignal;
  readonly #stalledMs: number;

  /** `signal`: aborted when the client has gone. */
  constructor(slot: Slot, response: ServerResponse, signal: AbortSignal, stalledMs = STALLED_MS) {
    this.#slot = slot;
    this.#response = response;
    this.signal = signal;
    this.#stalledMs = stalledMs;
  }

  /** Writes, and returns when there is room for more, or when the client has gone. */
  async write(out: Writable, piece: string | Uint8Array): Promise<void> {
    if (this.signal.aborted || out.write(piece)) return;
    const { signal } = this;
    const timer = setTimeout(() => this.#response.destroy(), this.#stalledMs);
    try {
      await this.#slot.pause(() => once(out, 'drain', { signal }).catch(() => undefined));
    } finally {
      clearTimeout(timer);
    }
  }
}
