// Log texts of one line, such as titles, tool names and summaries, made safe to show.

import { stripControls } from '../../base/terminal.ts';

// Everything that stripControls removes. Almost no text has any of it.
const SUSPECT = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\u200e\u200f]/;

/** Without control sequences, and without changes of writing direction, which can make a name look like another. */
export function oneLine(text: string): string {
  return SUSPECT.test(text) ? stripControls(text) : text;
}

/** A tool's name from the log; a placeholder if nothing of it is visible. */
export function toolName(name: string): string {
  const shown = oneLine(name);
  return shown.trim() === '' ? '(no name)' : shown;
}
