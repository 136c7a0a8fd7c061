// Sums up calls: counts, the unexpected failures among those that finished by themselves, and durations with how they are known.
// Calls are counted in cells, by number alone; cells of one group become one answer.

import { SpanCounts, toldSum } from '../questions/span-counts.ts';
import type { CallGroup, CallStats } from '../questions/stats.ts';
import { MEASURES } from './call-numbers.ts';
import type { OutcomeWord } from './fact-words.ts';

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

/** Both ways a basis can bound a duration. */
const MEASURED = 2 * MEASURES.length;

/** Sums of calls of one outcome, whose durations are known in one way and of one step. */
export interface CountedCalls {
  readonly calls: number;
  readonly bytes: number;
  readonly tokens: number;
  readonly masked: number;
  readonly waits: number;
  readonly waitMs: number;
  /** Null if durations are unknown. */
  readonly step: number | null;
  readonly ms: number;
  readonly measure: number;
}

/** Calls of every cell, by outcome, and their sums. */
export class CellSums {
  readonly #outcomes: readonly OutcomeCount[];
  readonly #calls: Uint32Array;
  readonly #bytes: Float64Array;
  readonly #tokens: Float64Array;
  readonly #masked: Uint32Array;
  readonly #measures: Uint32Array;
  readonly #spans: SpanCounts[] = [];
  readonly #totalMs: Float64Array;
  readonly #waits: Uint32Array;
  readonly #waitMs: Float64Array;

  constructor(cells: number, outcomes: readonly OutcomeWord[]) {
    this.#outcomes = outcomes.map(outcomeCount);
    this.#calls = new Uint32Array(cells * outcomes.length);
    this.#bytes = new Float64Array(cells);
    this.#tokens = new Float64Array(cells);
    this.#masked = new Uint32Array(cells);
    this.#measures = new Uint32Array(cells * MEASURED);
    this.#totalMs = new Float64Array(cells);
    this.#waits = new Uint32Array(cells);
    this.#waitMs = new Float64Array(cells);
  }

  add(cell: number, outcome: number, bytes: number, tokens: number): void {
    const place = cell * this.#outcomes.length + outcome;
    this.#calls[place] = (this.#calls[place] ?? 0) + 1;
    this.#bytes[cell] = (this.#bytes[cell] ?? 0) + bytes;
    this.#tokens[cell] = (this.#tokens[cell] ?? 0) + tokens;
  }

  addMasked(cell: number): void {
    this.#masked[cell] = (this.#masked[cell] ?? 0) + 1;
  }

  addWait(cell: number, ms: number): void {
    this.#waits[cell] = (this.#waits[cell] ?? 0) + 1;
    this.#waitMs[cell] = (this.#waitMs[cell] ?? 0) + ms;
  }

  addSpan(cell: number, ms: number, measure: number): void {
    this.addMeasured(cell, ms, measure, 1);
    this.spansOf(cell).add(ms);
  }

  /** Adds calls of one cell and outcome, already counted. */
  addCounted(cell: number, outcome: number, counted: CountedCalls): void {
    const place = cell * this.#outcomes.length + outcome;
    this.#calls[place] = (this.#calls[place] ?? 0) + counted.calls;
    this.#bytes[cell] = (this.#bytes[cell] ?? 0) + counted.bytes;
    this.#tokens[cell] = (this.#tokens[cell] ?? 0) + counted.tokens;
    this.#masked[cell] = (this.#masked[cell] ?? 0) + counted.masked;
    this.#waits[cell] = (this.#waits[cell] ?? 0) + counted.waits;
    this.#waitMs[cell] = (this.#waitMs[cell] ?? 0) + counted.waitMs;
    if (counted.step === null) return;
    this.addMeasured(cell, counted.ms, counted.measure, counted.calls);
    this.spansOf(cell).addStep(counted.step, counted.calls);
  }

