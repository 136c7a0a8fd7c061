// Work queue for reader threads. A thread stays with one agent's logs while there are some near the front: its JIT code is warm for
// them. A gigabyte of two agents takes a twentieth less that way.

import type { SessionFiles } from '../read-session.ts';
import { sessionBytes } from './load.ts';

export type Family = readonly SessionFiles[];

export function bytesOf(family: Family): number {
  let bytes = 0;
  for (const files of family) bytes += sessionBytes(files);
  return bytes;
}

/** Agents with the most to read first. */
function agentsOf(families: readonly Family[]): string[] {
  const bytes = new Map<string, number>();
  for (const family of families) {
    const agent = family[0]?.agent ?? '';
    bytes.set(agent, (bytes.get(agent) ?? 0) + bytesOf(family));
  }
  return [...bytes].sort(([, a], [, b]) => b - a).map(([agent]) => agent);
}

export class FamilyQueue {
  readonly #families: readonly Family[];
  readonly #agents: readonly string[];
  readonly #reachBytes: number;
  /** Taken before those in front of them. */
  readonly #early = new Set<number>();
  #front = 0;
  /** Of the families not yet taken. */
  bytesLeft: number;

  /** A family may overtake others with up to `reachBytes` of log; with 0, all come in order. */
  constructor(families: readonly Family[], reachBytes: number) {
    this.#families = families;
    this.#reachBytes = reachBytes;
    this.#agents = agentsOf(families);
    this.bytesLeft = families.reduce((total, family) => total + bytesOf(family), 0);
  }

  get isEmpty(): boolean {
    return this.#front === this.#families.length;
  }

  /** The next family for a thread: the nearby first one of its agent, else the first of all. None larger than `most`. */
  takeFor(thread: number, most = Number.POSITIVE_INFINITY): number | undefined {
    const nearest = this.#nearest(this.#agents[thread % this.#agents.length], most);
    if (nearest !== undefined) return this.#take(nearest);
    const first = this.#families[this.#front];
    return first === undefined || bytesOf(first) > most ? undefined : this.#take(this.#front);
  }

  /** The first family not yet taken; undefined when all are taken. */
  takeFirst(): number | undefined {
    return this.isEmpty ? undefined : this.#take(this.#front);
  }

  #take(number: number): number {
    this.#early.add(number);
    while (this.#early.delete(this.#front)) this.#front++;
    this.bytesLeft -= bytesOf(this.#families[number] ?? []);
    return number;
  }

  #nearest(agent: string | undefined, most: number): number | undefined {
    let passedBytes = 0;
    for (let number = this.#front; passedBytes <= this.#reachBytes; number++) {
      const family = this.#families[number];
      if (family === undefined) return undefined;
      if (this.#early.has(number)) continue;
      const bytes = bytesOf(family);
      if (family[0]?.agent === agent && bytes <= most) return number;
      passedBytes += bytes;
    }
    return undefined;
  }
}
