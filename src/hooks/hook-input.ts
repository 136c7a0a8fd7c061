// Collects what an agent sends to a hook, piece by piece, in bounded memory: all of it, or the head and tail of a long input. Loaded at
// every step of an agent: no package, nothing slow.

/** Longer input is not parsed: only what identifies the call is searched for, in its beginning and end. */
export const PARSE_LIMIT = 1024 * 1024;
export const END_BYTES = 64 * 1024;

/** What an agent sent; the ends, if it was too long. */
export interface HookInput {
  readonly head: Uint8Array;
  /** Null when the head is all. */
  readonly tail: Uint8Array | null;
  readonly bytes: number;
}

/** Bytes that several collectors may hold together. One that finds none left keeps only its ends. */
export class InputBudget {
  #left: number;

  constructor(bytes: number) {
    this.#left = bytes;
  }

  get left(): number {
    return this.#left;
  }

  take(bytes: number): boolean {
    if (bytes > this.#left) return false;
    this.#left -= bytes;
    return true;
  }

  giveBack(bytes: number): void {
    this.#left += bytes;
  }
}

export class InputCollector {
  readonly #budget: InputBudget | undefined;
  #taken = 0;
  #bytes = 0;
  /** Grows by doubling: input in pieces of one byte takes no more memory than any other. */
  #all = Buffer.alloc(0);
  #ends: { readonly head: Uint8Array; readonly tail: Buffer } | undefined;

  constructor(budget?: InputBudget) {
    this.#budget = budget;
  }

  add(part: Uint8Array): void {
    if (this.#ends !== undefined) {
      // In place: what arrives after the head leaves nothing behind in memory.
      const last = part.subarray(-END_BYTES);
      this.#ends.tail.copyWithin(0, last.length);
      this.#ends.tail.set(last, END_BYTES - last.length);
      this.#bytes += part.length;
      return;
    }
    const isShort = this.#bytes + part.length <= 2 * END_BYTES;
    if (isShort || (this.#bytes + part.length <= PARSE_LIMIT && this.#take(part.length))) {
      this.#append(part);
      return;
    }
    // Copies, so that the whole can be freed.
    const all = Buffer.concat([this.#all.subarray(0, this.#bytes), part]);
    this.#ends = { head: Buffer.from(all.subarray(0, END_BYTES)), tail: Buffer.from(all.subarray(-END_BYTES)) };
    this.close();
    this.#bytes = all.length;
  }

  words(): HookInput {
    if (this.#ends !== undefined) return { ...this.#ends, bytes: this.#bytes };
    return { head: this.#all.subarray(0, this.#bytes), tail: null, bytes: this.#bytes };
  }

  /** Returns what was taken from the budget. */
  close(): void {
    this.#budget?.giveBack(this.#taken);
    this.#taken = 0;
    this.#all = Buffer.alloc(0);
  }

  #append(part: Uint8Array): void {
    const needed = this.#bytes + part.length;
    if (needed > this.#all.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, 2 * this.#all.length));
      this.#all.copy(larger, 0, 0, this.#bytes);
      this.#all = larger;
    }
    this.#all.set(part, this.#bytes);
    this.#bytes = needed;
  }

  #take(bytes: number): boolean {
    if (this.#budget?.take(bytes) === false) return false;
    if (this.#budget !== undefined) this.#taken += bytes;
    return true;
  }
}

/** Input that is in memory as a whole. */
export function wordsOf(body: Uint8Array): HookInput {
  const collector = new InputCollector();
  collector.add(body);
  return collector.words();
}
