// Order of places inside one line of a log, by JSON pointer.

const INDEX = /^\d+$/;

/** Order of places inside one line. Blocks go by number: the tenth does not come before the second. */
export function comparePointers(a: string, b: string): number {
  const [left, right] = [a.split('/'), b.split('/')];
  for (const [depth, x] of left.entries()) {
    const y = right[depth];
    if (y === undefined) return 1;
    if (x === y) continue;
    const isIndex = INDEX.test(x);
    if (isIndex !== INDEX.test(y)) return isIndex ? -1 : 1;
    if (isIndex && x.length !== y.length) return x.length - y.length;
    return x < y ? -1 : 1;
  }
  return left.length - right.length;
}
