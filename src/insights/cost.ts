// What a session cost: the log's own figures first, else an estimate request by request. Models without a price are listed, and never
// guessed.

import { DAY_MS } from '../base/time.ts';
import type { ModelRequest } from '../model/model-request.ts';
import { addUsage, NO_USAGE, type TokenUsage } from '../model/usage.ts';
import type { Prices, TokenPrices } from './prices.ts';
import type { InsightOptions, SessionView } from './session-view.ts';
import type { TurnMap } from './turn-map.ts';

/** `log`: the log states it. `estimate`: from a price table. `mixed`: some of each. `none`: nothing is known. */
export type CostBasis = 'log' | 'estimate' | 'mixed' | 'none';

export interface CostSum {
  /** Null when none of it has a price. */
  readonly usd: number | null;
  readonly basis: CostBasis;
  readonly requests: number;
  readonly tokens: TokenUsage;
  /** Requests of models without a price: `usd` leaves them out. */
  readonly unpriced: number;
}

export interface CostPart extends CostSum {
  readonly model: string;
  readonly thread: string;
  readonly turn: number;
  /** The UTC day of its requests; null when they have no time. */
  readonly day: string | null;
}

/** Requests whose cost is in both the log and the table. */
export interface Agreement {
  readonly requests: number;
  readonly statedUsd: number;
  readonly estimatedUsd: number;
  /** Within one percent. */
  readonly agree: number;
  /** The log states half of the table's figure: so did one record in fifteen of the agent that stated costs. */
  readonly halves: number;
}

export interface Cost extends CostSum {
  /** The price data behind the estimate. */
  readonly priceDate: string;
  readonly priceSource: string;
  /** What the log states for the whole session. Then it is the `usd`. */
  readonly statedUsd: number | null;
  /** Null where there is nothing to compare. */
  readonly agreement: Agreement | null;
  readonly unknownModels: readonly { readonly model: string; readonly requests: number }[];
  readonly models: readonly (CostSum & { readonly model: string })[];
  readonly threads: readonly (CostSum & { readonly thread: string })[];
  /** By model, thread, turn and day. */
  readonly parts: readonly CostPart[];
}

const MILLION = 1_000_000;

/** One request: price tiers depend on what a single request sends. Undefined: no price is known. */
export function estimateUsd(request: ModelRequest, prices: Prices): number | undefined {
  const set = prices.of(request.model, request.at);
  if (set === undefined) return undefined;
  const { input, output, cacheRead, cacheWrite } = request.usage;
  const sent = input + cacheRead + cacheWrite;
  const price: TokenPrices = set.long !== undefined && sent > set.long.above ? set.long : set;
  const long = Math.min(request.cacheWriteLong, cacheWrite);
  const writePrice = price.cacheWrite ?? price.input;
  return (
    (input * price.input +
      output * price.output +
      cacheRead * (price.cacheRead ?? price.input) +
      (cacheWrite - long) * writePrice +
      long * (price.cacheWriteLong ?? writePrice)) /
    MILLION
  );
}

class Sum {
  #usd = 0;
  #stated = 0;
  #estimated = 0;
  #unpriced = 0;
  #input = 0;
  #output = 0;
  #cacheRead = 0;
  #cacheWrite = 0;
  #reasoning = 0;

  add(usage: TokenUsage, usd: number | undefined, isStated: boolean): void {
    this.#input += usage.input;
    this.#output += usage.output;
    this.#cacheRead += usage.cacheRead;
    this.#cacheWrite += usage.cacheWrite;
    this.#reasoning += usage.reasoning;
    if (usd === undefined) {
      this.#unpriced++;
      return;
    }
    this.#usd += usd;
    if (isStated) this.#stated++;
    else this.#estimated++;
  }

  toSum(): CostSum {
    const [stated, estimated] = [this.#stated, this.#estimated];
    const isPriced = stated + estimated > 0;
    return {
      usd: isPriced ? this.#usd : null,
      basis: isPriced ? (estimated === 0 ? 'log' : stated === 0 ? 'estimate' : 'mixed') : 'none',
      requests: stated + estimated + this.#unpriced,
      tokens: {
        input: this.#input,
        output: this.#output,
        cacheRead: this.#cacheRead,
        cacheWrite: this.#cacheWrite,
        reasoning: this.#reasoning,
      },
      unpriced: this.#unpriced,
    };
  }
}

class Sums<Key> {
  readonly #sums = new Map<string, { readonly key: Key; readonly sum: Sum }>();

