// Aligns two sequences of keys, in order. Exact if that is cheap, and never more than a few passes over long ones: two sessions of ten
// thousand calls take milliseconds.

/** Places in both sequences; null if only the other has something. Every place is in one pair. */
export type Aligned = readonly [number, number] | readonly [number, null] | readonly [null, number];

/** Up to this many cells the longest common subsequence is computed with a table. */
const MOST_CELLS = 250_000;
/** How often ranges are divided at most: what is left then is reported as not shared. */
const DEEPEST = 24;

interface Range {
  readonly a: readonly [number, number];
  readonly b: readonly [number, number];
}

/** Compares like words, whichever sequence comes first. */
function comesFirst(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return a.length < b.length;
  for (const [i, key] of a.entries()) {
    const other = b[i] ?? '';
    if (key !== other) return key < other;
  }
  return true;
}

/** The same pairs, whichever of the two is named first. */
export function align(a: readonly string[], b: readonly string[]): Aligned[] {
  // Among equally good alignments the choice must not depend on the order of the arguments.
  const pairs = comesFirst(a, b) ? sharedPlaces(a, b) : mirrored(sharedPlaces(b, a));
  return withOthers(pairs, a.length, b.length);
}

function mirrored(pairs: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  return pairs.map(([first, second]) => [second, first] as const);
}

function withOthers(pairs: readonly (readonly [number, number])[], lengthA: number, lengthB: number): Aligned[] {
  const aligned: Aligned[] = [];
  let [i, j] = [0, 0];
  for (const [nextA, nextB] of [...pairs, [lengthA, lengthB] as const]) {
    for (; i < nextA; i++) aligned.push([i, null]);
    for (; j < nextB; j++) aligned.push([null, j]);
    if (nextA < lengthA && nextB < lengthB) aligned.push([nextA, nextB]);
    i = nextA + 1;
    j = nextB + 1;
  }
  return aligned;
}

function sharedPlaces(a: readonly string[], b: readonly string[]): (readonly [number, number])[] {
  const pairs: (readonly [number, number])[] = [];
  const find = ({ a: [fromA, toA], b: [fromB, toB] }: Range, depth: number): void => {
    let [startA, startB, endA, endB] = [fromA, fromB, toA, toB];
    for (; startA < endA && startB < endB && a[startA] === b[startB]; startA++, startB++) pairs.push([startA, startB]);
    while (startA < endA && startB < endB && a[endA - 1] === b[endB - 1]) {
      endA--;
      endB--;
    }
    const range: Range = { a: [startA, endA], b: [startB, endB] };
    if ((endA - startA) * (endB - startB) <= MOST_CELLS) pairs.push(...longestShared(a, b, range));
    else if (depth < DEEPEST) {
      let [lastA, lastB] = [startA, startB];
      for (const [i, j] of [...anchorsIn(a, b, range), [endA, endB] as const]) {
        find({ a: [lastA, i], b: [lastB, j] }, depth + 1);
        if (i < endA) pairs.push([i, j]);
        [lastA, lastB] = [i + 1, j + 1];
      }
    }
    for (let k = 0; k < toA - endA; k++) pairs.push([endA + k, endB + k]);
  };
  find({ a: [0, a.length], b: [0, b.length] }, 0);
  return pairs;
}

/** The longest common subsequence, by the table of all prefixes. */
function longestShared(
  a: readonly string[],
  b: readonly string[],
  { a: [fromA, toA], b: [fromB, toB] }: Range,
): (readonly [number, number])[] {
  const [n, m] = [toA - fromA, toB - fromB];
  if (n === 0 || m === 0) return [];
  const width = m + 1;
  // Lengths of what ranges share from here to their ends.
  const lengths = new Uint32Array((n + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = n - 1; i >= 0; i--) {
    for (let j = m - 1; j >= 0; j--) {
      lengths[i * width + j] =
        a[fromA + i] === b[fromB + j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const pairs: (readonly [number, number])[] = [];
  for (let i = 0, j = 0; i < n && j < m; ) {
    if (a[fromA + i] === b[fromB + j]) pairs.push([fromA + i++, fromB + j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return pairs;
}

/** The n-th of a key in the one with the n-th in the other, as many of these as follow one another in both. */
function anchorsIn(
  a: readonly string[],
  b: readonly string[],
  { a: [fromA, toA], b: [fromB, toB] }: Range,
): (readonly [number, number])[] {
  const places = new Map<string, number[]>();
  for (let j = toB - 1; j >= fromB; j--) {
    const key = b[j] ?? '';
    const known = places.get(key);
    if (known === undefined) places.set(key, [j]);
    else known.push(j);
  }
  const paired: (readonly [number, number])[] = [];
  for (let i = fromA; i < toA; i++) {
    const j = places.get(a[i] ?? '')?.pop();
    if (j !== undefined) paired.push([i, j]);
  }
  return increasing(paired);
}

/** The longest part in which the second numbers increase, as the first do. */
function increasing(pairs: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  /** For each length, the pair that ends such a part with the smallest number. */
  const ends: number[] = [];
  const before: number[] = [];
  for (const [index, [, j]] of pairs.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((pairs[ends[middle] ?? 0]?.[1] ?? 0) < j) low = middle + 1;
      else high = middle;
    }
    before[index] = low === 0 ? -1 : (ends[low - 1] ?? -1);
    ends[low] = index;
  }
  const found: (readonly [number, number])[] = [];
  for (let index = ends.at(-1) ?? -1; index !== -1; index = before[index] ?? -1) {
    const pair = pairs[index];
    if (pair !== undefined) found.push(pair);
  }
  return found.reverse();
}