  /** Adds how the durations of this many calls are known, and their sum; their steps are added separately. */
  addMeasured(cell: number, ms: number, measure: number, calls: number): void {
    const place = cell * MEASURED + measure;
    this.#measures[place] = (this.#measures[place] ?? 0) + calls;
    this.#totalMs[cell] = (this.#totalMs[cell] ?? 0) + ms;
  }

  /** The durations of a cell, by their steps. */
  spansOf(cell: number): SpanCounts {
    const known = this.#spans[cell];
    if (known !== undefined) return known;
    const spans = new SpanCounts();
    this.#spans[cell] = spans;
    return spans;
  }

  /** The stats of several cells together. */
  stats(cells: readonly number[]): CallStats {
    const sums = { calls: 0, finished: 0, failures: 0, expected: 0, refused: 0, masked: 0, bytes: 0, tokens: 0 };
    const times = { totalMs: 0, waits: 0, waitMs: 0 };
    const spans = new SpanCounts();
    const measures = new Uint32Array(MEASURED);
    for (const cell of cells) {
      for (const [i, outcome] of this.#outcomes.entries()) {
        const calls = this.#calls[cell * this.#outcomes.length + i] ?? 0;
        sums.calls += calls;
        for (const name of ['finished', 'failures', 'expected', 'refused'] as const)
          sums[name] += calls * outcome[name];
      }
      sums.masked += this.#masked[cell] ?? 0;
      sums.bytes += this.#bytes[cell] ?? 0;
      sums.tokens += this.#tokens[cell] ?? 0;
      times.totalMs += this.#totalMs[cell] ?? 0;
      times.waits += this.#waits[cell] ?? 0;
      times.waitMs += this.#waitMs[cell] ?? 0;
      for (let i = 0; i < MEASURED; i++) measures[i] = (measures[i] ?? 0) + (this.#measures[cell * MEASURED + i] ?? 0);
      spans.include(this.#spans[cell]);
    }
    const exact = measures.reduce((sum, calls, measure) => sum + (measure % 2 === 1 ? calls : 0), 0);
    return {
      calls: sums.calls,
      failures: sums.failures,
      failureRate: sums.finished === 0 ? null : sums.failures / sums.finished,
      expectedFailures: sums.expected,
      masked: sums.masked,
      refused: sums.refused,
      durations: {
        known: spans.count,
        exact,
        bound: spans.count === 0 ? null : exact < spans.count ? 'at-most' : 'exact',
        p50Ms: spans.percentile(0.5),
        p95Ms: spans.percentile(0.95),
        totalMs: toldSum(times.totalMs),
        basis: basisOf(measures),
      },
      bytes: sums.bytes,
      tokens: sums.tokens,
      waits: times.waits,
      waitMs: toldSum(times.waitMs),
    };
  }
}

function basisOf(measures: Uint32Array): Record<string, number> {
  const counts = MEASURES.map((name, i): [string, number] => [
    name,
    (measures[2 * i] ?? 0) + (measures[2 * i + 1] ?? 0),
  ]);
  return Object.fromEntries(counts.filter(([, calls]) => calls > 0).sort());
}

/** The group that a cell belongs to. */
export type GroupName = Pick<CallGroup, 'agent' | 'key'>;

/** The groups that cells belong to, the largest first. */
export function callGroups(groups: readonly GroupName[], sums: CellSums): CallGroup[] {
  const byName = new Map<string, GroupName & { readonly cells: number[] }>();
  for (const [cell, { agent, key }] of groups.entries()) {
    const name = JSON.stringify([agent, key]);
    const known = byName.get(name) ?? { agent, key, cells: [] };
    byName.set(name, known);
    known.cells.push(cell);
  }
  const nameOf = ({ agent, key }: CallGroup): string => `${agent ?? ''} ${key ?? ''}`;
  return [...byName.values()]
    .map(({ agent, key, cells }) => ({ agent, key, ...sums.stats(cells) }))
    .filter(({ calls }) => calls > 0)
    .sort((a, b) => b.calls - a.calls || (nameOf(a) < nameOf(b) ? -1 : 1));
}
