// Owns which line of a failed command's output tells best what went wrong, where no known words do.

import { firstLine } from '../../base/text.ts';
import { bothEnds } from '../both-ends.ts';
import type { ShellResult } from './result.ts';
import { lineAt } from './said-failures.ts';

/** A line that opens by saying that it is about a failure, or a member of an object that does. */
const OPENING =
  /^[ \t]*(?:(?:[\w./-]{1,60}: )?\[?(?:fatal|panic|error)\]?(?:\[[\w-]{1,40}\])?: {0,4}\S|\{?"(?:error|message)": ?"\S)/im;

const COMPLAINING =
  /\b(?:cannot|can't|could not|couldn't|unable|fail(?:ed|s|ure)?|errors?|not found|no such|denied|refused|rejected|invalid|already exists|not allowed|missing|unsupported|too (?:long|large|many)|(?:does not|doesn't) exist|aborted|violat\w{1,5}|unexpected|undefined)\b/i;

/** What whoever ran the command says about any failure. */
const EMPTY_WORDS =
  /\bexit(?:ed)? (?:code|status)\b|\btask failed\b|\bcomplete log of this run\b|^make(?:\[\d{1,3}\])?: \*{3} |\bELIFECYCLE\b/;

/** What was found in a file, by whoever looked. */
const FOUND = /^\s*\S{1,300}:\d{1,7}[:-]/;

/** So near the end it is most likely about the command that decided the exit. */
const NEAR_END = 5;

/** The first line that opens like a complaint, else one near the end that complains, else the first with a word in it. */
export function tellingLine({ stdout, stderr }: ShellResult): string {
  const text = bothEnds(stderr.trim() === '' ? stdout : stderr);
  const opening = OPENING.exec(text);
  if (opening !== null) return lineAt(text, opening.index);
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const complaint = lines
    .slice(-NEAR_END)
    .find((line) => COMPLAINING.test(line) && !EMPTY_WORDS.test(line) && !FOUND.test(line));
  return (complaint ?? lines.find((line) => /\w/.test(line)) ?? firstLine(text)).trim();
}
