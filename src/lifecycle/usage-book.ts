// Owns what models used: each message once, and the sums by model, kept as messages come.

import { hashText } from '../base/hash.ts';
import type { UsageCounted } from '../model/observation.ts';
import type { ModelUsage } from '../model/session.ts';
import { addUsage, type TokenUsage } from '../model/usage.ts';

interface MessageUsage {
  readonly model: string | null;
  readonly usage: TokenUsage;
}

/** By hashed key of the message. */
export type UsageState = Map<number, MessageUsage>;

function negative({ input, output, cacheRead, cacheWrite, reasoning }: TokenUsage): TokenUsage {
  return {
    input: -input,
    output: -output,
    cacheRead: -cacheRead,
    cacheWrite: -cacheWrite,
    reasoning: -reasoning,
  };
}

export class UsageBook {
  readonly #messages: UsageState;
  readonly #sums = new Map<string, ModelUsage>();
  /** The message told of last, and its largest output: most records repeat the usage of the one before. */
  #lastKey = '';
  #lastOutput = -1;

  constructor(state: UsageState = new Map()) {
    this.#messages = state;
    for (const message of state.values()) this.#count(message.model, message.usage, 1);
  }

  save(): UsageState {
    return this.#messages;
  }

  /** The record with the largest output is the final one; they are never summed, and the first is a placeholder. */
  note({ key, model, usage }: Pick<UsageCounted, 'key' | 'model' | 'usage'>): void {
    if (key === this.#lastKey && usage.output <= this.#lastOutput) return;
    const message = hashText(key);
    const known = this.#messages.get(message);
    this.#lastKey = key;
    this.#lastOutput = Math.max(usage.output, known?.usage.output ?? -1);
    if (known !== undefined && usage.output <= known.usage.output) return;
    if (known !== undefined) this.#count(known.model, negative(known.usage), -1);
    this.#count(model, usage, 1);
    // The name as the sums hold it: one text for all messages.
    this.#messages.set(message, { model: model === null ? null : (this.#sums.get(model)?.model ?? model), usage });
  }

  sums(): ModelUsage[] {
    return [...this.#sums.values()].filter(({ messages }) => messages > 0);
  }

  #count(named: string | null, usage: TokenUsage, messages: number): void {
    const model = named ?? 'unknown';
    const known = this.#sums.get(model);
    this.#sums.set(model, {
      model: known?.model ?? model,
      messages: (known?.messages ?? 0) + messages,
      usage: known === undefined ? usage : addUsage(known.usage, usage),
    });
  }
}
