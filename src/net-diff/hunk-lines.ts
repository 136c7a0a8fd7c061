// Compares the lines of hunks with those of a file: records are written for people, and differ a little.

import { linesWithReturns } from '../tools/hunk-text.ts';
import type { Hunk } from '../tools/hunks.ts';

/** Line ends of another system are not a change, nor are tabs that a record shows as blanks. */
function bare(text: string): string {
  const line = text.endsWith('\r') ? text.slice(0, -1) : text;
  return line.startsWith('\t') ? line.replace(/^\t+/, (tabs) => '  '.repeat(tabs.length)) : line;
}

/** Whether a line of a record is this line of a file. Agents write tabs at the start of a hunk's lines as two blanks. */
export function isSameLine(one: string, other: string): boolean {
  return one === other || bare(one) === bare(other);
}

type Loosely = (text: string) => string;

/** How patches compare lines: exactly, then ignoring invisible differences. */
export const LOOKS: readonly Loosely[] = [bare, (text) => text.trimEnd(), (text) => text.trim()];

export interface HunkLine {
  /** ' ', '-' or '+'. */
  readonly mark: string;
  readonly text: string;
}

/** The lines of a hunk without remarks; undefined when they cannot be applied. */
export function hunkLines(hunk: Hunk): readonly HunkLine[] | undefined {
  if (hunk.isBroken === true) return undefined;
  const made: HunkLine[] = [];
  for (const line of linesWithReturns(hunk)) {
    const mark = line === '' ? ' ' : line.charAt(0);
    if (mark === '\\') continue;
    if (mark !== ' ' && mark !== '-' && mark !== '+') return undefined;
    made.push({ mark, text: line.slice(1) });
  }
  return made;
}
