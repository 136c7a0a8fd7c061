// Failures that a command's success hides: `npm test | tail` exits with zero whatever the tests said. Precision first:
// a call is marked only where something in it must have failed.

import type { Failure } from '../model/outcome.ts';
import { kindOfWords } from './command-kind.ts';
import type { CommandList } from './command-line.ts';
import { ERROR_FIRST, FILE_NOT_THERE, ONLY_COMPLAINS } from './masked-failures/complaints.ts';
import { NOT_STARTED, RAISED_LAST, SUMMARY_FAILED } from './masked-failures/runs.ts';
import { ENDED_JOB, NOT_FOUND, WRONG_FOLDER } from './masked-failures/shell.ts';
import { TOLD_EXIT_CODE } from './masked-failures/told-exit.ts';
import { GIT_REFUSED_IT, NPM_FAILED, TASK_FAILED, TOOL_SAYS_NO } from './masked-failures/tools.ts';
import { type Alternative, ASKS_EXIT, type MaskRule, ONLY_TELLS, type Success, type Words } from './masked-success.ts';
import { allPrograms, decidingPrograms, listsOf } from './programs.ts';
import { wordsOf } from './why-failed.ts';

/** In order: the first that finds something speaks. Adding one: write it in a file of masked-failures/ and list it here. */
export const MASK_RULES: readonly MaskRule[] = [
  TOLD_EXIT_CODE,
  SUMMARY_FAILED,
  RAISED_LAST,
  NOT_FOUND,
  NOT_STARTED,
  WRONG_FOLDER,
  ENDED_JOB,
  GIT_REFUSED_IT,
  TASK_FAILED,
  NPM_FAILED,
  TOOL_SAYS_NO,
  ONLY_COMPLAINS,
  FILE_NOT_THERE,
  ERROR_FIRST,
];

/** Outputs without any of these hide nothing that could be told. */
const HINT =
  /fail|error|exception|fatal|not found|panic|no such|no module|ERR!|✖|ERR_|not ok|would reformat|reject|refused|could not|cannot|conflict|traceback|exit|rc=|issues:|break-system|auth login|expired|credentials|required|:\d+:\d+: /i;

/** The commands whose exit code decided nothing: all but the ones that can have decided it. */
function hiddenCommands(command: string): readonly Words[] {
  const all = allPrograms(command);
  const deciding = decidingPrograms(command);
  if (all.length === deciding.length) return [];
  const decided = deciding.map((words) => words.join(' '));
  const hidden: Words[] = [];
  for (const words of all) {
    const at = decided.indexOf(words.join(' '));
    if (at === -1) hidden.push(words);
    else decided.splice(at, 1);
  }
  return hidden;
}

/**
 * What stands behind `||`: something that is done instead, something that is only told, or nothing. What is told may be the
 * answer to a question (`docker info || echo none`), but not where a program ended with an exception.
 */
function alternativeOf(lists: readonly CommandList[]): Alternative {
  const instead = lists.flatMap(({ steps }) => steps.filter(({ join }) => join === '||'));
  if (instead.length === 0) return 'none';
  const isTold = instead.every(({ pipeline }) => ONLY_TELLS.test(pipeline[0]?.words[0] ?? ''));
  return isTold ? 'told' : 'other';
}

function isExitZero(words: Words): boolean {
  return words.some((word) => /^--(?:exit-zero|issues-exit-code(?:=0)?|no-error-on|if-present)/.test(word));
}

/** Whether the success could hide anything: no rule finds a failure in a command line that runs one program and asks nothing. */
function canHide(command: string, lists: readonly CommandList[], hidden: readonly Words[]): boolean {
  return (
    hidden.length > 0 ||
    ASKS_EXIT.test(command) ||
    command.includes('cd ') ||
    /\b(?:npx|npm) /.test(command) ||
    (lists[0]?.steps[0]?.pipeline.length ?? 0) > 1
  );
}

/**
 * The failure that the success of a command line hides. Null where there is none, or where it cannot be told from an
 * output that only speaks of failures: a log that was read, a search for the word, a probe with an alternative.
 */
export function maskedFailure(command: string, stdout: string, stderr: string): Failure | null {
  const lists = listsOf(command);
  const hidden = hiddenCommands(command).filter((words) => !isExitZero(words));
  if (!canHide(command, lists, hidden)) return null;
  const text = wordsOf({ stdout, stderr });
  if (!HINT.test(text)) return null;
  const kinds = new Set(hidden.map(kindOfWords));
  const success: Success = { command, text, lists, hidden, kinds, alternative: alternativeOf(lists) };
  for (const { despite, find } of MASK_RULES) {
    const found = despite.includes(success.alternative) ? find(success) : null;
    if (found !== null) return found;
  }
  return null;
}
