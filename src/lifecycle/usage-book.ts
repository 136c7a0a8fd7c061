// Owns what models used: each message once, and the sums by model, kept as messages come.

import { hashText } from '../base/hash.ts';
import type { UsageCounted } from '../model/observation.ts';
import type { ModelUsage } from '../model/session.ts';
import type { TokenUsage } from '../model/usage.ts';

interface MessageUsage {
  readonly model: string | null;
  readonly usage: TokenUsage;
}

/** By hashed key of the message. */
export type UsageState = Map<number, MessageUsage>;

/** What the messages of one model used, added up in place: most records of a log count something. */
class ModelSum {
  readonly model: string;
  messages = 0;
  #input = 0;
  #output = 0;
  #cacheRead = 0;
  #cacheWrite = 0;
  #reasoning = 0;

  constructor(model: string) {
    this.model = model;
  }

  /** Adds a message, or with -1 takes one out again. */
  count(usage: TokenUsage, sign: 1 | -1): void {
    this.messages += sign;
    this.#input += sign * usage.input;
    this.#output += sign * usage.output;
    this.#cacheRead += sign * usage.cacheRead;
    this.#cacheWrite += sign * usage.cacheWrite;
    this.#reasoning += sign * usage.reasoning;
  }

  toUsage(): ModelUsage {
    const usage: TokenUsage = {
      input: this.#input,
      output: this.#output,
      cacheRead: this.#cacheRead,
      cacheWrite: this.#cacheWrite,
      reasoning: this.#reasoning,
    };
    return { model: this.model, messages: this.messages, usage };
  }
}

export class UsageBook {
  readonly #messages: UsageState;
  readonly #sums = new Map<string, ModelSum>();
  /** The sum counted in last: most messages are of one model. */
  #lastSum: ModelSum | null = null;

  constructor(state: UsageState = new Map()) {
    this.#messages = state;
    for (const { model, usage } of state.values()) this.#sumOf(model).count(usage, 1);
  }

  save(): UsageState {
    return this.#messages;
  }

  /** The record with the largest output is the final one; they are never summed, and the first is a placeholder. */
  note({ key, model, usage }: Pick<UsageCounted, 'key' | 'model' | 'usage'>): void {
    const message = hashText(key);
    const known = this.#messages.get(message);
    if (known !== undefined && usage.output <= known.usage.output) return;
    if (known !== undefined) this.#sumOf(known.model).count(known.usage, -1);
    const sum = this.#sumOf(model);
    sum.count(usage, 1);
    // The name as the sums hold it: one text for all messages.
    this.#messages.set(message, { model: model === null ? null : sum.model, usage });
  }

  sums(): ModelUsage[] {
    const sums: ModelUsage[] = [];
    for (const sum of this.#sums.values()) if (sum.messages > 0) sums.push(sum.toUsage());
    return sums;
  }

  #sumOf(named: string | null): ModelSum {
    const model = named ?? 'unknown';
    if (this.#lastSum !== null && this.#lastSum.model === model) return this.#lastSum;
    const sum = this.#sums.get(model) ?? new ModelSum(model);
    this.#sums.set(model, sum);
    this.#lastSum = sum;
    return sum;
  }
}
