// What slices of filters say about a query: which columns of each group may hold it. Groups are asked about as their logs come up, each
// time twice as many, because most searches end with the newest ones.

import type { SearchableLog, SearchQuestions } from '../store/questions/search.ts';
import type { AskedGrams } from './text/block-table.ts';
import { EVERY_COLUMN, heldIn, isAnyHeld, rowsFor } from './text/slices.ts';

export class SliceAnswers {
  readonly #search: SearchQuestions;
  /** All groups that the logs of this search have filters in, the newest first. */
  readonly #groups: readonly number[];
  readonly #held = new WeakMap<AskedGrams, Map<number, Uint8Array>>();
  /** A search asks about one query, of tens of thousands of logs. */
  #last: { readonly query: AskedGrams; readonly held: Map<number, Uint8Array> } | undefined;

  constructor(search: SearchQuestions, groups: readonly number[]) {
    this.#search = search;
    this.#groups = groups;
  }

  #of(query: AskedGrams): Map<number, Uint8Array> {
    if (this.#last?.query === query) return this.#last.held;
    const held = this.#held.get(query) ?? new Map<number, Uint8Array>();
    this.#held.set(query, held);
    this.#last = { query, held };
    return held;
  }

  /** Whether what is asked about these groups is at hand. */
  knows(query: AskedGrams, groups: readonly number[]): boolean {
    if (query.hashes.length === 0) return true;
    const known = this.#of(query);
    return groups.every((group) => known.has(group));
  }

  /** Of groups that were learned about. */
  heldIn(query: AskedGrams, group: number): Uint8Array {
    return this.#of(query).get(group) ?? EVERY_COLUMN;
  }

  /** Undefined where that is not at hand. */
  mayHold(query: AskedGrams, { slices }: SearchableLog): boolean | undefined {
    const known = this.#of(query);
    const unasked = query.hashes.length === 0 ? EVERY_COLUMN : undefined;
    let mayHold = false;
    for (const { group, column, columns } of slices) {
      const held = known.get(group) ?? unasked;
      if (held === undefined) return undefined;
      mayHold ||= isAnyHeld(held, column, columns);
    }
    return mayHold;
  }

  async learn(query: AskedGrams, groups: readonly number[]): Promise<void> {
    if (this.knows(query, groups)) return;
    const known = this.#of(query);
    const others = this.#groups.filter((group) => !known.has(group) && !groups.includes(group));
    const missing = [...groups.filter((group) => !known.has(group)), ...others.slice(0, known.size)];
    const rows = new Map(missing.map((group) => [group, new Map<number, Uint8Array>()]));
    for (const { group, row, bits } of await this.#search.textSlices(missing, rowsFor(query))) {
      rows.get(group)?.set(row, bits);
    }
    for (const [group, bits] of rows) known.set(group, heldIn(bits, query));
  }
}
