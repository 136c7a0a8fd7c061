// What decides each failure rule, and why that is enough: for docs/failures.md, and not part of the parser.

import type { FailureRule } from './failure-rule.ts';
import { BUILD_FAILED, CHECKS_FAILED } from './failure-rules/checks.ts';
import { FILE_EXISTS, FILE_MISSING, IS_FOLDER, NOT_A_FOLDER, NOTHING_TO_CHECK } from './failure-rules/files.ts';
import { GIT_REFUSED, GIT_SAYS_NO, NO_UPSTREAM, NOTHING_TO_COMMIT, REVISION_MISSING } from './failure-rules/git.ts';
import {
  ABORTED,
  ADDRESS_IN_USE,
  CRASHED,
  DISK_FULL,
  NOT_EXECUTABLE,
  OUT_OF_MEMORY,
  PERMISSION_DENIED,
  PROCESS_GONE,
  RESOURCE_BUSY,
  SANDBOX_DENIED,
  SANDBOX_FAILED,
  SANDBOX_REPORTED,
  VERSION_MISMATCH,
  WRONG_COMPILER,
} from './failure-rules/machine.ts';
import {
  HTTP_BAD_REQUEST,
  HTTP_NOT_FOUND,
  HTTP_REFUSED,
  HTTP_TOO_MANY,
  NO_CONNECTION,
  NOT_AUTHORISED,
} from './failure-rules/network.ts';
import { INSTALL_FAILED, MODULE_MISSING, NEEDED_MISSING } from './failure-rules/packages.ts';
import { PROGRAM_RAISED, SCRIPT_FAILED, SCRIPT_SYNTAX, STATEMENT_FAILED } from './failure-rules/programs.ts';
import { NO_TESTS, NO_TESTS_BUILT, NOT_COLLECTED, TESTS_FAILED, TESTS_REPORTED } from './failure-rules/tests.ts';
import {
  CHECKER_MISUSED,
  COMMAND_NOT_FOUND,
  LOOKUP_FAILED,
  QUERY_FAILED,
  SHELL_SAYS_NO,
  SHELL_SYNTAX,
  USAGE_SHOWN,
  WRONG_USAGE,
} from './failure-rules/usage.ts';
import type { MASK_RULES } from './masked-failure.ts';

const NAMED: ReadonlyMap<FailureRule, string> = new Map([
  [
    CHECKS_FAILED,
    'A finding of a compiler, type checker, linter or formatter, at a place in a file; or the count at the end.',
  ],
  [BUILD_FAILED, 'A build, a runner of tasks or a hook says that it failed, and no other words say why.'],
  [FILE_MISSING, 'A program says that a path it was given is not there.'],
  [NOTHING_TO_CHECK, 'A linter or a build was given a file that is not there.'],
  [IS_FOLDER, 'A folder was taken for a file.'],
  [NOT_A_FOLDER, 'A file was taken for a folder.'],
  [FILE_EXISTS, 'What was to be made is there already.'],
  [REVISION_MISSING, 'git knows no such revision, branch or path, or has no commits yet.'],
  [NO_UPSTREAM, 'A branch has no upstream to push to, to pull from or to name.'],
  [NOTHING_TO_COMMIT, 'git commit or cherry-pick, and the last line says that the tree is clean.'],
  [GIT_SAYS_NO, 'git, run last, reports an error in other words.'],
  [
    GIT_REFUSED,
    'git will not do it in the state the repository is in: conflicts, local changes, a push that is behind.',
  ],
  [SANDBOX_DENIED, 'The agent lists a file or network operation that its sandbox refused.'],
  [SANDBOX_REPORTED, 'The agent says in a sentence what its sandbox refused, or the proxy of the sandbox does.'],
  [SANDBOX_FAILED, 'The sandbox itself could not be set up.'],
  [WRONG_COMPILER, 'The compiler that is installed does not know the version that the project asks for.'],
  [ADDRESS_IN_USE, 'A port that is taken.'],
  [PERMISSION_DENIED, 'The operating system said no.'],
  [RESOURCE_BUSY, 'Something else holds a lock or a device.'],
  [NOT_EXECUTABLE, 'The system cannot start the program.'],
  [DISK_FULL, 'No room left on the disk.'],
  [OUT_OF_MEMORY, 'No memory left.'],
  [CRASHED, 'A program that was ended by the system for a fault of its own.'],
  [ABORTED, 'A program that gave up, and nothing says why.'],
  [VERSION_MISMATCH, 'A tool or package of the wrong version.'],
  [PROCESS_GONE, 'A process that was to be ended has ended, or none was named to be ended.'],
  [HTTP_NOT_FOUND, 'A host answered 404.'],
  [HTTP_TOO_MANY, 'A host asked to be asked less.'],
  [HTTP_BAD_REQUEST, 'A host did not understand the request.'],
  [HTTP_REFUSED, 'A host answered, and said no or broke down.'],
  [NOT_AUTHORISED, 'Someone has to sign in, or may not do this.'],
  [NO_CONNECTION, 'A host could not be reached, or broke off.'],
  [MODULE_MISSING, 'What is imported is not installed.'],
  [
    NEEDED_MISSING,
    'The browser that tests drive, or the library, linker, compiler or plugin that a build looks for, is not installed.',
  ],
  [INSTALL_FAILED, 'A package manager could not install.'],
  [SCRIPT_FAILED, 'An exception, and the command carries the script that raised it.'],
  [SCRIPT_SYNTAX, 'An interpreter cannot read the script that the command carries.'],
  [STATEMENT_FAILED, 'PowerShell says that a statement of the command raised.'],
  [PROGRAM_RAISED, 'An exception, a panic or a fatal error.'],
  [TESTS_FAILED, 'The summary line of a test runner that counts failures.'],
  [TESTS_REPORTED, 'A command that runs tests reports failures in JSON.'],
  [NOT_COLLECTED, 'pytest could not collect tests: the exception that kept it from that.'],
  [NO_TESTS_BUILT, 'A build was asked for tests of a name that none has.'],
  [NO_TESTS, 'A test runner that found nothing to run.'],
  [SHELL_SYNTAX, 'The shell itself says that it cannot read the command.'],
  [SHELL_SAYS_NO, 'A shell complains under its own name, and no other words say why.'],
  [LOOKUP_FAILED, 'A cmdlet that looks something up found nothing.'],
  [COMMAND_NOT_FOUND, 'No program of that name is installed.'],
  [WRONG_USAGE, 'A program does not know what it was asked in this way.'],
  [CHECKER_MISUSED, 'A checker was given an option that it does not have.'],
  [USAGE_SHOWN, 'A program shows how it is used, and no other words say why.'],
  [QUERY_FAILED, 'A database did not take the statement that the command carries.'],
]);

