// The entries of one session in memory: columns that grow chunk by chunk; changed calls are replaced by their key.

import type { EntryChunk } from '../../api/wire/session.ts';
import { comparePointers } from '../../base/compare-pointers.ts';
import { ENTRY_COLUMNS } from '../../base/entry-columns.ts';
import { type CallTimes, endOfCall, startOfRun } from '../../base/run-place.ts';

export type Status = EntryChunk['status'][number];

/** One entry, read out of the columns. */
export type Entry = { readonly [Column in keyof EntryChunk]: EntryChunk[Column][number] };

function emptyColumns(): EntryChunk {
  const columns: Partial<Record<keyof EntryChunk, unknown[]>> = {};
  for (const column of ENTRY_COLUMNS) columns[column] = [];
  return columns as EntryChunk;
}

/** Messages have no key: their position identifies them. */
function nameOf(chunk: EntryChunk, i: number): string | number {
  const key = chunk.key[i] ?? 0;
  return key > 0 ? key : `${chunk.source[i]}:${chunk.offset[i]}:${chunk.pointer[i]}`;
}

function copy(from: readonly unknown[], to: unknown[], places: Int32Array): void {
  for (let i = 0; i < places.length; i++) to[places[i] ?? 0] = from[i];
}

export class Entries {
  readonly columns: EntryChunk = emptyColumns();
  readonly #known = new Map<string | number, number>();
  readonly #byCallId = new Map<string, number>();
  /** Entries are in file order as long as nothing was added late. */
  #isInOrder = true;
  #last = { source: -1, offset: -1, pointer: '' };
  #order: Int32Array = new Int32Array(0);
  /** The last known message position, per file: where to continue next time. */
  readonly #reach = new Map<number, number>();

  /** Some call is nested in another one. */
  hasParents = false;

  /** The session was read again: everything known about it is outdated. */
  clear(): void {
    for (const column of ENTRY_COLUMNS) this.columns[column].length = 0;
    this.#known.clear();
    this.#byCallId.clear();
    this.#reach.clear();
    this.#isInOrder = true;
    this.hasParents = false;
    this.#last = { source: -1, offset: -1, pointer: '' };
    this.#order = new Int32Array(0);
  }

  get size(): number {
    return this.columns.kind.length;
  }

  /** Adds new entries and replaces known ones. Returns how many were new. */
  take(chunk: EntryChunk): number {
    const before = this.size;
    const places = new Int32Array(chunk.kind.length);
    let size = before;
    for (let i = 0; i < places.length; i++) {
      const name = nameOf(chunk, i);
      const known = this.#known.get(name);
      places[i] = known ?? size;
      if (known === undefined) {
        this.#known.set(name, size);
        this.#follow(chunk.source[i] ?? 0, chunk.offset[i] ?? 0, chunk.pointer[i] ?? '');
        size++;
      }
      const source = chunk.source[i] ?? 0;
      this.#reach.set(source, Math.max(this.#reach.get(source) ?? -1, chunk.offset[i] ?? 0));
    }
    for (const column of ENTRY_COLUMNS) copy(chunk[column], this.columns[column], places);
    this.hasParents ||= chunk.parentCall.some((parent) => parent !== null);
    for (let i = 0; i < places.length; i++) {
      const callId = chunk.callId[i] ?? '';
      if ((chunk.key[i] ?? 0) > 0 && !this.#byCallId.has(callId)) this.#byCallId.set(callId, places[i] ?? 0);
    }
    return size - before;
  }

  #follow(source: number, offset: number, pointer: string): void {
    const last = this.#last;
    const order = source - last.source || offset - last.offset;
    this.#isInOrder &&= order > 0 || (order === 0 && comparePointers(last.pointer, pointer) <= 0);
    this.#last = { source, offset, pointer };
  }

  /** Indices in file order. */
  order(): Int32Array {
    if (this.#order.length === this.size) return this.#order;
    const order = new Int32Array(this.size);
    for (let i = 0; i < order.length; i++) order[i] = i;
    if (!this.#isInOrder) {
      const { source, offset, pointer } = this.columns;
      order.sort(
        (a, b) =>
          (source[a] ?? 0) - (source[b] ?? 0) ||
          (offset[a] ?? 0) - (offset[b] ?? 0) ||
          comparePointers(pointer[a] ?? '', pointer[b] ?? '') ||
          a - b,
      );
    }
    this.#order = order;
    return order;
  }

  /** The known message positions, for requesting what came after. */
  reach(): string {
    return [...this.#reach].map(([source, offset]) => `${source}:${offset}`).join(',');
  }

  callAt(callId: string): number | undefined {
    return this.#byCallId.get(callId);
  }

  /** The index of a message, by its position. */
  said(source: number, offset: number, pointer: string): number | undefined {
    return this.#known.get(`${source}:${offset}:${pointer}`);
  }

  /** The index of a call by its id and occurrence. */
  find(callId: string, occurrence: number): number | undefined {
    const first = this.#byCallId.get(callId);
    if (first === undefined || this.columns.occurrence[first] === occurrence) return first;
    const found = this.columns.callId.findIndex((id, i) => id === callId && this.columns.occurrence[i] === occurrence);
    return found === -1 ? undefined : found;
  }
}

/** An unexpected failure. */
export function isUnexpectedError(columns: EntryChunk, i: number): boolean {
  return columns.status[i] === 'error' && columns.blame[i] !== 'expected';
}

/** Refused or cancelled calls never ran. */
const NEVER_RAN: ReadonlySet<string> = new Set(['rejected', 'denied', 'cancelled']);

export function didRun(columns: EntryChunk, i: number): boolean {
  return !NEVER_RAN.has(columns.status[i] ?? '');
}

function timesAt(columns: EntryChunk, i: number): CallTimes {
  return {
    at: columns.at[i] ?? null,
    endedAt: columns.endedAt[i] ?? null,
    ms: columns.ms[i] ?? null,
    isExact: columns.bound[i] === 'exact',
    isRunning: columns.status[i] === 'running',
    isBackground: columns.background[i] === true,
    didRun: didRun(columns, i),
    hookMs: columns.hookMs[i] ?? null,
    waitMs: columns.waitMs[i] ?? null,
  };
}

/** When an entry ended; for a running call, now. */
export function endOf(columns: EntryChunk, i: number, now: number): number | null {
  return endOfCall(timesAt(columns, i), now);
}

export function runStart(columns: EntryChunk, i: number, end: number): number {
  return startOfRun(timesAt(columns, i), end);
}
