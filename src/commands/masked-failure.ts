// Failures that a command's success hides: `npm test | tail` exits with zero whatever the tests said. Precision first:
// a call is marked only where something in it must have failed.

import type { Failure } from '../model/outcome.ts';
import { kindOfWords } from './command-kind.ts';
import type { CommandList } from './command-line.ts';
import { wordsOf } from './command-run.ts';
import { COMPLAINS_BY_NAME, ERROR_AT_AN_END, ONLY_COMPLAINS } from './masked-failures/complaints.ts';
import { NOT_STARTED, RAISED_LAST, SUMMARY_FAILED } from './masked-failures/runs.ts';
import { ENDED_JOB, NOT_FOUND, REFUSED_BY_SHELL, STATEMENT_RAISED, WRONG_FOLDER } from './masked-failures/shell.ts';
import { SHOWN_EXIT_CODE, TOLD_IN_WORDS } from './masked-failures/told-by-command-line.ts';
import { GIT_REFUSED_IT, NPM_FAILED, TASK_FAILED, TOOL_SAYS_NO } from './masked-failures/tools.ts';
import { type Alternative, ASKS_EXIT, type MaskRule, ONLY_TELLS, READS, type Words } from './masked-success.ts';
import { baseName, decidingPrograms, listsOf, programsOf } from './programs.ts';

/** In order: the first that finds something speaks. Adding one: write it in a file of masked-failures/ and list it here. */
export const MASK_RULES: readonly MaskRule[] = [
  SHOWN_EXIT_CODE,
  SUMMARY_FAILED,
  RAISED_LAST,
  NOT_FOUND,
  REFUSED_BY_SHELL,
  STATEMENT_RAISED,
  NOT_STARTED,
  WRONG_FOLDER,
  ENDED_JOB,
  TOLD_IN_WORDS,
  GIT_REFUSED_IT,
  TASK_FAILED,
  NPM_FAILED,
  TOOL_SAYS_NO,
  ONLY_COMPLAINS,
  COMPLAINS_BY_NAME,
  ERROR_AT_AN_END,
];

/** Those that look at where an output begins or ends: a part of one may tell them more than the whole. */
const BY_PLACE: readonly MaskRule[] = [RAISED_LAST, NPM_FAILED, TOOL_SAYS_NO, ONLY_COMPLAINS, ERROR_AT_AN_END];

