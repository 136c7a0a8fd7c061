// Owns what a failed command's own words tell: which of the known kinds of failure it was, whose problem, and in which line.

import type { Blame } from '../../model/outcome.ts';
import { bothEnds } from '../both-ends.ts';
import type { ShellResult } from './result.ts';

export interface SaidFailure {
  readonly code: string;
  readonly blame: Blame;
  /** Any of them, in one line of the output. */
  readonly words: readonly RegExp[];
  /** Only for commands like this. */
  readonly command?: RegExp;
}

/** Words of the shell itself: the command could not be understood. */
export const SHELL_SYNTAX = [
  /\bsyntax error\b[^\n]{0,40}(?:unexpected|near|operand)/i,
  /unexpected EOF while looking for matching|: unmatched ["'`]|: parse error near |: bad substitution/i,
  // zsh takes `===` and `=word` for the path of a command, and gives up where there is none.
  /^(?:zsh:\d{1,6}|\(eval\):\d{1,6}): (?:no matches found|bad pattern|\S{1,200} not found$|bad math expression)/m,
];

/** The lines with which test runners tell of a run that failed. Task runners put their task's name before every line. */
const TESTS_FAILED = [
  /^=+ [^\n]{0,120}\b\d+ (?:failed|errors?)\b[^\n]{0,120} in [\d.]+s/m,
  /^\d+ (?:failed|errors?)\b[^\n]{0,120} in [\d.]+s/m,
  /^(?:\[[\w:.-]{1,40}\] )?[ \t]*--- FAIL: /m,
  /^(?:\[[\w:.-]{1,40}\] )?FAIL\t(?![^\n]{1,300}\[(?:build|setup) failed\])/m,
  /^test result: FAILED/m,
  /^[ \t]*(?:Tests|Test Files|Test Suites):?[ \t]+\d+ failed/m,
  /^[ \t]*\d+ failed \| \d+ passed|^[ \t]*FAIL {1,2}[^\s]{1,200}\.(?:test|spec)\.\w{1,5}\b/m,
  /^[ \t]+\d+ (?:failing|(?:tests? )?failed)$/m,
  /\btests run: [^\n]{0,80}\b[1-9]\d* failed\b|\bSome tests failed\.$/m,
  /^not ok \d/m,
  /^(?:#|ℹ) fail [1-9]/m,
  /^[ \t]*[1-9]\d* fail$/m,
  /^FAILED(?: \((?:failures|errors)=| \| \d)/m,
  /^\d+ examples?, [1-9]\d* failures?/m,
  /\btests? failed out of \d|^\[ERROR\] Tests run: |^\d+ tests?, [1-9]\d* failures?|\bExecuted \d+ tests?, with [1-9]/m,
  /^FAILURES!$|^Failed! +- Failed:|There were failing tests/m,
];

/** Compilers, type checkers and linters that found something: what it was comes before how many there were. */
const CHECKS_FAILED = [
  /\berror (?:TS|CS|FS|BC|MSB|NETSDK)\d{3,5}: /,
  /^(?:\[[\w:.-]{1,40}\] )?[\w./-]{1,200}\.go:\d+:\d+: /m,
  /^[^\s:]{1,200}:\d+:\d+: (?:fatal )?error: |\S:\d+:\d+ - error: /m,
  /^[^\s:]{1,200}\.(?:java|pyi?):\d+: error: |^[^\s:]{1,200}\.py:\d+:\d+: [A-Z]{1,4}\d{1,4} /m,
  /^error\[[\w-]{1,60}\]: |^[A-Z]{1,5}\d{3,4} (?:\[\*\] )?\S[^\n]{0,300}\n +--> /m,
  /(?<=^> Build error occurred\n)\S|(?<=Failed to compile\.?\n{1,3})\S/m,
  /^✖ \d+ problems?/m,
  /\b[1-9]\d* errors?, \d+ warnings?/,
  /^(?:\[[\w:.-]{1,40}\] )?[1-9]\d* issues:$/m,
  /^Found [1-9]\d* (?:errors?|diagnostics?)/m,
  /^error: could not compile |^BUILD FAILED\b/m,
  /\[(?:build|setup) failed\]$|\bCOMPILATION ERROR\b|\boffenses? detected\b|^error during build|compiled with \d+ errors?/m,
  /Build error occurred|Failed to compile|Code style issues found|\bwould reformat[: ]/im,
];

/** A script that is part of the command: the agent wrote it for this call. */
const INLINE_SCRIPT =
  /(?:^|[\s;&|(])(?:python[\d.]*|node|ruby|perl|deno|bun|php|tsx)\s+(?:-\w+\s+)*(?:-[ce]\b|--eval\b|-(?=\s|$)|<<)/;

const RAISED = [
  /^[ \t]*(?:\w{1,60}\.){0,4}(?:\w{1,60}Error|\w{0,60}Exception)(?: \[\w{1,60}\])?(?:: |$)/m,
  // Many programs write "Error: …" themselves; with the way it took, it was raised.
  /^[ \t]*(?:Uncaught )?Error(?: \[\w{1,60}\])?(?:: [^\n]{0,400})?\n(?:[^\n]{0,300}\n){0,6}?[ \t]{1,8}at /m,
  /^thread '[^\n]{0,100}' (?:\(\d+\) )?panicked at|^panic: |^Exception in thread /m,
  /^Traceback \(most recent call last\):/m,
];

/**
 * What the sandbox kept the command from, as the agent puts it below the output. Only files and the network count: programs
 * that fail for other reasons look up much else that is not allowed.
 */
const SANDBOX_VIOLATIONS = [/(?<=<sandbox_violations>[^<]{0,2000})\bdeny(?:\(\d{1,9}\))? (?:file|network)-/];

/** What is imported has not been installed, or not where it is looked for. */
const MODULE_MISSING = [
  /^(?:\w{1,60}\.){0,4}ModuleNotFoundError: |: No module named [\w.'"]{1,200}$/m,
  /\bCannot find (?:module|package) '(?!\/|[A-Z]:)[^'\n]{1,300}'|cannot load such file -- |\bCan't locate \S{1,200} in @INC\b/,
  /\bno required module provides package\b/,
];

/** A file to run or to check that is not there, in words that programs have for other trouble as well. */
const NO_SUCH_PROGRAM_FILE = [
  /: E902 No such file or directory/,
  /^Error: Cannot find module '(?:\/|[A-Z]:)[^'\n]{1,400}'(?!\nRequire stack)/m,
];

/** Programs that are given paths, and name themselves before they complain. */
const FILE_MISSING = [
  /^(?:[^\s:]{0,80}\/)?(?:cat|ls|lsd|eza|head|tail|sed|g?awk|nl|wc|[ef]?grep|rg|find|fd|stat|file|tree|diff|cmp|cp|mv|rm|rmdir|chmod|sort|uniq|cut|less|xxd|od|jq|bat|du|touch|mkdir|tee|readlink|realpath|open|source|ba?sh|zsh): [^\n]{0,400}\bno such file or directory/im,
  /\bcd: [^\n]{1,300}: no such file or directory|^(?:\(eval\)|zsh)(?::cd)?:\d{1,6}: no such file or directory: /im,
  /^(?:[^\s:]{1,200}\/)?python[\d.]*: can't open file |^ERROR: file or directory not found: /m,
];

const REVISION_MISSING = [
  /^fatal: (?:bad (?:object|revision)|ambiguous argument|invalid object name|invalid reference|needed a single revision)/im,
  /^fatal: not a valid object name|^fatal: path '[^\n]{1,300}' (?:does not exist|exists on disk)|^error: pathspec '/im,
];

/** A shell, or what ran a script, that knows no such program. */
export const COMMAND_NOT_FOUND = [
  /\bcommand not found\b|^(?:\/\w{1,20}){0,3}\/?(?:ba|da|k|z)?sh: (?:(?:line )?\d{1,6}: )?[^\n]{1,200}: not found$/im,
  /^(?:\/usr\/bin\/)?env: [^\n]{1,200}: No such file or directory$|\bCommand "[^"\n]{1,100}" not found/m,
  /\bis not recognized as (?:an internal or external command|(?:the|a) name of a cmdlet)/,
];

/** A run of tests that found none. */
const NO_TESTS = [
  /^=* ?no tests (?:ran|collected)\b|^=+ \d+ deselected in [\d.]+s|^NO TESTS RAN$/m,
  /^(?:Error: )?No test(?:s| files) found\b/m,
];

/** What git says when the state of the repository is against it; "fatal:" alone says least. */
const GIT_REFUSED = [
  /^CONFLICT \(|^ ! \[(?:remote )?rejected\] /m,
  /^error: (?:Your local changes|The following untracked|could not |cannot |failed to push|you need to |you have |unable to |[\w-]{1,40} is not possible|patch failed)/im,
  /^fatal: /m,
];

const WRONG_USAGE = [
  /\b(?:unknown|unrecognized|unrecognised|illegal|no such|unexpected) (?:shorthand )?(?:option|flag|argument|command|subcommand|JSON field)s?\b/i,
  /\b(?:invalid|bad) option\b|\brequired (?:flag|option|argument)|\baccepts \d+ arg|\brequires at least \d+ arg|^usage: /im,
  /failed to parse jq expression|\bjq: error: |^sed: (?:-e expression #\d|\d{1,6}: ")|^[gm]?awk: [^\n]{0,200}\bsyntax error/m,
  /\bMissing script: |\bERR_PNPM_NO_SCRIPT\b|^error: Script not found |\bNo rule to make target\b|does not contain recipe /m,
];

/** In order: what says more comes first. The words of a test run can hold all the others. */
export const SAID_FAILURES: readonly SaidFailure[] = [
  { code: 'process-gone', blame: 'expected', words: [/\bno such process\b/i], command: /\bkill\b/ },
  { code: 'shell-syntax', blame: 'agent', words: SHELL_SYNTAX },
  { code: 'tests-failed', blame: 'environment', words: TESTS_FAILED },
  { code: 'file-missing', blame: 'agent', words: NO_SUCH_PROGRAM_FILE },
  { code: 'checks-failed', blame: 'environment', words: CHECKS_FAILED },
  { code: 'sandbox-denied', blame: 'policy', words: SANDBOX_VIOLATIONS },
  { code: 'module-missing', blame: 'environment', words: MODULE_MISSING },
  {
    code: 'address-in-use',
    blame: 'environment',
    words: [
      /\bEADDRINUSE\b|\baddress already in use\b|\bport is already allocated\b|\bport \d{2,5} is (?:already )?in use\b/i,
    ],
  },
  { code: 'script-failed', blame: 'agent', words: RAISED, command: INLINE_SCRIPT },
  { code: 'file-missing', blame: 'agent', words: FILE_MISSING },
  { code: 'revision-missing', blame: 'agent', words: REVISION_MISSING },
  { code: 'no-tests', blame: 'agent', words: NO_TESTS },
  {
    code: 'http-not-found',
    blame: 'agent',
    words: [/\bHTTP 404\b|\bE404\b|\b404 Not Found\b|^curl: \(22\) [^\n]{0,80}\b404\b/m],
  },
  {
    code: 'not-authorised',
    blame: 'environment',
    words: [
      /\bnot (?:logged in(?:to)?|authenticated)\b|\bauthentication (?:failed|required)\b|\bbad credentials\b|permission denied \(publickey/i,
      /\bHTTP 40[13]\b|\btoken in [^\n]{1,200} is invalid|Please tell me who you are|^curl: \(22\) [^\n]{0,80}\b40[13]\b/m,
    ],
  },
  {
    code: 'no-connection',
    blame: 'environment',
    words: [
      /could not resolve host|connection refused|network is unreachable|error connecting to |no route to host|dial tcp/i,
      /\bE(?:NOTFOUND|CONNREFUSED|AI_AGAIN)\b|\bHTTP 5\d\d\b|^curl: \((?:[567]|28|35|52|56)\)|^curl: \(22\) [^\n]{0,80}\b5\d\d\b/m,
      /\bCannot connect to the Docker daemon\b|\btemporary failure in name resolution\b/i,
    ],
  },
  {
    code: 'permission-denied',
    blame: 'environment',
    words: [/\bpermission denied\b|\boperation not permitted\b|\bEACCES\b|\bread-only file system\b/i],
  },
  { code: 'command-not-found', blame: 'environment', words: COMMAND_NOT_FOUND },
  { code: 'wrong-usage', blame: 'agent', words: WRONG_USAGE },
  // The last thing said, so that nothing else went wrong after it.
  {
    code: 'nothing-to-commit',
    blame: 'expected',
    words: [/^nothing to commit(?:, working (?:tree|directory) clean| \([^\n]{1,80}\))\s{0,10}(?![\s\S])/m],
    command: /\bgit\b[^\n;|&]{0,200}\bcommit\b/,
  },
  { code: 'git-refused', blame: 'environment', words: GIT_REFUSED, command: /\bgit\b/ },
  { code: 'program-raised', blame: 'environment', words: RAISED },
];

/** The line of a text that has this place in it. */
export function lineAt(text: string, at: number): string {
  const end = text.indexOf('\n', at);
  return text.slice(text.lastIndexOf('\n', at - 1) + 1, end === -1 ? text.length : end).trim();
}

/** The line with those words; undefined where there is none. */
export function lineSaying(
  { words }: Pick<SaidFailure, 'words'>,
  { stdout, stderr }: Pick<ShellResult, 'stdout' | 'stderr'>,
): string | undefined {
  for (const text of [bothEnds(stderr), bothEnds(stdout)]) {
    for (const pattern of words) {
      const found = pattern.exec(text);
      if (found !== null) return lineAt(text, found.index);
    }
  }
  return undefined;
}
