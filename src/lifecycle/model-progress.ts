// How far the model went on in a thread: whether it requested something new after a call, in a later message.

import { compareRefs, type LineRef } from '../model/source.ts';

interface Word {
  readonly ref: LineRef;
  readonly group: string | null;
}

/** The last request of a thread, and the last one of a different message. Updated in place. */
export interface ModelProgress {
  last: Word;
  other: Word | null;
}

/** Each record without a message id is a message of its own. */
function isSameMessage(a: string | null, b: string | null): boolean {
  return a !== null && b !== null && a === b;
}

function later(a: Word | null, b: Word): Word {
  return a === null || compareRefs(a.ref, b.ref) < 0 ? b : a;
}

/** For a thread's first request. */
export function firstWord(ref: LineRef, group: string | null): ModelProgress {
  return { last: { ref, group }, other: null };
}

/** Adds a request; returns whether it shows that the model left earlier messages behind. */
export function noteWord(words: ModelProgress, ref: LineRef, group: string | null): boolean {
  const { last } = words;
  const word = { ref, group };
  const isLater = compareRefs(last.ref, ref) < 0;
  if (isSameMessage(last.group, group)) {
    if (isLater) words.last = word;
    return false;
  }
  words.other = later(words.other, isLater ? last : word);
  if (isLater) words.last = word;
  return true;
}

/** Whether a request of another message came after this one. */
export function wentOnAfter(words: ModelProgress | undefined, { ref, group }: Word): boolean {
  if (words === undefined) return false;
  const next = isSameMessage(words.last.group, group) ? words.other : words.last;
  return next !== null && compareRefs(next.ref, ref) > 0;
}
