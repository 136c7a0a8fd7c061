// Owns the question "how do the tools fare?": calls, unexpected failures, durations and how they are known, sizes.

import type { Database } from '../database.ts';
import { type BriefCall, briefCalls } from './brief-calls.ts';
import type { CallQuestion } from './find-calls.ts';

export interface ToolStats {
  readonly agent: string;
  readonly toolId: string;
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
    readonly p50Ms: number | null;
    readonly p95Ms: number | null;
    /** How they are known → calls. */
    readonly basis: Readonly<Record<string, number>>;
  };
  readonly bytes: number;
  readonly tokens: number;
}

class Sums {
  readonly agent: string;
  readonly toolId: string;
  calls = 0;
  failures = 0;
  expected = 0;
  finished = 0;
  refused = 0;
  exact = 0;
  bytes = 0;
  tokens = 0;
  readonly ms: number[] = [];
  readonly basis = new Map<string, number>();

  constructor({ agent, toolId }: BriefCall) {
    this.agent = agent;
    this.toolId = toolId;
  }

  add(call: BriefCall): void {
    this.calls++;
    if (call.status === 'ok' || call.status === 'error') this.finished++;
    if (call.status === 'error' && call.blame === 'expected') this.expected++;
    else if (call.status === 'error') this.failures++;
    if (call.status === 'rejected' || call.status === 'denied') this.refused++;
    this.bytes += call.bytes ?? 0;
    this.tokens += call.tokens ?? 0;
    if (call.ms === null) return;
    this.ms.push(call.ms);
    if (call.isExact) this.exact++;
    const basis = call.basis ?? 'unknown';
    this.basis.set(basis, (this.basis.get(basis) ?? 0) + 1);
  }

  row(): ToolStats {
    const sorted = Float64Array.from(this.ms).sort();
    return {
      agent: this.agent,
      toolId: this.toolId,
      calls: this.calls,
      failures: this.failures,
      failureRate: this.finished === 0 ? null : this.failures / this.finished,
      expectedFailures: this.expected,
      refused: this.refused,
      durations: {
        known: sorted.length,
        exact: this.exact,
        p50Ms: percentile(sorted, 0.5),
        p95Ms: percentile(sorted, 0.95),
        basis: Object.fromEntries(this.basis),
      },
      bytes: this.bytes,
      tokens: this.tokens,
    };
  }
}

/** Nearest rank: a value that was measured, never one between two. */
function percentile(sorted: Float64Array, share: number): number | null {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null;
}

/** By agent and tool, the most used first. */
export function toolStats(database: Database, question: CallQuestion): ToolStats[] {
  const sums = new Map<string, Sums>();
  for (const call of briefCalls(database, question)) {
    const key = `${call.agent} ${call.toolId}`;
    let sum = sums.get(key);
    if (sum === undefined) {
      sum = new Sums(call);
      sums.set(key, sum);
    }
    sum.add(call);
  }
  return [...sums.values()]
    .map((sum) => sum.row())
    .sort((a, b) => b.calls - a.calls || (`${a.agent} ${a.toolId}` < `${b.agent} ${b.toolId}` ? -1 : 1));
}
