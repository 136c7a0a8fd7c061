// All failure rules for shell commands, in order. Adding one: write it in a file of failure-rules/ and list it here.

import type { FailureRule } from './failure-rule.ts';
import { BUILD_FAILED, CHECKS_FAILED, HOOK_FAILED } from './failure-rules/checks.ts';
import { COMPLAINTS } from './failure-rules/complaints.ts';
import { FILE_EXISTS, FILE_MISSING, IS_FOLDER, NOT_A_FOLDER, NOTHING_TO_CHECK } from './failure-rules/files.ts';
import {
  GIT_REFUSED,
  GIT_SAYS_NO,
  NO_UPSTREAM,
  NOT_A_REPOSITORY,
  NOTHING_TO_COMMIT,
  REVISION_MISSING,
} from './failure-rules/git.ts';
import {
  ABORTED,
  ADDRESS_IN_USE,
  BUILD_DENIED,
  CRASHED,
  DISK_FULL,
  NOT_CONFIGURED,
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
import {
  FILTER_FAILED,
  PROGRAM_RAISED,
  SCRIPT_FAILED,
  SCRIPT_SYNTAX,
  SCRIPT_UNREADABLE,
  STATEMENT_FAILED,
  STDIN_FAILED,
} from './failure-rules/programs.ts';
import {
  NO_TESTS,
  NO_TESTS_BUILT,
  NOT_COLLECTED,
  TESTS_FAILED,
  TESTS_LISTED,
  TESTS_REPORTED,
} from './failure-rules/tests.ts';
import {
  CHECKER_MISUSED,
  COMMAND_NOT_FOUND,
  LOOKUP_FAILED,
  NAME_MISSING,
  NO_JSON,
  OTHER_SHELLS_WORDS,
  QUERY_FAILED,
  SHELL_SAYS_NO,
  SHELL_SYNTAX,
  USAGE_SHOWN,
  WRONG_USAGE,
} from './failure-rules/usage.ts';

/** These hold wherever their words stand, and whatever a checker counts below them. */
export const FIRST_RULES: readonly FailureRule[] = [
  NOTHING_TO_CHECK,
  CHECKER_MISUSED,
  NEEDED_MISSING,
  WRONG_COMPILER,
  BUILD_DENIED,
  NO_TESTS_BUILT,
  NOT_COLLECTED,
];

/** What a run of tests or checks says of itself stands before all else, wherever it is: its output can hold any words. */
export const SUMMARY_RULES: readonly FailureRule[] = [TESTS_FAILED, TESTS_REPORTED, TESTS_LISTED, CHECKS_FAILED];

/** Only where none of these is found. */
export const HOOK_RULES: readonly FailureRule[] = [HOOK_FAILED];

/**
 * Of these the one whose words stand last explains the failure: the last command that ran decided the exit. Where two
 * match the same line, the earlier rule says more.
 */
export const WORD_RULES: readonly FailureRule[] = [
  SANDBOX_DENIED,
  SANDBOX_REPORTED,
  SANDBOX_FAILED,
  PROCESS_GONE,
  SCRIPT_SYNTAX,
  SCRIPT_UNREADABLE,
  SHELL_SYNTAX,
  MODULE_MISSING,
  ADDRESS_IN_USE,
  DISK_FULL,
  OUT_OF_MEMORY,
  CRASHED,
  RESOURCE_BUSY,
  NOT_EXECUTABLE,
  LOOKUP_FAILED,
  OTHER_SHELLS_WORDS,
  COMMAND_NOT_FOUND,
  NO_CONNECTION,
  HTTP_TOO_MANY,
  HTTP_REFUSED,
  PERMISSION_DENIED,
  SCRIPT_FAILED,
  STDIN_FAILED,
  STATEMENT_FAILED,
  FILTER_FAILED,
  FILE_MISSING,
  IS_FOLDER,
  NOT_A_FOLDER,
  FILE_EXISTS,
  REVISION_MISSING,
  NO_UPSTREAM,
  INSTALL_FAILED,
  VERSION_MISMATCH,
  HTTP_NOT_FOUND,
  HTTP_BAD_REQUEST,
  NOT_AUTHORISED,
  NOT_CONFIGURED,
  QUERY_FAILED,
  NAME_MISSING,
  WRONG_USAGE,
  NOTHING_TO_COMMIT,
  NOT_A_REPOSITORY,
  GIT_REFUSED,
  PROGRAM_RAISED,
];

/** What a build says last. Any of the words above tell more, but for the exceptions of the build itself. */
export const BUILD_RULES: readonly FailureRule[] = [BUILD_FAILED];

/** Only where none of the others has anything to say: a run that found no tests most often says why. */
export const LAST_RULES: readonly FailureRule[] = [SHELL_SAYS_NO, NO_TESTS, ABORTED, USAGE_SHOWN, GIT_SAYS_NO, NO_JSON];

/** For the line that complains, where even the kind of command says nothing. */
export const COMPLAINT_RULES: readonly FailureRule[] = COMPLAINTS;
