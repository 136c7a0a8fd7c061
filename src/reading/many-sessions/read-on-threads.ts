// Reads families of sessions on this thread and others in parallel. Results come in order, whichever thread read them; how far
// reading may run ahead is bounded in bytes, and with it the memory.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ReadOptions } from '../read-session.ts';
import { type FamilyParts, type FamilyProduct, type ProductKind, readProduct } from './family-product.ts';
import { bytesOf, type Family, FamilyQueue } from './family-queue.ts';
import { FamilyReader } from './family-reader.ts';
import { ReadingThreads } from './reading-threads.ts';

export interface ReadingLimits {
  /** Bytes of log that may be started and not handed out yet. */
  readonly aheadBytes: number;
  /** A thread has this much queued while the others are too busy to give it more. */
  readonly stockBytes: number;
}

const LIMITS: ReadingLimits = { aheadBytes: 64 * 1024 * 1024, stockBytes: 8 * 1024 * 1024 };

/** Towards the end less is dealt out at a time, so that all threads finish together. */
const SHARES_LEFT_PER_THREAD = 4;

type Read<Product> = (family: Family) => Promise<Product | null>;

class SharedReading<Kind extends ProductKind> {
  readonly #kind: Kind;
  readonly #families: readonly Family[];
  readonly #queue: FamilyQueue;
  readonly #options: ReadOptions;
  readonly #readers: readonly FamilyReader<Kind>[];
  readonly #limits: ReadingLimits;
  /** Started and not handed out; null if a thread was lost. */
  readonly #begun = new Map<number, Promise<FamilyProduct<Kind> | null>>();
  readonly #settled = new Set<number>();
  readonly #readHere: Read<FamilyProduct<Kind>> = (family) => readProduct(this.#kind, family, this.#options);
  #aheadBytes = 0;

  constructor(
    kind: Kind,
    families: readonly Family[],
    options: ReadOptions,
    readers: readonly FamilyReader<Kind>[],
    limits: ReadingLimits,
  ) {
    this.#kind = kind;
    this.#families = families;
    // A single thread takes them as they come: code compiled for one agent would be compiled again for the next.
    this.#queue = new FamilyQueue(families, readers.length === 0 ? 0 : limits.aheadBytes / 2);
    this.#options = options;
    this.#readers = readers;
    this.#limits = limits;
  }

  async productOf(number: number, family: Family): Promise<FamilyProduct<Kind>> {
    this.#dealOut();
    while (!this.#settled.has(number)) {
      await this.#readOnHere(number, family).catch(() => {});
      // Answers of other threads arrive between turns.
      await nextTurn();
      this.#dealOut();
    }
    const product = await this.#begun.get(number);
    this.#begun.delete(number);
    this.#settled.delete(number);
    this.#aheadBytes -= this.#roomOf(family);
    return product ?? (await readProduct(this.#kind, family, this.#options));
  }

  /** What this thread does until a family is read: another thread's family, or one that another thread would take later. */
  async #readOnHere(awaited: number, family: Family): Promise<void> {
    const isBegun = this.#begun.has(awaited);
    const ahead = isBegun || !this.#isTooLarge(family) ? this.#takeFor(this.#readers.length) : undefined;
    if (ahead !== undefined) await this.#begin(ahead, this.#readHere);
    else if (isBegun) await this.#begun.get(awaited);
    // No other thread took it, and there is no room for anything else; or it was left to this thread.
    else await this.#begin(this.#queue.takeFirst(), this.#readHere);
  }

  #hasRoom(): boolean {
    return !this.#queue.isEmpty && this.#aheadBytes < this.#limits.aheadBytes;
  }

  /** The next family a thread may read ahead; undefined when there is no room. */
  #takeFor(thread: number): number | undefined {
    return this.#hasRoom() ? this.#queue.takeFor(thread, this.#limits.aheadBytes) : undefined;
  }

  /**
   * Larger than all that may be read ahead. Such a family is read here in its turn: nothing of it has to be sent or kept, and
   * meanwhile the other threads read ahead as usual.
   */
  #isTooLarge(family: Family): boolean {
    return bytesOf(family) > this.#limits.aheadBytes;
  }

  /** How much of the read-ahead room a family takes. */
  #roomOf(family: Family): number {
    return this.#isTooLarge(family) ? 0 : bytesOf(family);
  }

  #dealOut(): void {
    for (const [thread, reader] of this.#readers.entries()) {
      while (!reader.isLost && (reader.isIdle || reader.pendingBytes < this.#stockBytes())) {
        const number = this.#takeFor(thread);
        if (number === undefined) break;
        this.#begin(number, (family) => reader.read(number, family, bytesOf(family)));
      }
      // While others are still working: nothing waits for its end then.
      if (this.#queue.isEmpty && reader.isIdle) reader.stop();
    }
  }

  #stockBytes(): number {
    const shares = (this.#readers.length + 1) * SHARES_LEFT_PER_THREAD;
    return Math.min(this.#limits.stockBytes, this.#queue.bytesLeft / shares);
  }

  #begin(number: number | undefined, read: Read<FamilyProduct<Kind>>): Promise<FamilyProduct<Kind> | null> | undefined {
    const family = number === undefined ? undefined : this.#families[number];
    if (number === undefined || family === undefined) return undefined;
    this.#aheadBytes += this.#roomOf(family);
    const reading = read(family);
    this.#begun.set(number, reading);
    const settle = (): void => {
      this.#settled.add(number);
      this.#dealOut();
    };
    reading.then(settle, settle);
    return reading;
  }
}

export interface ThreadedReading {
  readonly limits?: ReadingLimits;
  /** Threads that may have been started earlier. They end with the reading. */
  readonly started?: ReadingThreads | undefined;
}

/** The products of all families, in order. */
export async function* readOnThreads<Kind extends ProductKind>(
  kind: Kind,
  families: readonly Family[],
  options: ReadOptions,
  threads: number,
  { limits = LIMITS, started = new ReadingThreads() }: ThreadedReading = {},
): AsyncGenerator<FamilyParts[Kind]> {
  const readers = started.take(threads - 1).map((thread) => new FamilyReader(thread, kind, options));
  const reading = new SharedReading(kind, families, options, readers, limits);
  try {
    for (const [number, family] of families.entries()) yield* await reading.productOf(number, family);
  } finally {
    await started.stop();
  }
}
