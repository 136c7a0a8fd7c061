// Where the turns of a thread begin. A repeated prompt counts once: some versions of Claude Code copy the whole history into the
// same log when a session is resumed, with new record ids and the old times.

import { hashText } from '../base/hash.ts';
import { compareRefs, type LineRef, sameRef } from '../model/source.ts';

export interface Turns {
  /** The first line of each prompt, by its text and time. */
  readonly said: Map<number, LineRef>;
  /** In file order, once requested. */
  starts: LineRef[] | null;
  last: LineRef | null;
}

export function noTurns(): Turns {
  return { said: new Map(), starts: [], last: null };
}

/** True when turns that began later are numbered differently now. */
export function notePrompt(turns: Turns, text: string, at: number | null, ref: LineRef): boolean {
  const key = at === null ? hashText(`${ref.source} ${ref.offset}`) : hashText(`${at} ${text}`);
  const known = turns.said.get(key);
  if (known !== undefined && compareRefs(known, ref) <= 0) return false;
  turns.said.set(key, ref);
  turns.starts = null;
  if (turns.last !== null && compareRefs(turns.last, ref) > 0) return true;
  turns.last = ref;
  return false;
}

/** One record is one prompt, however many blocks it has. */
export function startsOf(turns: Turns): readonly LineRef[] {
  turns.starts ??= [...turns.said.values()]
    .sort(compareRefs)
    .filter((ref, i, all) => i === 0 || !sameRef(ref, all[i - 1] ?? ref));
  return turns.starts;
}
