// Owns what models used: each message once, and the sums by model, kept as messages come.

import { hashText } from '../base/hash.ts';
import type { UsageCounted } from '../model/observation.ts';
import type { ModelUsage } from '../model/session.ts';
import type { TokenUsage } from '../model/usage.ts';
import { HashedRows, NOT_THERE } from './hashed-rows.ts';

/** Plain data, for keeping a book over a restart: columns as long as there are messages. */
export interface UsageState {
  /** Hashed keys of messages. */
  readonly keys: Float64Array;
  /** Names of models, and which of them each message is of. */
  readonly models: readonly string[];
  readonly modelOf: Int32Array;
  /** Five numbers a message. */
  readonly tokens: Float64Array;
}

const NUMBERS = 5;
const ROWS_MIN = 32;

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

function largest(a: TokenUsage, b: TokenUsage): TokenUsage {
  return {
    input: Math.max(a.input, b.input),
    output: Math.max(a.output, b.output),
    cacheRead: Math.max(a.cacheRead, b.cacheRead),
    cacheWrite: Math.max(a.cacheWrite, b.cacheWrite),
    reasoning: Math.max(a.reasoning, b.reasoning),
  };
}

/** A session can have a hundred thousand messages: in columns one takes sixty bytes, a third of what it takes as objects. */
export class UsageBook {
  readonly #messages: HashedRows;
  readonly #sums: ModelSum[] = [];
  readonly #numbers = new Map<string, number>();
  #modelOf: Int32Array;
  #tokens: Float64Array;
  /** The sum counted in last: most messages are of one model. */
  #lastModel = 0;

  constructor(state?: UsageState) {
    this.#messages = new HashedRows(state?.keys);
    const rows = this.#messages.size;
    this.#modelOf = new Int32Array(Math.max(rows, ROWS_MIN));
    this.#tokens = new Float64Array(this.#modelOf.length * NUMBERS);
    if (state === undefined) return;
    this.#modelOf.set(state.modelOf);
    this.#tokens.set(state.tokens);
    for (const model of state.models) this.#modelNumber(model);
    for (let row = 0; row < rows; row++) this.#sumOf(row)?.count(this.#usageOf(row), 1);
  }

  /** Shares its columns. */
  save(): UsageState {
    const rows = this.#messages.size;
    return {
      keys: this.#messages.keys,
      models: this.#sums.map(({ model }) => model),
      modelOf: this.#modelOf.subarray(0, rows),
      tokens: this.#tokens.subarray(0, rows * NUMBERS),
    };
  }

  /**
   * Each number by the largest that any record of the message has: they repeat it, and the first ones hold placeholders. They are
   * never summed. The record with the largest output is the final one, and names the model.
   */
  note({ key, model, usage }: Pick<UsageCounted, 'key' | 'model' | 'usage'>): void {
    const message = hashText(key);
    const known = this.#messages.find(message);
    if (known === NOT_THERE) {
      const row = this.#messages.add(message);
      if (row === this.#modelOf.length) this.#grow();
      this.#modelOf[row] = this.#modelNumber(model ?? 'unknown');
      this.#put(row, usage);
      this.#sumOf(row)?.count(usage, 1);
      return;
    }
    const before = this.#usageOf(known);
    this.#sumOf(known)?.count(before, -1);
    if (usage.output > before.output) this.#modelOf[known] = this.#modelNumber(model ?? 'unknown');
    const now = largest(before, usage);
    this.#put(known, now);
    this.#sumOf(known)?.count(now, 1);
  }

  sums(): ModelUsage[] {
    const sums: ModelUsage[] = [];
    for (const sum of this.#sums) if (sum.messages > 0) sums.push(sum.toUsage());
    return sums;
  }

  #put(row: number, { input, output, cacheRead, cacheWrite, reasoning }: TokenUsage): void {
    const at = row * NUMBERS;
    this.#tokens[at] = input;
    this.#tokens[at + 1] = output;
    this.#tokens[at + 2] = cacheRead;
    this.#tokens[at + 3] = cacheWrite;
    this.#tokens[at + 4] = reasoning;
  }

  #usageOf(row: number): TokenUsage {
    const at = row * NUMBERS;
    return {
      input: this.#tokens[at] ?? 0,
      output: this.#tokens[at + 1] ?? 0,
      cacheRead: this.#tokens[at + 2] ?? 0,
      cacheWrite: this.#tokens[at + 3] ?? 0,
      reasoning: this.#tokens[at + 4] ?? 0,
    };
  }

  #sumOf(row: number): ModelSum | undefined {
    return this.#sums[this.#modelOf[row] ?? 0];
  }

  #modelNumber(model: string): number {
    if (this.#sums[this.#lastModel]?.model === model) return this.#lastModel;
    const number = this.#numbers.get(model) ?? this.#sums.push(new ModelSum(model)) - 1;
    this.#numbers.set(model, number);
    this.#lastModel = number;
    return number;
  }

  #grow(): void {
    const modelOf = new Int32Array(this.#modelOf.length * 2);
    const tokens = new Float64Array(modelOf.length * NUMBERS);
    modelOf.set(this.#modelOf);
    tokens.set(this.#tokens);
    this.#modelOf = modelOf;
    this.#tokens = tokens;
  }
}
