// The source line and references to it: every fact of the product can be traced to one of these.

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

export { comparePointers } from '../base/compare-pointers.ts';
