// Shrinks a gathered session, so that its file becomes smaller: every text and list to a fraction of the space it had.

import type { SharedEntry, SharedSession } from '../../api/shared-session.ts';
import { charactersPerMessage, type Room, roomFor, shortened } from './shorten.ts';

const LEAST_MESSAGE = 160;

function shrunkRoom({ lines, characters, word }: Room, part: number): Room {
  return {
    lines: Math.max(1, Math.floor(lines * part)),
    characters: Math.max(40, Math.floor(characters * part)),
    word: Math.max(24, Math.floor(word * part)),
  };
}

function entriesOf({ turns }: SharedSession): readonly SharedEntry[] {
  return turns.flatMap(({ entries }) => entries);
}

export function callsOf(shared: SharedSession): number {
  return entriesOf(shared).filter(({ kind }) => kind === 'call').length;
}

/** `part`: the fraction of the original space. */
export function shrunk(shared: SharedSession, part: number): SharedSession {
  const room = shrunkRoom(roomFor(callsOf(shared)), part);
  const messages = entriesOf(shared).filter(({ kind }) => kind === 'message').length;
  const most = Math.max(LEAST_MESSAGE, Math.floor(charactersPerMessage(messages) * part));
  const smaller = (entry: SharedEntry): SharedEntry => {
    if (entry.kind === 'call') return { ...entry, detail: shortened(entry.detail, room) };
    if (entry.kind === 'left-out' || entry.text.length <= most) return entry;
    return { ...entry, text: entry.text.slice(0, most), cut: entry.cut + entry.text.length - most };
  };
  return { ...shared, turns: shared.turns.map((turn) => ({ ...turn, entries: turn.entries.map(smaller) })) };
}
