// What a reader remembers of earlier lines: which messages stand, and what was told of them. Lines take others back or repeat
// them with more.

import { asArray, asName, asObject } from '../../base/json.ts';

/** Only the last few messages are ever written again with more in them. */
const KEPT = 500;

function namesIn(value: unknown): string[] {
  return (asArray(value) ?? []).flatMap((name) => asName(name) ?? []);
}

export class Memory {
  /** Messages that stand, in order. */
  standing: Set<string>;
  /** Messages that have a place in the tree. */
  readonly placed: Set<string>;
  /** The place that the next message hangs from; null for the chat itself. */
  leaf: string | null;
  /** The message that the last line went back to. */
  rewound: string | null;
  readonly #told: Set<string>;

  constructor(state?: unknown) {
    const object = asObject(state) ?? {};
    this.standing = new Set(namesIn(object['standing']));
    this.placed = new Set(namesIn(object['placed']));
    this.leaf = asName(object['leaf']) ?? null;
    this.rewound = asName(object['rewound']) ?? null;
    this.#told = new Set(namesIn(object['told']));
  }

  save(): unknown {
    const { standing, placed, leaf, rewound } = this;
    return { standing: [...standing], placed: [...placed], leaf, rewound, told: [...this.#told] };
  }

  /** Whether this is the first time that something is said. */
  isNews(mark: string): boolean {
    if (this.#told.has(mark)) return false;
    this.#told.add(mark);
    for (const oldest of this.#told) {
      if (this.#told.size <= KEPT) break;
      this.#told.delete(oldest);
    }
    return true;
  }

  /** Whether a message was met before, whether it stands or not. */
  knows(id: string): boolean {
    return this.placed.has(id) || this.standing.has(id);
  }

  /** Takes back a message and all after it; all of them when it is none that stands. */
  rewind(id: string): void {
    const before: string[] = [];
    if (this.standing.has(id)) {
      for (const standing of this.standing) {
        if (standing === id) break;
        before.push(standing);
      }
    }
    this.standing = new Set(before);
    this.leaf = before.findLast((standing) => this.placed.has(standing)) ?? null;
  }
}
