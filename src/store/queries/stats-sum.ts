// Owns adding up calls: counts, the unexpected failures among those that ended by themselves, and durations with how they
// are known.

import { MEASURES } from '../index/brief-columns.ts';
import { SpanCounts } from './span-counts.ts';
import type { OutcomeWord } from './word-list.ts';

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

/** What an outcome counts as. */
export interface OutcomeCount {
  readonly finished: number;
  readonly failures: number;
  readonly expected: number;
  readonly refused: number;
}

export function outcomeCount({ status, blame }: OutcomeWord): OutcomeCount {
  return {
    finished: Number(status === 'ok' || status === 'error'),
    failures: Number(status === 'error' && blame !== 'expected'),
    expected: Number(status === 'error' && blame === 'expected'),
    refused: Number(status === 'rejected' || status === 'denied'),
  };
}

export class StatsSum {
  #calls = 0;
  #failures = 0;
  #expected = 0;
  #finished = 0;
  #refused = 0;
  #bytes = 0;
  #tokens = 0;
  readonly #spans = new SpanCounts();
  readonly #measures = new Uint32Array(2 * MEASURES.length);

  add(outcome: OutcomeCount | undefined, bytes: number, tokens: number): void {
    this.#calls++;
    this.#bytes += bytes;
    this.#tokens += tokens;
    if (outcome === undefined) return;
    this.#finished += outcome.finished;
    this.#failures += outcome.failures;
    this.#expected += outcome.expected;
    this.#refused += outcome.refused;
  }

  addSpan(ms: number, measure: number): void {
    this.#spans.add(ms);
    this.#measures[measure] = (this.#measures[measure] ?? 0) + 1;
  }

  stats(): CallStats {
    return {
      calls: this.#calls,
      failures: this.#failures,
      failureRate: this.#finished === 0 ? null : this.#failures / this.#finished,
      expectedFailures: this.#expected,
      refused: this.#refused,
      durations: {
        known: this.#spans.count,
        exact: this.#measures.reduce((sum, calls, measure) => sum + (measure % 2 === 1 ? calls : 0), 0),
        p50Ms: this.#spans.percentile(0.5),
        p95Ms: this.#spans.percentile(0.95),
        basis: this.#basis(),
      },
      bytes: this.#bytes,
      tokens: this.#tokens,
    };
  }

  #basis(): Record<string, number> {
    const counts = MEASURES.map((name, i): [string, number] => [
      name,
      (this.#measures[2 * i] ?? 0) + (this.#measures[2 * i + 1] ?? 0),
    ]);
    return Object.fromEntries(counts.filter(([, calls]) => calls > 0).sort());
  }
}
