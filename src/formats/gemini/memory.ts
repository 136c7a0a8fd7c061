// What a reader remembers of earlier lines: which messages are current, and what was reported of them. Lines withdraw others or repeat
// them with more.

import { asArray, asName, asObject } from '../../base/json.ts';

/** Only the last few messages are ever repeated with more in them. */
const KEPT = 500;

function namesIn(value: unknown): string[] {
  return (asArray(value) ?? []).flatMap((name) => asName(name) ?? []);
}

export class Memory {
  /** Current messages, in order. */
  standing: Set<string>;
  /** Messages that have a place in the tree. */
  readonly placed: Set<string>;
  /** The parent of the next message; null for the chat itself. */
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

  /** Whether this is new. */
  isNews(mark: string): boolean {
    if (this.#told.has(mark)) return false;
    this.#told.add(mark);
    for (const oldest of this.#told) {
      if (this.#told.size <= KEPT) break;
      this.#told.delete(oldest);
    }
    return true;
  }

  /** Whether a message was seen before, current or not. */
  knows(id: string): boolean {
    return this.placed.has(id) || this.standing.has(id);
  }

  /** Withdraws a message and all after it; all of them when it is not a current one. */
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
