// Selects calls of a chunk by their numbers: a list of slots becomes shorter. Each way to select is a separate loop over plain
// arrays, so that a million calls take milliseconds.

import { SLOTS } from '../index/packed-column.ts';

/** Moves the matching ones of the first `count` slots, in order, to the front. Returns how many are left. */
export type Narrow = (slots: Uint16Array, count: number) => number;

export const keepAll: Narrow = (_, count) => count;

/** Slots whose number is known. */
export function keepKnown(column: Float64Array): Narrow {
  return (slots, count) => {
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const slot = slots[i] ?? 0;
      const value = column[slot] ?? Number.NaN;
      if (!Number.isNaN(value)) slots[kept++] = slot;
    }
    return kept;
  };
}

/** Slots whose number is marked: words and sessions count from 1. */
export function keepMarked(column: Float64Array, marked: Uint8Array): Narrow {
  const marks = marked.slice();
  // NaN becomes 0: an unknown number is not marked.
  marks[0] = 0;
  return (slots, count) => {
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const slot = slots[i] ?? 0;
      if (marks[(column[slot] ?? 0) | 0] === 1) slots[kept++] = slot;
    }
    return kept;
  };
}

export function keepBit(column: Float64Array, bit: number): Narrow {
  return (slots, count) => {
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const slot = slots[i] ?? 0;
      if (((column[slot] ?? 0) & bit) !== 0) slots[kept++] = slot;
    }
    return kept;
  };
}

export function keepNumbers(column: Float64Array, fits: (value: number) => boolean): Narrow {
  return (slots, count) => {
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const slot = slots[i] ?? 0;
      const value = column[slot] ?? Number.NaN;
      if (!Number.isNaN(value) && fits(value)) slots[kept++] = slot;
    }
    return kept;
  };
}

export function keepEvery(parts: readonly Narrow[]): Narrow {
  return (slots, count) => parts.reduce((left, part) => (left === 0 ? 0 : part(slots, left)), count);
}

export function keepSome(parts: readonly Narrow[]): Narrow {
  const chosen = new Uint8Array(SLOTS);
  const rest = new Uint16Array(SLOTS);
  return (slots, count) => {
    chosen.fill(0);
    for (const part of parts) {
      rest.set(slots.subarray(0, count));
      const found = part(rest, count);
      for (let i = 0; i < found; i++) chosen[rest[i] ?? 0] = 1;
    }
    return keepChosen(slots, count, chosen, 1);
  };
}

export function keepOthers(part: Narrow): Narrow {
  const chosen = new Uint8Array(SLOTS);
  const rest = new Uint16Array(SLOTS);
  return (slots, count) => {
    chosen.fill(0);
    rest.set(slots.subarray(0, count));
    const found = part(rest, count);
    for (let i = 0; i < found; i++) chosen[rest[i] ?? 0] = 1;
    return keepChosen(slots, count, chosen, 0);
  };
}

function keepChosen(slots: Uint16Array, count: number, chosen: Uint8Array, wanted: number): number {
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const slot = slots[i] ?? 0;
    if (chosen[slot] === wanted) slots[kept++] = slot;
  }
  return kept;
}
