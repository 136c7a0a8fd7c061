// What entries show of a call that its row holds as JSON.

import { sumOfKnown, waitMsOf } from '../../model/call-times.ts';
import { comparePointers } from '../../model/source.ts';
import type { EntryPage } from '../questions/entry-chunk.ts';
import type { Detail } from './call-detail.ts';
import type { StoredHook } from './stored-hook.ts';

/** The parts of the detail that entries show. */
export type EntryDetail = Pick<Detail, 'pg' | 'pc' | 'ag' | 'bg' | 'pm' | 'mk'>;

/** For several calls, in the same order. */
export interface EntryDetails {
  readonly at: readonly (number | null)[];
  readonly details: readonly EntryDetail[];
  readonly hooks: readonly (readonly StoredHook[] | null)[];
  readonly isCopy: readonly boolean[];
  /** Null, or words with a space between them. */
  readonly flags: readonly (string | null)[];
}

function flagsOf(isCopy: boolean, flags: string | null): string[] {
  const own = flags === null ? [] : flags.split(' ');
  return isCopy ? ['copy', ...own] : own;
}

export function madeColumns({ at, details, hooks, isCopy, flags }: EntryDetails) {
  return {
    kind: details.map(() => 'call'),
    waitMs: details.map(({ pm }, i) => waitMsOf(pm, at[i] ?? null)),
    hookMs: hooks.map((runs) => (runs === null ? null : sumOfKnown(runs.map(([, , , ms]) => ms)))),
    group: details.map(({ pg }) => pg ?? null),
    parentCall: details.map(({ pc }) => pc ?? null),
    startedThread: details.map(({ ag }) => ag ?? null),
    background: details.map(({ bg }) => bg !== undefined),
    masked: details.map(({ mk }) => mk?.code ?? null),
    flags: flags.map((words, i) => flagsOf(isCopy[i] === true, words)),
  } as const;
}

/** Columns that order calls by file. */
interface EntryPlaces extends Pick<EntryPage, 'source' | 'offset' | 'pointer'> {
  readonly occurrence: readonly number[];
}

function compareEntries({ source, offset, pointer, occurrence }: EntryPlaces, a: number, b: number): number {
  return (
    (source[a] ?? 0) - (source[b] ?? 0) ||
    (offset[a] ?? 0) - (offset[b] ?? 0) ||
    comparePointers(pointer[a] ?? '', pointer[b] ?? '') ||
    (occurrence[a] ?? 0) - (occurrence[b] ?? 0)
  );
}

/** Calls as they came from the database, with their order in the files. */
export function inFileOrder(places: EntryPlaces): Omit<EntryPage, 'line' | 'values'> {
  const { source, offset, pointer } = places;
  const numbers = source.map((_, i) => i);
  const isInOrder = numbers.every((i) => i === 0 || compareEntries(places, i - 1, i) < 0);
  const order = isInOrder ? numbers : numbers.sort((a, b) => compareEntries(places, a, b));
  return { size: source.length, order, isInOrder, source, offset, pointer };
}
