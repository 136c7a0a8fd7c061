// As much of an id as tells it from every other one.

/** Shorter ones would be told apart today and no longer tomorrow. */
const LEAST = 8;

function shared(a: string, b: string): number {
  let i = 0;
  while (i < a.length && a[i] === b[i]) i++;
  return i;
}

/** The neighbours in the order of ids are the ones it could be taken for. */
export function shortIdOf(id: string, neighbours: Iterable<string | null>): string {
  let length = LEAST;
  for (const other of neighbours) if (other !== null) length = Math.max(length, shared(id, other) + 1);
  return id.slice(0, length);
}
