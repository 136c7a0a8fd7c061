// Whole texts of files: how they end, and how replacements change them.

import type { Hunk, Replacement } from '../tools/hunks.ts';
import { isSameLine } from './hunk-lines.ts';

export function isOpen(text: string): boolean {
  return text !== '' && !text.endsWith('\n');
}

/** What a hunk's remarks say about the file's end: undefined when nothing. */
export function endOf(hunks: readonly Hunk[]): boolean | undefined {
  const lines = hunks.at(-1)?.lines ?? [];
  let told: boolean | undefined;
  lines.forEach((line, at) => {
    if (line.startsWith('\\')) told = !(lines[at - 1] ?? '').startsWith('-');
  });
  return told;
}

/** Whether lines are where hunks say that they put them. Hunks without places agree with anything. */
export function agree(lines: readonly string[], hunks: readonly Hunk[]): boolean {
  return hunks.every((hunk) => {
    if (hunk.newStart === null) return true;
    const shown = hunk.lines.filter((line) => line === '' || /^[ +]/.test(line));
    const from = hunk.newStart - 1;
    return shown.every((line, at) => isSameLine(line.slice(1), lines[from + at] ?? '\0'));
  });
}

/** Text removed together with its line end, as agents do if nothing replaces it. */
export function withLineEnd({ oldText, newText, everywhere }: Replacement): Replacement {
  return { oldText: newText === '' && !oldText.endsWith('\n') ? `${oldText}\n` : oldText, newText, everywhere };
}

/** The text with the replacements made; undefined when one of them does not match exactly one place. */
export function replaced(text: string, replacements: readonly Replacement[]): string | undefined {
  let made = text;
  for (const { oldText, newText, everywhere } of replacements) {
    const at = oldText === '' ? -1 : made.indexOf(oldText);
    if (at === -1) return undefined;
    if (everywhere) made = made.split(oldText).join(newText);
    else if (made.indexOf(oldText, at + 1) !== -1) return undefined;
    else made = made.slice(0, at) + newText + made.slice(at + oldText.length);
  }
  return made;
}
