// Rate limits: a token bucket per key, forgotten when it is full again.

export interface Rate {
  /** How many at once. */
  readonly burst: number;
  readonly perSecond: number;
}

const MAX_KEYS = 10_000;

export class RateLimit {
  readonly #rate: Rate;
  readonly #buckets = new Map<number | string, { tokens: number; at: number }>();

  constructor(rate: Rate) {
    this.#rate = rate;
  }

  /** 0 when one more is allowed (and counts it), otherwise the seconds to wait. */
  take(key: number | string, nowMs: number): number {
    const { burst, perSecond } = this.#rate;
    const bucket = this.#buckets.get(key);
    if (bucket === undefined) {
      if (this.#buckets.size >= MAX_KEYS) this.#forget(nowMs);
      this.#buckets.set(key, { tokens: burst - 1, at: nowMs });
      return 0;
    }
    const tokens = Math.min(burst, bucket.tokens + (Math.max(0, nowMs - bucket.at) / 1000) * perSecond);
    bucket.at = nowMs;
    bucket.tokens = tokens < 1 ? tokens : tokens - 1;
    return tokens < 1 ? Math.max(1, Math.ceil((1 - tokens) / perSecond)) : 0;
  }

  /** Drops full buckets; if all are in use, the older half. */
  #forget(nowMs: number): void {
    const { burst, perSecond } = this.#rate;
    for (const [key, { tokens, at }] of this.#buckets)
      if (tokens + ((nowMs - at) / 1000) * perSecond >= burst) this.#buckets.delete(key);
    let surplus = this.#buckets.size - MAX_KEYS / 2;
    for (const key of this.#buckets.keys()) {
      if (surplus-- <= 0) break;
      this.#buckets.delete(key);
    }
  }
}
