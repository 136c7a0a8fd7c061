// Text of a log as an agent gets it: without control sequences and characters that hide words from people, and not longer
// than it may be.

import { stripControls } from '../base/terminal.ts';
import { clip } from '../base/text.ts';

/** Zero-width characters, changes of direction, and tags: words that no one sees and a model reads all the same. */
const HIDDEN = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]+|[\u{e0000}-\u{e01ff}]+/gu;

/** All lines of it. */
export function cleanText(text: string, max: number): string {
  const shown = stripControls(text.slice(0, 4 * max)).replace(HIDDEN, '\ufffd');
  return shown.length <= max ? shown : `${shown.slice(0, max - 1)}…`;
}

/** On one line. */
export function cleanLine(text: string, max: number): string {
  return clip(cleanText(text, 4 * max), max);
}

export function isoTime(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
