// The shortest unique prefix of an id.

/** Shorter ones would be unique today and no longer tomorrow. */
const LEAST = 8;

function shared(a: string, b: string): number {
  let i = 0;
  while (i < a.length && a[i] === b[i]) i++;
  return i;
}

/** Only the neighbours in id order can be confused with it. */
export function shortIdOf(id: string, neighbours: Iterable<string | null>): string {
  let length = LEAST;
  for (const other of neighbours) if (other !== null) length = Math.max(length, shared(id, other) + 1);
  return id.slice(0, length);
}
