// Which lines of two texts are the same: in order, as many as possible at a bounded cost.

/** The index of a line before, and of the same line after. */
export type LineMatch = readonly [number, number];

/** Above this many pairs the range counts as replaced: still true, only coarser. */
const MOST_PAIRS = 1_000_000;

interface Stretch {
  readonly oldFrom: number;
  readonly oldTo: number;
  readonly newFrom: number;
  readonly newTo: number;
}

/** Lines that occur once on either side, by their position on both. */
function uniquePairs(before: readonly string[], after: readonly string[], stretch: Stretch): LineMatch[] {
  const seen = new Map<string, { old: number; new: number }>();
  for (let at = stretch.oldFrom; at < stretch.oldTo; at++) {
    const line = before[at] ?? '';
    seen.set(line, { old: seen.has(line) ? -1 : at, new: -1 });
  }
  for (let at = stretch.newFrom; at < stretch.newTo; at++) {
    const found = seen.get(after[at] ?? '');
    if (found === undefined) continue;
    if (found.new === -1) found.new = at;
    else found.old = -1;
  }
  const pairs: LineMatch[] = [];
  for (const found of seen.values()) if (found.old !== -1 && found.new !== -1) pairs.push([found.old, found.new]);
  return pairs.sort(([a], [b]) => a - b);
}

/** The longest sequence of pairs that increases on both sides. */
function rising(pairs: readonly LineMatch[]): LineMatch[] {
  const tails: number[] = [];
  const before: number[] = [];
  for (const [at, [, place]] of pairs.entries()) {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[tails[middle] ?? 0]?.[1] ?? 0) < place) low = middle + 1;
      else high = middle;
    }
    before[at] = low === 0 ? -1 : (tails[low - 1] ?? -1);
    tails[low] = at;
  }
  const chosen: LineMatch[] = [];
  for (let at = tails.at(-1) ?? -1; at !== -1; at = before[at] ?? -1) {
    const pair = pairs[at];
    if (pair !== undefined) chosen.push(pair);
  }
  return chosen.reverse();
}

/** The longest common sequence, pair by pair. */
function common(before: readonly string[], after: readonly string[], stretch: Stretch): LineMatch[] {
  const { oldFrom, newFrom } = stretch;
  const rows = stretch.oldTo - oldFrom;
  const columns = stretch.newTo - newFrom;
  if (rows * columns > MOST_PAIRS) return [];
  const width = columns + 1;
  // best[row * width + column]: how many lines can be matched from there on.
  const best = new Uint32Array((rows + 1) * width);
  for (let row = rows - 1; row >= 0; row--) {
    const line = before[oldFrom + row];
    for (let column = columns - 1; column >= 0; column--) {
      const at = row * width + column;
      best[at] =
        line === after[newFrom + column]
          ? (best[at + width + 1] ?? 0) + 1
          : Math.max(best[at + width] ?? 0, best[at + 1] ?? 0);
    }
  }
  const matches: LineMatch[] = [];
  let row = 0;
  let column = 0;
  while (row < rows && column < columns) {
    if (before[oldFrom + row] === after[newFrom + column]) matches.push([oldFrom + row++, newFrom + column++]);
    else if ((best[(row + 1) * width + column] ?? 0) >= (best[row * width + column + 1] ?? 0)) row++;
    else column++;
  }
  return matches;
}

function matchStretch(before: readonly string[], after: readonly string[], whole: Stretch, made: LineMatch[]): void {
  let { oldFrom, oldTo, newFrom, newTo } = whole;
  while (oldFrom < oldTo && newFrom < newTo && before[oldFrom] === after[newFrom]) made.push([oldFrom++, newFrom++]);
  const tail: LineMatch[] = [];
  while (oldFrom < oldTo && newFrom < newTo && before[oldTo - 1] === after[newTo - 1]) tail.push([--oldTo, --newTo]);
  const stretch = { oldFrom, oldTo, newFrom, newTo };
  if (oldFrom < oldTo && newFrom < newTo) {
    const isSmall = (oldTo - oldFrom) * (newTo - newFrom) <= MOST_PAIRS;
    const anchors = isSmall ? [] : rising(uniquePairs(before, after, stretch));
    if (anchors.length === 0) made.push(...common(before, after, stretch));
    else {
      let from = { old: oldFrom, new: newFrom };
      for (const [oldAt, newAt] of anchors) {
        matchStretch(before, after, { oldFrom: from.old, oldTo: oldAt, newFrom: from.new, newTo: newAt }, made);
        made.push([oldAt, newAt]);
        from = { old: oldAt + 1, new: newAt + 1 };
      }
      matchStretch(before, after, { oldFrom: from.old, oldTo, newFrom: from.new, newTo }, made);
    }
  }
  for (let at = tail.length - 1; at >= 0; at--) {
    const match = tail[at];
    if (match !== undefined) made.push(match);
  }
}

export function lineMatches(before: readonly string[], after: readonly string[]): readonly LineMatch[] {
  const made: LineMatch[] = [];
  matchStretch(before, after, { oldFrom: 0, oldTo: before.length, newFrom: 0, newTo: after.length }, made);
  return made;
}
