// What exit codes say by themselves: an answer, a limit of time, a signal, a program that is not there.

import { firstLine } from '../base/text.ts';
import type { Blame, Failure } from '../model/outcome.ts';
import { type CommandRun, complaintOf } from './command-run.ts';
import { complaintIn } from './error-line.ts';
import { expectedExit, searchComplaints, sourceComplaint } from './expected-exit.ts';
import { failureInWords } from './failure-in-words.ts';
import { FILE_MISSING } from './failure-rules/files.ts';
import { MODULE_MISSING } from './failure-rules/packages.ts';
import { COMMAND_NOT_FOUND, OTHER_SHELLS_WORDS, SHELL_SYNTAX, WRONG_USAGE } from './failure-rules/usage.ts';
import { lookupAnswer } from './lookups.ts';
import { endedItself, hasTimeLimit } from './own-end.ts';
import { bestOf } from './rule-match.ts';

/** Exit codes that say more than "it failed". */
const EXITS: readonly { readonly code: string; readonly blame: Blame; readonly exits: readonly number[] }[] = [
  // Agents end a command with the code that `timeout` has.
  { code: 'timed-out', blame: 'environment', exits: [124] },
  { code: 'not-executable', blame: 'environment', exits: [126] },
  { code: 'stopped-by-signal', blame: 'user', exits: [130] },
  { code: 'killed', blame: 'environment', exits: [137, 143] },
  { code: 'crashed', blame: 'environment', exits: [132, 134, 135, 136, 139] },
  // What read the output had enough of it: `… | head` where pipes are told to fail.
  { code: 'reader-left', blame: 'expected', exits: [141] },
];

/** What words say more than these exit codes, by the code of the failure that they name. */
const SAYS_MORE: ReadonlyMap<string, RegExp> = new Map([
  // Runtimes end themselves by a signal when memory is out or nothing caught an exception.
  ['crashed', /^(?:out-of-memory|program-raised|script-failed)$/],
  ['not-executable', /^(?:shell-syntax|is-folder)$/],
]);

/** What an agent says of its own limit. */
const TOLD_LIMIT = /^[^\n]{0,60}\bcommand timed out after [^\n]{1,100}/m;

/** What a program says of the signal that ended it. */
const TOLD_END = /^[^\n]{0,200}\bSIG(?:TERM|INT|KILL)\b[^\n]{0,200}/m;

function notFound(run: CommandRun, text: string): Failure {
  const told = bestOf(COMMAND_NOT_FOUND, text);
  // The loader lacks something, or a program was called by its path.
  for (const other of told === null ? [MODULE_MISSING, FILE_MISSING] : []) {
    const message = bestOf(other, text);
    if (message !== null) return { code: other.code, blame: other.blame, message };
  }
  const said = told === null ? failureInWords(text, run.command) : null;
  // Some shells speak of an unknown command.
  if (said?.code === SHELL_SYNTAX.code || (said?.code === WRONG_USAGE.code && !/\bcommand\b/i.test(said.message)))
    return said;
  const { code, blame } = bestOf(OTHER_SHELLS_WORDS, text) === null ? COMMAND_NOT_FOUND : OTHER_SHELLS_WORDS;
  return { code, blame, message: told ?? complaintOf(run) };
}

function nothingFound(command: string, text: string): Failure {
  return { code: 'no-match', blame: 'expected', message: lookupAnswer(command, text) };
}

/** Failures of what was to give something to a search. */
const OF_SOURCE =
  /^(?:file-missing|revision-missing|is-folder|permission-denied|no-connection|http-[a-z-]+|command-not-found|git-refused|not-authorised)$/;

/** A search found nothing because it was given nothing. */
function ofSource(command: string, text: string): Failure | null {
  const said = sourceComplaint(command, text);
  const found = said === null ? null : failureInWords(said, command);
  return found !== null && OF_SOURCE.test(found.code) ? found : null;
}

/** The failure that the exit code tells, with the words beside it. Null where it says only that there was one. */
export function failureByExitCode(run: CommandRun, text: string): Failure | null {
  const { command, exitCode } = run;
  if (exitCode === null || exitCode === 0) return null;
  if (command !== null) {
    if (expectedExit(command, exitCode, text)) return ofSource(command, text) ?? nothingFound(command, text);
    if (hasTimeLimit(command, exitCode))
      return {
        code: 'time-limit',
        blame: 'expected',
        message: TOLD_END.exec(text)?.[0].trim() ?? complaintIn(text) ?? '',
      };
    if (endedItself(command, exitCode)) return { code: 'killed', blame: 'expected', message: '' };
    const complaints = searchComplaints(command, exitCode, text);
    if (complaints !== null)
      return (
        failureInWords(complaints, command) ?? { code: 'exit-code', blame: 'unknown', message: firstLine(complaints) }
      );
  }
  if (exitCode === 127) return notFound(run, text);
  const known = EXITS.find(({ exits }) => exits.includes(exitCode));
  const telling = known === undefined ? undefined : SAYS_MORE.get(known.code);
  const said = telling === undefined ? null : failureInWords(text, command);
  if (said !== null && telling?.test(said.code) === true) return said;
  if (known === undefined) return null;
  const limit = known.code === 'timed-out' ? TOLD_LIMIT.exec(text)?.[0] : undefined;
  return { code: known.code, blame: known.blame, message: limit ?? complaintOf(run) };
}
