// A command that ran and did not end well, and the text in which the reason is looked for.

import { errorLine } from './error-line.ts';
import { readableOutput } from './readable-output.ts';

/** A command that ran and did not end well. */
export interface CommandRun {
  /** Null where the log does not have it. */
  readonly command: string | null;
  /** Null where the log does not say: Claude Code 1.0 wrote the output alone. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly timedOut?: boolean | undefined;
}

/** All that a run wrote, as far as failures are looked for in it; what went to stderr last. */
export function wordsOf({ stdout, stderr }: Pick<CommandRun, 'stdout' | 'stderr'>): string {
  const out = readableOutput(stdout);
  const err = readableOutput(stderr);
  if (err.trim() === '') return out;
  return out.trim() === '' ? err : `${out}\n${err}`;
}

/** The line to tell where no rule has one: complaints go to stderr, if anything does. */
export function complaintOf({ stdout, stderr }: CommandRun): string {
  return errorLine(readableOutput(stderr.trim() === '' ? stdout : stderr));
}
