// What models used: each message once, with time and place, and the sums by model, updated as messages come.

import { hashText } from '../base/hash.ts';
import type { NumberedRequest } from '../model/model-request.ts';
import { MAIN_THREAD, type ThreadId, type UsageCounted } from '../model/observation.ts';
import type { ModelUsage } from '../model/session.ts';
import { compareRefs, type LineRef } from '../model/source.ts';
import type { TokenUsage } from '../model/usage.ts';
import { HashedRows, NOT_THERE } from './hashed-rows.ts';

/** Plain data, for a restart: columns as long as there are messages. */
export interface UsageState {
  /** Hashed keys of messages. */
  readonly keys: Float64Array;
  /** Names of models, and the model of each message. */
  readonly models: readonly string[];
  readonly modelOf: Int32Array;
  readonly threads: readonly ThreadId[];
  readonly threadOf: Int32Array;
  /** Thirteen numbers per message: see `#put`. */
  readonly numbers: Float64Array;
}

const NUMBERS = 13;
const ROWS_MIN = 32;

/** What the messages of one model used, summed in place: most records of a log count something. */
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

  /** Adds a message, or with -1 removes one. */
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

/** The larger of two numbers, either of which may be unknown. */
function larger(a: number, b: number): number {
  if (Number.isNaN(a)) return b;
  return Number.isNaN(b) ? a : Math.max(a, b);
}

function known(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value;
}

/** The parts of an observation that are counted. */
export type CountedUsage = Pick<UsageCounted, 'key' | 'model' | 'usage'> &
  Partial<Pick<UsageCounted, 'thread' | 'at' | 'ref' | 'cacheWriteLong' | 'costUsd' | 'contextWindow'>>;

/** A session can have a hundred thousand messages: in columns one takes 130 bytes, a third of what it takes as objects. */
export class UsageTracker {
  readonly #messages: HashedRows;
  readonly #sums: ModelSum[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #threads: ThreadId[] = [];
  readonly #threadNumbers = new Map<ThreadId, number>();
  #modelOf: Int32Array;
  #threadOf: Int32Array;
  #cells: Float64Array;
  /** Messages that are new, or count more, since the last call. */
  #changed = new Set<number>();
  /** The sum used last: most messages are of one model. */
  #lastModel = 0;

  readonly #tracking: boolean;

