// Takes the ends off texts that were cut before they were redacted: half a key is known to no rule, and it stands at the cut.

import { isObject } from '../base/json.ts';

/** The longest secret that is found as a whole (see scanner). Private keys are known by their beginning. */
export const LONGEST_SECRET = 8 * 1024;

/** Where a text was cut: in which body, and a JSON pointer into it. */
export interface CutPlace {
  readonly body: string;
  readonly pointer: string;
}

function stepOf(key: string | number): string {
  return String(key).replaceAll('~', '~0').replaceAll('/', '~1');
}

/** A list or an object that was cut ends between two values: only texts end anywhere. */
function without(value: unknown, pointer: string, cut: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return cut.has(pointer) ? value.slice(0, -LONGEST_SECRET) : value;
  if (Array.isArray(value)) return value.map((item: unknown, i) => without(item, `${pointer}/${i}`, cut));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, without(item, `${pointer}/${stepOf(key)}`, cut)]),
  );
}

/** Bodies that were redacted after they had been cut at these places. What is left of each text was looked through whole. */
export function dropCutEnds<Bodies extends { readonly cuts: readonly CutPlace[] }>(bodies: Bodies): Bodies {
  if (bodies.cuts.length === 0) return bodies;
  const entries = Object.entries(bodies).map(([name, value]) => {
    const cut = new Set(bodies.cuts.filter(({ body }) => body === name).map(({ pointer }) => pointer));
    return [name, cut.size === 0 ? value : without(value, '', cut)];
  });
  // The same members, with shorter texts in some of them.
  return Object.fromEntries(entries) as Bodies;
}
