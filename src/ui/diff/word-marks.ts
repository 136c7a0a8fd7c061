// Which words of a changed line differ from the line it replaced.

import { diffWordsWithSpace } from 'diff';
import type { Token } from '../text/highlight.ts';

/** Half-open spans of characters. */
export type Spans = readonly (readonly [number, number])[];

export interface WordMarks {
  readonly removed: Spans;
  readonly added: Spans;
}

/** Longer lines are data: comparing their words takes long and is of little use. */
const LINE_MAX = 1_000;
/** When less than this share of the shorter and of the longer line is common, marks would be noise. */
const COMMON_MIN = { shorter: 0.3, longer: 0.2 };

/** Null when the lines have too little in common to be versions of the same line. */
export function wordMarks(before: string, after: string): WordMarks | null {
  if (before.length > LINE_MAX || after.length > LINE_MAX || before === after) return null;
  const removed: [number, number][] = [];
  const added: [number, number][] = [];
  let oldAt = 0;
  let newAt = 0;
  let common = 0;
  for (const { value, added: isAdded, removed: isRemoved } of diffWordsWithSpace(before, after)) {
    if (isAdded) added.push([newAt, newAt + value.length]);
    else if (isRemoved) removed.push([oldAt, oldAt + value.length]);
    else common += value.trim().length;
    if (!isAdded) oldAt += value.length;
    if (!isRemoved) newAt += value.length;
  }
  const lengths = [before.trim().length, after.trim().length];
  const isSameLine =
    common > 0 &&
    common >= Math.min(...lengths) * COMMON_MIN.shorter &&
    common >= Math.max(...lengths) * COMMON_MIN.longer;
  return isSameLine ? { removed, added } : null;
}

interface MarkedToken extends Token {
  readonly isMarked: boolean;
}

/** Splits tokens where marks begin and end. */
export function markTokens(tokens: readonly Token[], spans: Spans): readonly MarkedToken[] {
  const made: MarkedToken[] = [];
  let at = 0;
  for (const { text, scope } of tokens) {
    const end = at + text.length;
    let from = at;
    for (const [start, stop] of spans) {
      if (stop <= from || start >= end) continue;
      if (start > from) made.push({ text: text.slice(from - at, start - at), scope, isMarked: false });
      const to = Math.min(stop, end);
      made.push({ text: text.slice(Math.max(start, from) - at, to - at), scope, isMarked: true });
      from = to;
    }
    if (from < end) made.push({ text: text.slice(from - at), scope, isMarked: false });
    at = end;
  }
  return made;
}