  /** Without `tracking`, changes are never requested. */
  constructor(state?: UsageState, tracking = true) {
    this.#tracking = tracking;
    this.#messages = new HashedRows(state?.keys);
    const rows = this.#messages.size;
    this.#modelOf = new Int32Array(Math.max(rows, ROWS_MIN));
    this.#threadOf = new Int32Array(this.#modelOf.length);
    this.#cells = new Float64Array(this.#modelOf.length * NUMBERS);
    if (state === undefined) return;
    this.#modelOf.set(state.modelOf);
    this.#threadOf.set(state.threadOf);
    this.#cells.set(state.numbers);
    for (const thread of state.threads) this.#threadNumber(thread);
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
      threads: this.#threads,
      threadOf: this.#threadOf.subarray(0, rows),
      numbers: this.#cells.subarray(0, rows * NUMBERS),
    };
  }

  /**
   * Each number is the largest that any record of the message has: records repeat it, and the first ones hold placeholders. They
   * are never summed. The record with the largest output is the final one, and gives the model, the time and the line.
   */
  note(seen: CountedUsage): void {
    const { key, model, usage } = seen;
    const message = hashText(key);
    const known = this.#messages.find(message);
    if (known === NOT_THERE) {
      const row = this.#messages.add(message);
      if (row === this.#modelOf.length) this.#grow();
      this.#modelOf[row] = this.#modelNumber(model ?? 'unknown');
      this.#put(row, usage);
      this.#place(row, seen);
      this.#addDetails(row, seen, Number.NaN);
      this.#sumOf(row)?.count(usage, 1);
      if (this.#tracking) this.#changed.add(row);
      return;
    }
    const before = this.#usageOf(known);
    this.#sumOf(known)?.count(before, -1);
    const isEarlier = seen.ref !== undefined && compareRefs(seen.ref, this.#refOf(known)) < 0;
    if (usage.output > before.output || (usage.output === before.output && isEarlier)) this.#place(known, seen);
    if (usage.output > before.output) this.#modelOf[known] = this.#modelNumber(model ?? 'unknown');
    const now = largest(before, usage);
    this.#put(known, now);
    this.#addDetails(known, seen);
    this.#sumOf(known)?.count(now, 1);
    if (this.#tracking) this.#changed.add(known);
  }

  /** All of them, in the order they were first seen. */
  *requests(): Generator<NumberedRequest> {
    for (let row = 0; row < this.#messages.size; row++) yield this.#request(row);
  }

  /** Those that are new, or count more, since the last call. */
  takeChanged(): NumberedRequest[] {
    const rows = [...this.#changed];
    this.#changed = new Set();
    return rows.map((row) => this.#request(row));
  }

  #request(row: number): NumberedRequest {
    const at = row * NUMBERS;
    return {
      num: row,
      thread: this.#threads[this.#threadOf[row] ?? 0] ?? MAIN_THREAD,
      model: this.#sumOf(row)?.model ?? 'unknown',
      at: known(this.#cells[at + 5]),
      usage: this.#usageOf(row),
      cacheWriteLong: known(this.#cells[at + 10]) ?? 0,
      costUsd: known(this.#cells[at + 11]),
      contextWindow: known(this.#cells[at + 12]),
      ref: this.#refOf(row),
    };
  }

  sums(): ModelUsage[] {
    const sums: ModelUsage[] = [];
    for (const sum of this.#sums) if (sum.messages > 0) sums.push(sum.toUsage());
    return sums;
  }

  #put(row: number, { input, output, cacheRead, cacheWrite, reasoning }: TokenUsage): void {
    const at = row * NUMBERS;
    this.#cells[at] = input;
    this.#cells[at + 1] = output;
    this.#cells[at + 2] = cacheRead;
    this.#cells[at + 3] = cacheWrite;
    this.#cells[at + 4] = reasoning;
  }

  #place(row: number, { thread, at: when, ref }: CountedUsage): void {
    const at = row * NUMBERS;
    this.#threadOf[row] = this.#threadNumber(thread ?? MAIN_THREAD);
    this.#cells[at + 5] = when ?? Number.NaN;
    this.#cells[at + 6] = ref?.source ?? 0;
    this.#cells[at + 7] = ref?.line ?? 0;
    this.#cells[at + 8] = ref?.offset ?? 0;
    this.#cells[at + 9] = ref?.length ?? 0;
  }

  /** The largest of each that any record states; `before` is what a new message starts with. */
  #addDetails(row: number, { cacheWriteLong, costUsd, contextWindow }: CountedUsage, before?: number): void {
    const at = row * NUMBERS;
    for (const [place, value] of [cacheWriteLong, costUsd, contextWindow].entries()) {
      const cell = at + 10 + place;
      this.#cells[cell] = larger(before ?? this.#cells[cell] ?? Number.NaN, value ?? Number.NaN);
    }
  }

  #refOf(row: number): LineRef {
    const at = row * NUMBERS;
    return {
      source: this.#cells[at + 6] ?? 0,
      line: this.#cells[at + 7] ?? 0,
      offset: this.#cells[at + 8] ?? 0,
      length: this.#cells[at + 9] ?? 0,
    };
  }

  #usageOf(row: number): TokenUsage {
    const at = row * NUMBERS;
    return {
      input: this.#cells[at] ?? 0,
      output: this.#cells[at + 1] ?? 0,
      cacheRead: this.#cells[at + 2] ?? 0,
      cacheWrite: this.#cells[at + 3] ?? 0,
      reasoning: this.#cells[at + 4] ?? 0,
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

  #threadNumber(thread: ThreadId): number {
    const number = this.#threadNumbers.get(thread) ?? this.#threads.push(thread) - 1;
    this.#threadNumbers.set(thread, number);
    return number;
  }

  #grow(): void {
    const modelOf = new Int32Array(this.#modelOf.length * 2);
    const threadOf = new Int32Array(modelOf.length);
    const cells = new Float64Array(modelOf.length * NUMBERS);
    modelOf.set(this.#modelOf);
    threadOf.set(this.#threadOf);
    cells.set(this.#cells);
    this.#modelOf = modelOf;
    this.#threadOf = threadOf;
    this.#cells = cells;
  }
}
