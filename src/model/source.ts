// The source line and references to it: every fact of the product can be traced to one of these.

/** One line of one file, or a few in a row. `source` numbers the file inside its session; the session's source table names it. */
export interface LineRef {
  readonly source: number;
  /** 1-based line number, of the first. */
  readonly line: number;
  /** Byte offset of the line in the file. */
  readonly offset: number;
  /** Length in bytes, without the last line end. */
  readonly length: number;
}

/** A reference to several lines is read as the first record, with the others in this member. */
export const FURTHER_LINES = '@lines';

/** From the beginning of one line to the end of a later one in the same file. */
export function spanOf(first: LineRef, last: LineRef): LineRef {
  return { ...first, length: last.offset + last.length - first.offset };
}

/** Whether it begins at the same place and is longer: some requests are written over several lines. */
export function isLonger(ref: LineRef, than: LineRef): boolean {
  return ref.length > than.length && ref.offset === than.offset && ref.source === than.source;
}

/** A value inside a line: a body that stays in the log and is read on demand. */
export interface BodyRef extends LineRef {
  /** JSON pointer (RFC 6901) from the line's record to the value. */
  readonly pointer: string;
}

/** Total order of lines inside one session: by file, then by place in the file. Clocks do not matter. */
export function compareRefs(a: LineRef, b: LineRef): number {
  return a.source - b.source || a.offset - b.offset;
}

export function sameRef(a: LineRef, b: LineRef): boolean {
  return a.source === b.source && a.offset === b.offset;
}

export { comparePointers } from '../base/compare-pointers.ts';
