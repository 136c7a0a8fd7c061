// Owns adding up calls: counts, the unexpected failures among those that ended by themselves, and durations with how they
// are known.

import type { BriefCall } from './brief-calls.ts';

export interface CallStats {
  readonly calls: number;
  /** Unexpected ones. */
  readonly failures: number;
  /** Unexpected failures among the calls that came to an end by themselves: worked or failed. */
  readonly failureRate: number | null;
  readonly expectedFailures: number;
  /** Rejected by a person, or denied by a rule. */
  readonly refused: number;
  readonly durations: {
    /** Calls whose duration is known. */
    readonly known: number;
    /** Of these, how many exactly; the others took at most so long. */
    readonly exact: number;
    /** To three digits. */
    readonly p50Ms: number | null;
    readonly p95Ms: number | null;
    /** How they are known → calls. */
    readonly basis: Readonly<Record<string, number>>;
  };
  readonly bytes: number;
  readonly tokens: number;
}

/** Calls that count alike. */
export interface AlikeCalls extends Pick<BriefCall, 'status' | 'blame'> {
  readonly calls: number;
  readonly bytes: number;
  readonly tokens: number;
}

/** As many digits as are shown, and as the sums of the index keep. */
export function threeDigits(ms: number): number {
  if (ms < 1000) return Math.round(ms);
  let unit = 10;
  while (ms >= 1000 * unit && unit < 1e10) unit *= 10;
  return Math.round(ms / unit) * unit;
}

export class StatsSum {
  #calls = 0;
  #failures = 0;
  #expected = 0;
  #finished = 0;
  #refused = 0;
  #bytes = 0;
  #tokens = 0;
  #known = 0;
  #exact = 0;
  readonly #spans = new Map<number, number>();
  readonly #basis = new Map<string, number>();

  add({ status, blame, calls, bytes, tokens }: AlikeCalls): void {
    this.#calls += calls;
    if (status === 'ok' || status === 'error') this.#finished += calls;
    if (status === 'error' && blame === 'expected') this.#expected += calls;
    else if (status === 'error') this.#failures += calls;
    if (status === 'rejected' || status === 'denied') this.#refused += calls;
    this.#bytes += bytes;
    this.#tokens += tokens;
  }

  addSpan(ms: number, basis: string, isExact: boolean, calls: number): void {
    const rounded = threeDigits(ms);
    this.#spans.set(rounded, (this.#spans.get(rounded) ?? 0) + calls);
    this.#basis.set(basis, (this.#basis.get(basis) ?? 0) + calls);
    this.#known += calls;
    if (isExact) this.#exact += calls;
  }

  addCall({ status, blame, bytes, tokens, ms, basis, isExact }: BriefCall): void {
    this.add({ status, blame, calls: 1, bytes: bytes ?? 0, tokens: tokens ?? 0 });
    if (ms !== null) this.addSpan(ms, basis ?? 'unknown', isExact, 1);
  }

  stats(): CallStats {
    const spans = [...this.#spans].filter(([, calls]) => calls > 0).sort(([a], [b]) => a - b);
    return {
      calls: this.#calls,
      failures: this.#failures,
      failureRate: this.#finished === 0 ? null : this.#failures / this.#finished,
      expectedFailures: this.#expected,
      refused: this.#refused,
      durations: {
        known: this.#known,
        exact: this.#exact,
        p50Ms: percentile(spans, this.#known, 0.5),
        p95Ms: percentile(spans, this.#known, 0.95),
        basis: Object.fromEntries([...this.#basis].filter(([, calls]) => calls > 0).sort()),
      },
      bytes: this.#bytes,
      tokens: this.#tokens,
    };
  }
}

/** Nearest rank: a value that was measured, never one between two. */
function percentile(
  spans: readonly (readonly [ms: number, calls: number])[],
  known: number,
  share: number,
): number | null {
  const rank = Math.max(1, Math.ceil(known * share));
  let seen = 0;
  for (const [ms, calls] of spans) {
    seen += calls;
    if (seen >= rank) return ms;
  }
  return null;
}
