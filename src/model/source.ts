// Owns the source line and references to it: every fact of the product can be traced to one of these.

/** One line of one file. `source` numbers the file inside its session; the session's source table names it. */
export interface LineRef {
  readonly source: number;
  /** 1-based line number. */
  readonly line: number;
  /** Byte offset of the line in the file. */
  readonly offset: number;
  /** Length in bytes, line end not counted. */
  readonly length: number;
}

/** A value inside a line: a body that stays in the log and is read when somebody looks at it. */
export interface BodyRef extends LineRef {
  /** JSON pointer (RFC 6901) from the line's record to the value. */
  readonly pointer: string;
}

/** Total order of lines inside one session: by file, then by place in the file. Clocks play no part. */
export function compareRefs(a: LineRef, b: LineRef): number {
  return a.source - b.source || a.offset - b.offset;
}

export function sameRef(a: LineRef, b: LineRef): boolean {
  return a.source === b.source && a.offset === b.offset;
}

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
