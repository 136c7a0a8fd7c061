// The shape of a rule for masked failures, and the command line that succeeded, taken apart: what the rules look at.

import type { Failure } from '../model/outcome.ts';
import { type CommandKind, kindOfWords } from './command-kind.ts';
import type { CommandList } from './command-line.ts';
import { baseName } from './programs.ts';

export type Words = readonly string[];

/** What stands behind `||`: nothing, something that is only told, or something that is done instead. */
export type Alternative = 'none' | 'told' | 'other';

/** A command line that succeeded, or a part of one whose output can be told from the rest. */
export interface Success {
  /** The whole command line. */
  readonly command: string;
  readonly text: string;
  readonly lists: readonly CommandList[];
  /** The words of every command, from its program on. */
  readonly programs: readonly Words[];
  /** The commands whose exit code decided nothing, as far as the rule holds despite what stands behind their `||`. */
  readonly hidden: readonly Words[];
  readonly kinds: ReadonlySet<CommandKind | null>;
  /** The strongest of all alternatives. */
  readonly alternative: Alternative;
}

/** Programs that only pass on what they read. */
export const FILTERS = /^(?:head|tail|sed|awk|cut|sort|uniq|tee|cat|less|more|tr|column|wc|nl|fold|grep|egrep|rg)$/;

/** Programs that do nothing about a failure. */
export const ONLY_TELLS = /^(?:echo|printf|true|:|exit|return|break|continue)$/;

/** Programs that read files and folders, and whose operands name them. */
export const READS = /^(?:ls|cat|head|tail|sed|find|stat|wc|du|tree|file|nl|cd)$/;

/** Verbs that show what others wrote, or look something up. */
export const SHOWS =
  /^(?:logs?|logs:\w+|tail|get|describe|inspect|view|show|list|ls|search|ps|info|status|top|events|history|checks)$/;
/** Verbs that undo: what was to go may be gone already. */
const UNDOES = /^(?:delete|rm|rmi|stop|kill|down|uninstall)$/;
/** Programs that run another one in a box, and pass on what it says. */
const BOXES = /^(?:docker|podman|nerdctl|docker-compose|kubectl|oc)$/;

export function undoes(words: Words): boolean {
  return words.slice(1, 4).some((word) => UNDOES.test(word));
}

/** Whether what a program says may be the words of others, or no trouble. */
export function speaksOfOthers(words: Words): boolean {
  const verbs = words.slice(1, 4);
  if (undoes(words) || verbs.some((word) => SHOWS.test(word))) return true;
  return BOXES.test(baseName(words[0] ?? '')) && verbs.some((word) => word === 'exec' || word === 'run');
}

/** What is short enough to be a complaint and nothing else. */
export const COMPLAINT_MAX = 600;

export interface MaskRule {
  /** What decides it: a line of docs/failures.md. */
  readonly evidence: string;
  /** The alternatives that do not undo it: programs that have another are not looked at. */
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
  /^make(?:\[\d{1,3}\])?: \*{3} |^npm (?:ERR!|error) (?:code |Missing script)|\bELIFECYCLE\b|^(?:\[[\w:.-]{1,40}\] )?mise ERROR |^error: Recipe `|^error: script "[^"\n]{1,80}" exited with code|^error Command failed with exit code|^task: Failed to run task/m;

/** Asking a program for its version asks whether it is there. */
export function asksVersion(words: Words): boolean {
  return words[1] !== undefined && words.length <= 3 && /^(?:--?version|-V|-v|version)$/.test(words[1]);
}

/** Tests and checks that were not run are worth a mark, whatever is told instead; asking for a version is only asking. */
export function isRealCheck(words: Words): boolean {
  const kind = kindOfWords(words);
  const asks = words.length === 2 ? /^(?:--version|-V|-v|--help|-h)$/ : /^(?:--version|-V|--help)$/;
  return (kind === 'tests' || kind === 'checks') && !words.some((word) => asks.test(word));
}