/** Outputs without any of these hide nothing that could be told. */
const HINT =
  /fail|error|exception|fatal|not found|panic|no such|no match|no module|denied|not permitted|(?:^|: )(?:invalid|unknown|unterminated)|is a directory|\*{3} |ERR!|✖|ERR_|not ok|would reformat|reject|refused|could not|cannot|empty \(sub|must precede|only one usage|error at line|not balanced|conflict|traceback|exit|rc=|issues:|break-system|not the tsc|auth login|expired|credentials|requires? |required|\[\d+\/\d+\]⎯|[×✕✗✘] |:\d+:\d+: |\nNode\.js v/i;

/** A command whose exit code decided nothing, and what stands behind its `||`. */
interface Hidden {
  readonly words: Words;
  readonly list: CommandList;
  readonly alternative: Alternative;
}

/** All commands but the ones that can have decided the exit. */
function hiddenCommands(command: string, lists: readonly CommandList[]): readonly Hidden[] {
  const decided = decidingPrograms(command).map((words) => words.join(' '));
  const hidden: Hidden[] = [];
  for (const list of lists) {
    const alternative = alternativeOf(list);
    for (const words of programsOf(list)) {
      const at = decided.indexOf(words.join(' '));
      if (at !== -1) decided.splice(at, 1);
      else if (!isExitZero(words)) hidden.push({ words, list, alternative });
    }
  }
  return hidden;
}

const GIT_SHOWS = /^(?:status|diff|log|show|branch)$/;

/** Whether a command only shows something: the state that another left, a log. */
function onlyLooks(words: Words): boolean {
  return READS.test(baseName(words[0] ?? '')) || (words[0] === 'git' && GIT_SHOWS.test(words[1] ?? ''));
}

/**
 * What stands behind `||`: something that is done instead, something that is only told, or nothing. What is told may be the
 * answer to a question (`docker info || echo none`), but not where a program ended with an exception. A look at what came of
 * it tells as well, unless it was a look that failed: then it is one in place of the other.
 */
function alternativeOf({ steps }: CommandList): Alternative {
  const instead = steps.filter(({ join }) => join === '||').map(({ pipeline }) => pipeline[0]?.words ?? []);
  if (instead.length === 0) return 'none';
  const first = steps[0]?.pipeline[0]?.words ?? [];
  const isTold = instead.every((words) => ONLY_TELLS.test(words[0] ?? '') || (onlyLooks(words) && !onlyLooks(first)));
  return isTold ? 'told' : 'other';
}

function isExitZero(words: Words): boolean {
  return words.some((word) => /^--(?:exit-zero|issues-exit-code(?:=0)?|no-error-on|if-present)/.test(word));
}

/** Whether the success could hide anything: no rule finds a failure in a command line that runs one program and asks nothing. */
function canHide(command: string, lists: readonly CommandList[], hidden: readonly Hidden[]): boolean {
  return (
    hidden.length > 0 ||
    ASKS_EXIT.test(command) ||
    command.includes('cd ') ||
    /\b(?:npx|npm) /.test(command) ||
    (lists[0]?.steps[0]?.pipeline.length ?? 0) > 1
  );
}

/** Commands in a row, and what they wrote. */
interface Part {
  readonly lists: readonly CommandList[];
  readonly text: string;
}

/** The line that a list writes, which is an `echo` of words that are known. */
function marker({ steps, background }: CommandList): string | null {
  const [step, ...more] = steps;
  const [command, ...filters] = step?.pipeline ?? [];
  if (more.length > 0 || filters.length > 0 || background || command?.words[0] !== 'echo') return null;
  const line = command.words.slice(1).join(' ').trim();
  return line === '' || /[$`*?>]|^-[neE]{1,3}(?: |$)/.test(line) ? null : line;
}

const LOOPS = /^(?:for|while|until|if|case|do|then|select)$/;

/** What stands between the lines that the command line itself writes: `a; echo ---; b`. */
function partsOf(lists: readonly CommandList[], text: string): readonly Part[] {
  if (lists.some(({ steps }) => LOOPS.test(steps[0]?.pipeline[0]?.words[0] ?? ''))) return [];
  const parts: Part[] = [];
  const lines = text.split('\n');
  let from = 0;
  let first = 0;
  for (const [place, list] of lists.entries()) {
    const line = marker(list);
    const at = line === null ? -1 : lines.findIndex((one, number) => number >= from && one.trim() === line);
    if (at === -1) continue;
    parts.push({ lists: lists.slice(first, place), text: lines.slice(from, at).join('\n') });
    from = at + 1;
    first = place + 1;
  }
  if (first > 0) parts.push({ lists: lists.slice(first), text: lines.slice(from).join('\n') });
  return parts;
}

const BY_STRENGTH: readonly Alternative[] = ['other', 'told'];

function failureIn(
  rules: readonly MaskRule[],
  { lists, text }: Part,
  command: string,
  hidden: readonly Hidden[],
): Failure | null {
  if (!HINT.test(text)) return null;
  const alternatives = new Set(lists.map(alternativeOf));
  const alternative = BY_STRENGTH.find((one) => alternatives.has(one)) ?? 'none';
  const programs = lists.flatMap(programsOf);
  const known = hidden.map((one) => ({ ...one, kind: kindOfWords(one.words) }));
  for (const { despite, find } of rules) {
    const seen = known.filter((one) => despite.includes(one.alternative));
    const kinds = new Set(seen.map(({ kind }) => kind));
    const found = find({
      command,
      text,
      lists,
      programs,
      hidden: seen.map(({ words }) => words),
      kinds,
      alternative,
    });
    if (found !== null) return found;
  }
  return null;
}

/**
 * The failure that the success of a command line hides. Null where there is none, or where it cannot be told from an
 * output that only speaks of failures: a log that was read, a search for the word, a probe with an alternative.
 */
export function maskedFailure(command: string, stdout: string, stderr: string): Failure | null {
  const lists = listsOf(command);
  const hidden = hiddenCommands(command, lists);
  if (!canHide(command, lists, hidden)) return null;
  const text = wordsOf({ stdout, stderr });
  if (!HINT.test(text)) return null;
  const found = failureIn(MASK_RULES, { lists, text }, command, hidden);
  if (found !== null) return found;
  for (const part of partsOf(lists, text)) {
    const own = hidden.filter(({ list }) => part.lists.includes(list));
    const inPart = own.length === 0 ? null : failureIn(BY_PLACE, part, command, own);
    if (inPart !== null) return inPart;
  }
  return null;
}
