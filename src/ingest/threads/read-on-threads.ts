// Owns reading families of sessions on this thread and others at once. They are handed out in their order, whoever read
// them; how far the reading may run ahead is bounded by bytes, and with it the memory.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ReadOptions } from '../read-session.ts';
import { type FamilyParts, type FamilyProduct, type ProductKind, readProduct } from './family-product.ts';
import { bytesOf, type Family, FamilyQueue } from './family-queue.ts';
import { FamilyReader } from './family-reader.ts';

/** For less, a thread costs more to start than it saves. */
const WORTH_BYTES = 48 * 1024 * 1024;
const THREADS_MAX = 8;

export interface ReadingLimits {
  /** Bytes of log that may be begun and not handed out yet. */
  readonly aheadBytes: number;
  /** A thread has this much to do while the others are too busy to give it more. */
  readonly stockBytes: number;
}

const LIMITS: ReadingLimits = { aheadBytes: 64 * 1024 * 1024, stockBytes: 8 * 1024 * 1024 };

/** How many threads are worth it, this one included. */
export function threadsFor(families: readonly Family[], most: number): number {
  let total = 0;
  let largest = 0;
  for (const family of families) {
    const bytes = bytesOf(family);
    total += bytes;
    largest = Math.max(largest, bytes);
  }
  // Beside the largest family, only the rest can be read.
  if (total < WORTH_BYTES || total - largest < WORTH_BYTES / 2) return 1;
  return Math.max(1, Math.min(most, THREADS_MAX, Math.ceil(total / WORTH_BYTES)));
}

type Read<Product> = (family: Family, number: number) => Promise<Product | null>;

class SharedReading<Kind extends ProductKind> {
  readonly #kind: Kind;
  readonly #families: readonly Family[];
  readonly #queue: FamilyQueue;
  readonly #options: ReadOptions;
  readonly #readers: readonly FamilyReader<Kind>[];
  readonly #limits: ReadingLimits;
  /** Begun and not handed out; null where a thread was lost. */
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
    // A thread alone takes them as they come: code that was compiled for one agent would be compiled again for the next.
    this.#queue = new FamilyQueue(families, readers.length === 0 ? 0 : limits.aheadBytes / 2);
    this.#options = options;
    this.#readers = readers;
    this.#limits = limits;
  }

  async productOf(number: number, family: Family): Promise<FamilyProduct<Kind>> {
    this.#dealOut();
    while (!this.#settled.has(number)) {
      await this.#readOnHere(number).catch(() => {});
      // Answers of other threads arrive between turns.
      await nextTurn();
      this.#dealOut();
    }
    const product = await this.#begun.get(number);
    this.#begun.delete(number);
    this.#settled.delete(number);
    this.#aheadBytes -= bytesOf(family);
    return product ?? (await readProduct(this.#kind, family, this.#options));
  }

  /** What this thread does until a family is read: that of another thread, or one that another thread will come to. */
  async #readOnHere(awaited: number): Promise<void> {
    if (this.#hasRoom()) await this.#begin(this.#queue.takeFor(this.#readers.length), this.#readHere);
    else if (this.#begun.has(awaited)) await this.#begun.get(awaited);
    // Nobody came to it, and there is no room for anything else.
    else await this.#begin(this.#queue.takeFirst(), this.#readHere);
  }

  #hasRoom(): boolean {
    return !this.#queue.isEmpty && (this.#aheadBytes < this.#limits.aheadBytes || this.#begun.size === 0);
  }

  #dealOut(): void {
    for (const [thread, reader] of this.#readers.entries()) {
      while (!reader.isLost && reader.pendingBytes < this.#limits.stockBytes && this.#hasRoom()) {
        this.#begin(this.#queue.takeFor(thread), (family, number) => reader.read(number, family, bytesOf(family)));
      }
    }
  }

  #begin(number: number | undefined, read: Read<FamilyProduct<Kind>>): Promise<FamilyProduct<Kind> | null> | undefined {
    const family = number === undefined ? undefined : this.#families[number];
    if (number === undefined || family === undefined) return undefined;
    this.#aheadBytes += bytesOf(family);
    const reading = read(family, number);
    this.#begun.set(number, reading);
    const settle = (): void => void this.#settled.add(number);
    reading.then(settle, settle);
    return reading;
  }
}

/** What is made of all families, in their order. */
export async function* readOnThreads<Kind extends ProductKind>(
  kind: Kind,
  families: readonly Family[],
  options: ReadOptions,
  threads: number,
  limits = LIMITS,
): AsyncGenerator<FamilyParts[Kind]> {
  const readers = Array.from({ length: threads - 1 }, () => new FamilyReader(kind, options));
  const reading = new SharedReading(kind, families, options, readers, limits);
  try {
    for (const [number, family] of families.entries()) yield* await reading.productOf(number, family);
  } finally {
    await Promise.all(readers.map((reader) => reader.stop()));
  }
}
