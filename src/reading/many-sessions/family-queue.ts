// Which family a thread reads next. Each thread keeps to one agent while there is work of it near the front: what it
// compiles for one agent's logs, it need not compile for the other's. A gigabyte of two agents takes a twentieth less that way.

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
  /** Of the families that no one took yet. */
  bytesLeft: number;

  /** A family may be taken before others with no more than `reachBytes` of log; with 0, all come in their order. */
  constructor(families: readonly Family[], reachBytes: number) {
    this.#families = families;
    this.#reachBytes = reachBytes;
    this.#agents = agentsOf(families);
    this.bytesLeft = families.reduce((total, family) => total + bytesOf(family), 0);
  }

  get isEmpty(): boolean {
    return this.#front === this.#families.length;
  }

  /** The next family for a thread: the first of its agent that is near, else the first of all. None that is larger than `most`. */
  takeFor(thread: number, most = Number.POSITIVE_INFINITY): number | undefined {
    const nearest = this.#nearest(this.#agents[thread % this.#agents.length], most);
    if (nearest !== undefined) return this.#take(nearest);
    const first = this.#families[this.#front];
    return first === undefined || bytesOf(first) > most ? undefined : this.#take(this.#front);
  }

  /** The first family that no one took; undefined when all are taken. */
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
