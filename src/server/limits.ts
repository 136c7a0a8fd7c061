// Limits on requests: for the server as a whole, and per connection.

import type { Socket } from 'node:net';
import { HttpProblem } from './problem.ts';

export interface LimitOptions {
  /** Requests being answered at the same time; open event streams are not counted. */
  readonly mostAtOnce?: number;
  /** Requests that a connection may send at once, and per second after that. */
  readonly burst?: number;
  readonly perSecond?: number;
}

/** The place of one request among those being answered. */
export interface Slot {
  /** Frees the slot while waiting for something else, such as a slow client. */
  pause<Result>(wait: () => Promise<Result>): Promise<Result>;
}

/** Answers waiting for slow readers: each holds memory. */
const MOST_PAUSED = 1024;

interface Bucket {
  left: number;
  at: number;
}

export class Limits {
  readonly #mostAtOnce: number;
  readonly #burst: number;
  readonly #perSecond: number;
  readonly #buckets = new WeakMap<Socket, Bucket>();
  #atOnce = 0;
  #paused = 0;

  constructor({ mostAtOnce = 256, burst = 500, perSecond = 200 }: LimitOptions = {}) {
    this.#mostAtOnce = mostAtOnce;
    this.#burst = burst;
    this.#perSecond = perSecond;
  }

  /** Counts a request of a connection. Throws when there are too many. */
  take(socket: Socket, nowMs: number): void {
    const bucket = this.#buckets.get(socket) ?? { left: this.#burst, at: nowMs };
    this.#buckets.set(socket, bucket);
    const gained = (Math.max(0, nowMs - bucket.at) / 1000) * this.#perSecond;
    bucket.left = Math.min(this.#burst, bucket.left + gained);
    bucket.at = nowMs;
    if (bucket.left < 1) throw new HttpProblem(429, 'Too many requests on this connection.', { 'retry-after': '1' });
    bucket.left -= 1;
  }

  /** Runs the work in a slot, except for the time that it spends in `pause`. */
  async during<Result>(work: (slot: Slot) => Promise<Result>): Promise<Result> {
    if (this.#atOnce >= this.#mostAtOnce) {
      throw new HttpProblem(503, 'Too many requests are being answered.', { 'retry-after': '1' });
    }
    const slot: Slot = {
      pause: async (wait) => {
        if (this.#paused >= MOST_PAUSED) throw new HttpProblem(503, 'Too many answers are waiting for slow readers.');
        this.#atOnce--;
        this.#paused++;
        try {
          return await wait();
        } finally {
          this.#paused--;
          this.#atOnce++;
        }
      },
    };
    this.#atOnce++;
    try {
      return await work(slot);
    } finally {
      this.#atOnce--;
    }
  }
}