/** What the line that complains says, by the code of the rule. */
const COMPLAINING: ReadonlyMap<string, string> = new Map([
  ['file-exists', 'No known words; the line that complains says that something is there already.'],
  ['not-authorised', 'No known words; the line that complains speaks of rights.'],
  ['no-connection', 'No known words; the line that complains says that nobody answered.'],
  ['resource-busy', 'No known words; the line that complains says that something else has it.'],
  ['module-missing', 'No known words; the line that complains says what is to be installed.'],
  ['file-missing', 'No known words; the line that complains says that something is not there.'],
  ['wrong-usage', 'No known words; the line that complains says what it cannot take.'],
]);

export function evidenceOf(rule: FailureRule): string {
  return NAMED.get(rule) ?? COMPLAINING.get(rule.code) ?? '';
}

/** Of the failures that a success hides, in the order in which they are looked for. */
export const MASK_EVIDENCE: Readonly<Record<keyof typeof MASK_RULES, string>> = {
  toldExit:
    'The command line asks for an exit code (`echo $?`) of a test, a check or a well-known program, and writes one that is not zero.',
  summary:
    'A test run or a check whose exit code decides nothing (`| tail`, `; echo`, `|| true`, a loop) has the summary of one that failed.',
  exception: 'A program whose exit code decides nothing ends its output with an exception.',
  notFound: 'The shell did not find a program of the command line.',
  notStarted: 'What runs tests or a check says that their program is not installed.',
  wrongFolder: 'The shell could not go to a folder, so that what follows was not run, or was run elsewhere.',
  endedJob:
    'The shell says that a program in the background ended with a code of its own, or the program that its port is taken.',
  git: 'git was to change something, its exit code decides nothing, and it says no.',
  task: 'A runner of tasks or packages whose exit code decides nothing says that its task failed.',
  npm: 'npm ends by saying where the log of its failure is, whatever the program that called it came to.',
  tool: 'A tool that installs, deploys or fetches, and whose exit code decides nothing, ends by saying that it did not.',
  onlyComplaint:
    'All that came from a program whose exit code decides nothing (`cat x | head`, a command in a script), or from programs that only read, is complaints.',
  fileNotThere: 'A program that was to read one file says that it is not there, and other commands followed.',
  opensWithError: 'A program before `head` or `tail` begins its output by saying that it failed.',
};
