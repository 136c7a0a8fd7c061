// Owns reading families of sessions on this thread and others at once. They are handed out in their order, whoever read
// them; how far the reading may run ahead is bounded by bytes, and with it the memory.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Session } from '../../model/session.ts';
import { readFamily } from '../read-family.ts';
import type { ReadOptions, SessionFiles } from '../read-session.ts';
import { FamilyReader } from './family-reader.ts';

type Family = readonly SessionFiles[];

/** For less, a thread costs more to start than it saves. */
const WORTH_BYTES = 48 * 1024 * 1024;
/** Bytes of log that were begun and not handed out yet. */
const AHEAD_BYTES = 64 * 1024 * 1024;
/** A thread has this much to do while the others are too busy to give it more. */
const STOCK_BYTES = 8 * 1024 * 1024;
const THREADS_MAX = 8;

function bytesOf(family: Family): number {
  let bytes = 0;
  for (const { logs } of family) for (const log of logs) bytes += log.bytes;
  return bytes;
}

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

class SharedReading {
  readonly #families: readonly Family[];
  readonly #options: ReadOptions;
  readonly #readers: readonly FamilyReader[];
  /** Begun and not handed out; null where a thread was lost. */
  readonly #begun = new Map<number, Promise<Session[] | null>>();
  readonly #settled = new Set<number>();
  #next = 0;
  #aheadBytes = 0;

  constructor(families: readonly Family[], options: ReadOptions, readers: readonly FamilyReader[]) {
    this.#families = families;
    this.#options = options;
    this.#readers = readers;
  }

  async sessionsOf(number: number, family: Family): Promise<Session[]> {
    this.#dealOut();
    if (!this.#begun.has(number)) this.#begin((own) => readFamily(own, this.#options));
    while (!this.#settled.has(number)) {
      // Another thread is at it: this one reads on.
      if (this.#hasRoom()) await this.#begin((own) => readFamily(own, this.#options))?.catch(() => {});
      else await this.#begun.get(number)?.catch(() => {});
      // Answers of other threads arrive between turns.
      await nextTurn();
      this.#dealOut();
    }
    const sessions = await this.#begun.get(number);
    this.#begun.delete(number);
    this.#settled.delete(number);
    this.#aheadBytes -= bytesOf(family);
    return sessions ?? (await readFamily(family, this.#options));
  }

  #hasRoom(): boolean {
    return this.#next < this.#families.length && (this.#aheadBytes < AHEAD_BYTES || this.#begun.size === 0);
  }

  #dealOut(): void {
    for (const reader of this.#readers) {
      while (!reader.isLost && reader.pendingBytes < STOCK_BYTES && this.#hasRoom()) {
        this.#begin((family, number) => reader.read(number, family, bytesOf(family)));
      }
    }
  }

  /** Has the next family read. */
  #begin(read: (family: Family, number: number) => Promise<Session[] | null>): Promise<Session[] | null> | undefined {
    const number = this.#next;
    const family = this.#families[number];
    if (family === undefined) return undefined;
    this.#next++;
    this.#aheadBytes += bytesOf(family);
    const reading = read(family, number);
    this.#begun.set(number, reading);
    const settle = (): void => void this.#settled.add(number);
    reading.then(settle, settle);
    return reading;
  }
}

/** The sessions of all families, in their order. */
export async function* readOnThreads(
  families: readonly Family[],
  options: ReadOptions,
  threads: number,
): AsyncGenerator<Session> {
  const readers = Array.from({ length: threads - 1 }, () => new FamilyReader(options));
  const reading = new SharedReading(families, options, readers);
  try {
    for (const [number, family] of families.entries()) yield* await reading.sessionsOf(number, family);
  } finally {
    await Promise.all(readers.map((reader) => reader.stop()));
  }
}
