// A chunk of entries as one line of JSON: calls of a page and what was said between them, column by column.

import { ENTRY_COLUMNS, type EntryColumn } from '../../base/entry-columns.ts';
import { comparePlaces, isOfCalls, NO_CALL, type SaidEntry } from './said-entries.ts';

/** Calls in database order. */
export interface EntryPage {
  readonly size: number;
  /** Numbers of its calls in file order; one line may hold several. */
  readonly order: readonly number[];
  readonly isInOrder: boolean;
  readonly source: readonly number[];
  readonly offset: readonly number[];
  readonly pointer: readonly string[];
  /** One line of JSON with all columns. */
  line(): string;
  values(column: EntryColumn): readonly unknown[];
}

/** At the same place, what was said comes before calls. */
export function isBeforeCall(said: SaidEntry, { source, offset, pointer }: EntryPage, call: number): boolean {
  const place = { source: source[call] ?? 0, offset: offset[call] ?? 0, pointer: pointer[call] ?? '' };
  return comparePlaces(said, place) <= 0;
}

/** All columns as one line of JSON. */
export function lineOf(valuesOf: (column: EntryColumn) => readonly unknown[]): string {
  return JSON.stringify(Object.fromEntries(ENTRY_COLUMNS.map((column) => [column, valuesOf(column)])));
}

/** What was said, in one column. */
function saidValues(said: readonly SaidEntry[], column: EntryColumn): unknown[] {
  return isOfCalls(column) ? said.map(() => NO_CALL[column]) : said.map((entry) => entry[column]);
}

/** One line of JSON with only what was said. */
export function saidChunk(said: readonly SaidEntry[]): string {
  return lineOf((column) => saidValues(said, column));
}

/** Collects the chosen entries of a chunk. */
export class EntryChunk {
  readonly #calls: EntryPage;
  readonly #said: SaidEntry[] = [];
  /** Calls by number in the page; the n-th of what was said as −n. */
  readonly #chosen: number[] = [];

  constructor(calls: EntryPage) {
    this.#calls = calls;
  }

  get size(): number {
    return this.#chosen.length;
  }

  /** A call by its number in the page, or what was said. */
  add(entry: number | SaidEntry): void {
    this.#chosen.push(typeof entry === 'number' ? entry : -this.#said.push(entry));
  }

  /** One line of JSON with all columns. A page of calls with nothing between them is passed on as the database wrote it. */
  text(): string {
    const { size, isInOrder } = this.#calls;
    const isPage = isInOrder && this.#said.length === 0 && this.#chosen.length === size;
    return isPage ? this.#calls.line() : lineOf((column) => this.#merged(column));
  }

  #merged(column: EntryColumn): unknown[] {
    const calls = this.#calls.values(column);
    const said = saidValues(this.#said, column);
    return this.#chosen.map((number) => (number < 0 ? said[-number - 1] : calls[number]));
  }
}
