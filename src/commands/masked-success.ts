// A command line that succeeded, taken apart: what the rules for masked failures look at.

import type { CommandKind } from './command-kind.ts';
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