  of(name: string, key: () => Key): Sum {
    const known = this.#sums.get(name);
    if (known !== undefined) return known.sum;
    const made = { key: key(), sum: new Sum() };
    this.#sums.set(name, made);
    return made.sum;
  }

  list(): (Key & CostSum)[] {
    return [...this.#sums.values()].map(({ key, sum }) => ({ ...key, ...sum.toSum() }));
  }
}

const ONE_PERCENT = 0.01;

function agreementOf(requests: readonly ModelRequest[], prices: Prices): Agreement | null {
  let [count, statedUsd, estimatedUsd, agree, halves] = [0, 0, 0, 0, 0];
  for (const request of requests) {
    const { costUsd } = request;
    const estimate = costUsd === null ? undefined : estimateUsd(request, prices);
    if (costUsd === null || estimate === undefined) continue;
    count++;
    statedUsd += costUsd;
    estimatedUsd += estimate;
    if (Math.abs(costUsd - estimate) <= ONE_PERCENT * estimate) agree++;
    else if (Math.abs(2 * costUsd - estimate) <= ONE_PERCENT * estimate) halves++;
  }
  return count === 0 ? null : { requests: count, statedUsd, estimatedUsd, agree, halves };
}

const LAST_DAY_MS = 8_640_000_000_000_000;

/** Requests of one day are consecutive: the last one is remembered. */
function dayNames(): (at: number | null) => string | null {
  let last = { day: Number.NaN, name: '' };
  return (at) => {
    if (at === null || !(Math.abs(at) <= LAST_DAY_MS)) return null;
    const day = Math.floor(at / DAY_MS);
    if (day !== last.day) last = { day, name: new Date(day * DAY_MS).toISOString().slice(0, 10) };
    return last.name;
  };
}

export function costOf(view: SessionView, turns: TurnMap, { prices }: Pick<InsightOptions, 'prices'>): Cost {
  const dayOf = dayNames();
  const all = new Sum();
  const models = new Sums<{ model: string }>();
  const threads = new Sums<{ thread: string }>();
  const parts = new Sums<{ model: string; thread: string; turn: number; day: string | null }>();
  for (const request of view.requests) {
    const { model, thread, usage, at, ref, costUsd } = request;
    const isStated = costUsd !== null;
    const usd = costUsd ?? estimateUsd(request, prices);
    const turn = turns.of(thread, ref);
    const day = dayOf(at);
    const part = parts.of(`${turn} ${day} ${thread}\u0000${model}`, () => ({ model, thread, turn, day }));
    for (const sum of [all, models.of(model, () => ({ model })), threads.of(thread, () => ({ thread })), part]) {
      sum.add(usage, usd, isStated);
    }
  }
  const byModel = models.list();
  const stated = view.fields.costUsd ?? null;
  const total = all.toSum();
  return {
    ...(stated === null ? total : { ...total, usd: stated, basis: 'log' }),
    priceDate: prices.date,
    priceSource: prices.source,
    statedUsd: stated,
    agreement: agreementOf(view.requests, prices),
    unknownModels: byModel.flatMap(({ model, unpriced }) => (unpriced > 0 ? [{ model, requests: unpriced }] : [])),
    models: byModel,
    threads: threads.list(),
    parts: parts.list(),
  };
}

/** The sums of each turn's parts. */
export function costOfTurns(cost: Cost): ReadonlyMap<number, CostSum> {
  const byTurn = new Map<number, CostPart[]>();
  for (const part of cost.parts) {
    const known = byTurn.get(part.turn);
    if (known === undefined) byTurn.set(part.turn, [part]);
    else known.push(part);
  }
  return new Map([...byTurn].map(([turn, parts]) => [turn, addCosts(parts)]));
}

export const NO_COST: CostSum = { usd: null, basis: 'none', requests: 0, tokens: NO_USAGE, unpriced: 0 };

function addCosts(sums: readonly CostSum[]): CostSum {
  let total = NO_COST;
  for (const sum of sums) {
    total = {
      usd: sum.usd === null ? total.usd : (total.usd ?? 0) + sum.usd,
      basis: bothBases(total.basis, sum.basis),
      requests: total.requests + sum.requests,
      tokens: addUsage(total.tokens, sum.tokens),
      unpriced: total.unpriced + sum.unpriced,
    };
  }
  return total;
}

function bothBases(a: CostBasis, b: CostBasis): CostBasis {
  if (a === 'none' || a === b) return b;
  return b === 'none' ? a : 'mixed';
}
