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
  const cutter = new LineCutter({ offset, line });
  cutter.push(log.read(offset, end.offset - offset, new Scratch()), add);
  // The line end of the last line lies behind the index, so the cutter holds that line back; if blank, it has no bytes.
  const { line: last } = cutter.position;
  if (last >= end.line) return;
  let wasHeldBack = false;
  cutter.finish((next) => {
    wasHeldBack = true;
    add({ ...next, terminated: true });
  });
  if (!wasHeldBack) {
    add({ bytes: new Uint8Array(0), offset: end.offset, length: 0, line: last, terminated: true });
  }
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
