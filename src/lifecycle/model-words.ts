// Owns how far the model went on in a thread: whether it asked for something new after a call, in a later message.

import { compareRefs, type LineRef } from '../model/source.ts';

interface Word {
  readonly ref: LineRef;
  readonly group: string | null;
}

/** The last request of a thread, and the last one of another message than that. */
export interface ModelWords {
  readonly last: Word;
  readonly other: Word | null;
}

/** Records without a message id are each a message of their own. */
function isSameMessage(a: string | null, b: string | null): boolean {
  return a !== null && a === b;
}

function later(a: Word | null, b: Word): Word {
  return a === null || compareRefs(a.ref, b.ref) < 0 ? b : a;
}

/** Takes a request in; says whether it shows that the model left earlier messages behind. */
export function noteWord(
  known: ModelWords | undefined,
  ref: LineRef,
  group: string | null,
  set: (words: ModelWords) => void,
): boolean {
  const word = { ref, group };
  if (known === undefined) {
    set({ last: word, other: null });
    return false;
  }
  const isLater = compareRefs(known.last.ref, ref) < 0;
  if (isSameMessage(known.last.group, group)) {
    if (isLater) set({ last: word, other: known.other });
    return false;
  }
  set(
    isLater
      ? { last: word, other: later(known.other, known.last) }
      : { last: known.last, other: later(known.other, word) },
  );
  return true;
}

/** Whether a request of another message came after this one. */
export function wentOnAfter(words: ModelWords | undefined, { ref, group }: Word): boolean {
  if (words === undefined) return false;
  const next = isSameMessage(words.last.group, group) ? words.other : words.last;
  return next !== null && compareRefs(next.ref, ref) > 0;
}
