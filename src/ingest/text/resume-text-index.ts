// Owns building on: the index of a log that has grown, from its stored bytes, without reading what is sealed.

import { type ByteLine, LineCutter } from '../../base/lines.ts';
import { parseLine } from '../parse-line.ts';
import { type LogBytes, Scratch } from './log-bytes.ts';
import { searchedAs } from './searched-as.ts';
import type { TextIndex } from './text-index.ts';
import { TextIndexBuilder } from './text-index-builder.ts';

export interface ResumedTextIndex {
  /** Expects the line behind the index's end. */
  readonly builder: TextIndexBuilder;
  /** How much of the stored index stays; what the builder flushes goes behind it. */
  readonly keptBytes: number;
}

/** Gives the builder the lines of the open block again. */
function refill(builder: TextIndexBuilder, index: TextIndex, log: LogBytes): void {
  const { offset, line } = index.sealed;
  const { end } = index;
  const add = (next: ByteLine): void => builder.add(next, searchedAs(parseLine(next, 0)));
  const bytes = log.read(offset, end.offset - offset, new Scratch());
  const cutter = new LineCutter({ offset, line });
  cutter.push(bytes, add);
  // The line end of the last line lies behind the index: what is left is that line, to the byte.
  const last = cutter.position;
  if (last.line >= end.line) return;
  const rest = bytes.subarray(last.offset - offset);
  add({ bytes: rest, offset: last.offset, length: rest.length, line: last.line, terminated: true });
}

/**
 * Reads the open block again (32 KB, or one longer line), because its filter was folded when it was stored. Only for a
 * log whose lines up to the index's end are still the same.
 */
export function resumeTextIndex(index: TextIndex, log: LogBytes): ResumedTextIndex {
  const { offset, line, indexBytes } = index.sealed;
  const builder = new TextIndexBuilder({ from: { offset, line } });
  refill(builder, index, log);
  return { builder, keptBytes: indexBytes };
}
