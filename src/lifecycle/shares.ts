// Which occurrence of a reused call id its hooks, permissions and supplements belong to: each belongs to one.

import { compareRefs, type LineRef } from '../model/source.ts';
import type { CallFacts } from './facts.ts';
import type { Paired } from './pair.ts';

interface Placed {
  readonly ref: LineRef;
}

function placeOf({ source, offset }: LineRef): string {
  return `${source} ${offset}`;
}

/** The first line that requests an occurrence. */
function beginningOf({ request, repeats }: Paired): LineRef {
  let first = request.ref;
  for (const { ref } of repeats) if (compareRefs(ref, first) < 0) first = ref;
  return first;
}

/** How many lines are at or before this one; they are in file order. */
function countUpTo(lines: readonly LineRef[], ref: LineRef): number {
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const line = lines[middle];
    if (line !== undefined && compareRefs(line, ref) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The facts of each occurrence. What is on the line of a result goes with that result; everything else with the last occurrence
 * requested before it, or the first. Progress was summed as it came and cannot be separated.
 */
export function sharesOf(facts: CallFacts, pairs: readonly Paired[]): readonly CallFacts[] {
  if (pairs.length < 2) return [facts];
  const shares: CallFacts[] = pairs.map(() => ({ ...facts, hooks: [], permissions: [], supplements: [] }));
  const beginnings = pairs.map(beginningOf);
  const byResult = new Map<string, number>();
  for (const [i, { result, conflicting }] of pairs.entries()) {
    for (const { ref } of result === null ? conflicting : [result, ...conflicting]) byResult.set(placeOf(ref), i);
  }
  const ownerOf = ({ ref }: Placed): CallFacts | undefined =>
    shares[byResult.get(placeOf(ref)) ?? Math.max(0, countUpTo(beginnings, ref) - 1)];
  for (const hook of facts.hooks) ownerOf(hook)?.hooks.push(hook);
  for (const permission of facts.permissions) ownerOf(permission)?.permissions.push(permission);
  for (const supplement of facts.supplements) ownerOf(supplement)?.supplements.push(supplement);
  return shares;
}
