// What is remembered of a headless run while its stream is read: the calls so far, the tokens reported, the cost.

import { asArray, asName, asNumber, asObject, isObject } from '../../base/json.ts';
import type { Observation } from '../../model/observation.ts';
import { NO_USAGE, type TokenUsage } from '../../model/usage.ts';

interface Told {
  readonly model: string;
  readonly usage: TokenUsage;
}

function most(a: TokenUsage, b: TokenUsage): TokenUsage {
  return {
    input: Math.max(a.input, b.input),
    output: Math.max(a.output, b.output),
    cacheRead: Math.max(a.cacheRead, b.cacheRead),
    cacheWrite: Math.max(a.cacheWrite, b.cacheWrite),
    reasoning: Math.max(a.reasoning, b.reasoning),
  };
}

function plus(a: TokenUsage, b: TokenUsage): TokenUsage {
  return {
    input: a.input + b.input,
    output: a.output + b.output,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite: a.cacheWrite + b.cacheWrite,
    reasoning: a.reasoning + b.reasoning,
  };
}

/** The rest of a sum without these; never below zero. */
export function without(sum: TokenUsage, told: TokenUsage): TokenUsage {
  return {
    input: Math.max(0, sum.input - told.input),
    output: Math.max(0, sum.output - told.output),
    cacheRead: Math.max(0, sum.cacheRead - told.cacheRead),
    cacheWrite: Math.max(0, sum.cacheWrite - told.cacheWrite),
    reasoning: 0,
  };
}

export class StreamMemory {
  model: string | null = null;
  /** Requested calls, and whether it is on record who refused them. */
  readonly #calls = new Map<string, boolean>();
  /** Tokens by message: streams repeat them, and report only the initial counts. */
  readonly #told = new Map<string, Told>();
  /** Cost of earlier runs in the same file, and of the last one so far. */
  #costBefore = 0;
  #cost = 0;

  constructor(state?: unknown) {
    const saved = asObject(state) ?? {};
    this.model = asName(saved['model']) ?? null;
    this.#costBefore = asNumber(saved['costBefore']) ?? 0;
    this.#cost = asNumber(saved['cost']) ?? 0;
    for (const call of asArray(saved['calls']) ?? []) {
      if (Array.isArray(call) && typeof call[0] === 'string') this.#calls.set(call[0], call[1] === true);
    }
    for (const told of asArray(saved['told']) ?? []) {
      if (!Array.isArray(told) || typeof told[0] !== 'string' || !isObject(told[1])) continue;
      const { model, usage } = told[1];
      const { input, output, cacheRead, cacheWrite } = asObject(usage) ?? {};
      const number = (value: unknown): number => asNumber(value) ?? 0;
      this.#told.set(told[0], {
        model: asName(model) ?? '',
        usage: {
          input: number(input),
          output: number(output),
          cacheRead: number(cacheRead),
          cacheWrite: number(cacheWrite),
          reasoning: 0,
        },
      });
    }
  }

  save(): unknown {
    return {
      model: this.model,
      costBefore: this.#costBefore,
      cost: this.#cost,
      calls: [...this.#calls],
      told: [...this.#told],
    };
  }

  note(observations: readonly Observation[]): void {
    for (const seen of observations) {
      if (seen.kind === 'call-requested') this.#calls.set(seen.callId, this.#calls.get(seen.callId) ?? false);
      else if (seen.kind === 'permission-decided') this.#calls.set(seen.callId, true);
      else if (seen.kind === 'usage-counted') {
        const usage = most(this.#told.get(seen.key)?.usage ?? NO_USAGE, seen.usage);
        this.#told.set(seen.key, { model: seen.model ?? '', usage });
      }
    }
  }

  isAsked(callId: string): boolean {
    return this.#calls.has(callId);
  }

  isDecided(callId: string): boolean {
    return this.#calls.get(callId) === true;
  }

  toldOf(model: string): TokenUsage {
    let sum = NO_USAGE;
    for (const told of this.#told.values()) if (told.model === model) sum = plus(sum, told.usage);
    return sum;
  }

  /** Continues from the beginning of a run; a smaller sum belongs to another run. */
  costWith(total: number): number {
    if (total < this.#cost) this.#costBefore += this.#cost;
    this.#cost = total;
    return this.#costBefore + total;
  }
}
