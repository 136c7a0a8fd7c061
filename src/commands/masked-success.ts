// The shape of a rule for masked failures, and the command line that succeeded, taken apart: what the rules look at.

import type { Failure } from '../model/outcome.ts';
import { type CommandKind, kindOfWords } from './command-kind.ts';
import type { CommandList } from './command-line.ts';

export type Words = readonly string[];

/** What stands behind `||`: nothing, something that is only told, or something that is done instead. */
export type Alternative = 'none' | 'told' | 'other';

/** A command line that succeeded, taken apart. */
export interface Success {
  readonly command: string;
  readonly text: string;
  readonly lists: readonly CommandList[];
  readonly hidden: readonly Words[];
  readonly kinds: ReadonlySet<CommandKind | null>;
  readonly alternative: Alternative;
}

/** Programs that only pass on what they read. */
export const FILTERS = /^(?:head|tail|sed|awk|cut|sort|uniq|tee|cat|less|more|tr|column|wc|nl|fold|grep|egrep|rg)$/;

/** Programs that do nothing about a failure. */
export const ONLY_TELLS = /^(?:echo|printf|true|:)$/;

/** Verbs that show what others wrote, or look something up. */
export const SHOWS =
  /^(?:logs?|get|describe|inspect|view|show|list|ls|search|ps|info|status|top|events|history|checks)$/;
/** Verbs whose output is another program's, and verbs that undo, which may find that it is done. */
export const PASSES_ON = /^(?:exec|run|delete|rm|rmi|stop|kill|down|uninstall)$/;

/** What is short enough to be a complaint and nothing else. */
export const COMPLAINT_MAX = 600;

export interface MaskRule {
  /** What decides it: a line of docs/failures.md. */
  readonly evidence: string;
  /** The alternatives that do not undo it. */
  readonly despite: readonly Alternative[];
  find(success: Success): Failure | null;
}

/** `echo "exit: $?"` */
export const ASKS_EXIT = /\$\?|\$\{?PIPESTATUS|\$\{?pipestatus/;

/** Programs that everyone knows, so that a failure they report by exit code is not one that the project wants. */
export const WELL_KNOWN =
  /^(?:git|gh|npm|pnpm|yarn|bun|cargo|go|pip3?|uv|docker|podman|kubectl|helm|terraform|brew|apt(?:-get)?|curl|wget|make)$/;

/** What a runner of tasks says when one of them failed. */
export const RUNNER_FAILED =
  /^make(?:\[\d{1,3}\])?: \*{3} |^npm (?:ERR!|error) code |\bELIFECYCLE\b|^(?:\[[\w:.-]{1,40}\] )?mise ERROR |^error: Recipe `|^error: script "[^"\n]{1,80}" exited with code|^error Command failed with exit code|^task: Failed to run task/m;

/** Tests and checks that were not run are worth a mark, whatever is told instead; asking for a version is only asking. */
export function isRealCheck(words: Words): boolean {
  const kind = kindOfWords(words);
  const asks = words.length === 2 ? /^(?:--version|-V|-v|--help|-h)$/ : /^(?:--version|-V|--help)$/;
  return (kind === 'tests' || kind === 'checks') && !words.some((word) => asks.test(word));
}
