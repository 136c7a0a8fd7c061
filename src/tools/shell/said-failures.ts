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
const SHELL_SYNTAX = [
  /\bsyntax error\b[^\n]{0,40}(?:unexpected|near|operand)/i,
  /unexpected EOF while looking for matching|: unmatched ["'`]|: parse error near |: bad substitution/i,
  /^(?:zsh:\d{1,6}|\(eval\):\d{1,6}): (?:no matches found|bad pattern|== not found|bad math expression)/m,
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
  /^[ \t]+\d+ (?:failing|failed)$/m,
  /^not ok \d/m,
  /^(?:#|ℹ) fail [1-9]/m,
  /^[ \t]*[1-9]\d* fail$/m,
  /^FAILED(?: \((?:failures|errors)=| \| \d)/m,
  /^\d+ examples?, [1-9]\d* failures?/m,
  /\btests? failed out of \d|^\[ERROR\] Tests run: |^\d+ tests?, [1-9]\d* failures?|\bExecuted \d+ tests?, with [1-9]/m,
  /^FAILURES!$|^Failed! +- Failed:|There were failing tests/m,
];

/** Compilers, type checkers and linters that found something. */
const CHECKS_FAILED = [
  /\berror TS\d{3,5}: /,
  /^✖ \d+ problems?/m,
  /\b[1-9]\d* errors?, \d+ warnings?/,
  /^(?:\[[\w:.-]{1,40}\] )?[1-9]\d* issues:$/m,
  /^Found [1-9]\d* (?:errors?|diagnostics?)/m,
  /^error: could not compile /m,
  /^(?:\[[\w:.-]{1,40}\] )?[\w./-]{1,200}\.go:\d+:\d+: /m,
  /^[^\s:]{1,200}:\d+:\d+: (?:fatal )?error: /m,
  /^[^\s:]{1,200}\.java:\d+: error: |^[^\s:]{1,200}\.py:\d+:\d+: [A-Z]{1,4}\d{1,4} /m,
  /\[(?:build|setup) failed\]$|\bCOMPILATION ERROR\b|\boffenses? detected\b|^error during build|compiled with \d+ errors?/m,
  /Build error occurred|Failed to compile|Code style issues found|^would reformat /m,
];

/** A script that is part of the command: the agent wrote it for this call. */
const INLINE_SCRIPT =
  /(?:^|[\s;&|(])(?:python[\d.]*|node|ruby|perl|deno|bun|php|tsx)\s+(?:-\w+\s+)*(?:-[ce]\b|--eval\b|-(?=\s|$)|<<)/;

const RAISED = [
  /^[ \t]*(?:\w{1,60}\.){0,4}\w{0,60}(?:Error|Exception)(?: \[\w{1,60}\])?(?:: |$)/m,
  /^thread '[^\n]{0,100}' (?:\(\d+\) )?panicked at|^panic: |^Exception in thread /m,
  /^Traceback \(most recent call last\):/m,
];

/** Programs that are given paths, and name themselves before they complain. */
const FILE_MISSING = [
  /^(?:[^\s:]{0,80}\/)?(?:cat|ls|lsd|eza|head|tail|sed|g?awk|nl|wc|[ef]?grep|rg|find|fd|stat|file|tree|diff|cmp|cp|mv|rm|rmdir|chmod|sort|uniq|cut|less|xxd|od|jq|bat|du|touch|mkdir|tee|readlink|realpath|open|source|ba?sh|zsh): [^\n]{0,400}\bno such file or directory/im,
  /\bcd: [^\n]{1,300}: no such file or directory|^(?:\(eval\)|zsh)(?::cd)?:\d{1,6}: no such file or directory: /im,
  /^(?:[^\s:]{1,200}\/)?python[\d.]*: can't open file |^ERROR: file or directory not found: /m,
  /: E902 No such file or directory/,
];

const REVISION_MISSING = [
  /^fatal: (?:bad (?:object|revision)|ambiguous argument|invalid object name|invalid reference|needed a single revision)/im,
  /^fatal: not a valid object name|^fatal: path '[^\n]{1,300}' (?:does not exist|exists on disk)|^error: pathspec '/im,
];

const WRONG_USAGE = [
  /\b(?:unknown|unrecognized|unrecognised|illegal|no such|unexpected) (?:shorthand )?(?:option|flag|argument|command|subcommand|JSON field)s?\b/i,
  /\b(?:invalid|bad) option\b|\brequired (?:flag|option|argument)|\baccepts \d+ arg|\brequires at least \d+ arg|^usage: /im,
  /failed to parse jq expression|\bjq: error: |^sed: [^\n]{0,200}: command expected$/m,
];

/** In order: what says more comes first. The words of a test run can hold all the others. */
export const SAID_FAILURES: readonly SaidFailure[] = [
  { code: 'process-gone', blame: 'expected', words: [/\bno such process\b/i], command: /\bkill\b/ },
  { code: 'shell-syntax', blame: 'agent', words: SHELL_SYNTAX },
  { code: 'tests-failed', blame: 'environment', words: TESTS_FAILED },
  { code: 'checks-failed', blame: 'environment', words: CHECKS_FAILED },
  { code: 'script-failed', blame: 'agent', words: RAISED, command: INLINE_SCRIPT },
  { code: 'file-missing', blame: 'agent', words: FILE_MISSING },
  { code: 'revision-missing', blame: 'agent', words: REVISION_MISSING },
  { code: 'http-not-found', blame: 'agent', words: [/\bHTTP 404\b|\bE404\b|\b404 Not Found\b/] },
  {
    code: 'not-authorised',
    blame: 'environment',
    words: [
      /\bnot logged in(?:to)?\b|\bauthentication (?:failed|required)\b|\bbad credentials\b|permission denied \(publickey/i,
      /\bHTTP 40[13]\b|\btoken in [^\n]{1,200} is invalid|Please tell me who you are/,
    ],
  },
  {
    code: 'no-connection',
    blame: 'environment',
    words: [
      /could not resolve host|connection refused|network is unreachable|error connecting to |no route to host|dial tcp/i,
      /\bE(?:NOTFOUND|CONNREFUSED|AI_AGAIN)\b|\bHTTP 5\d\d\b/,
    ],
  },
  {
    code: 'permission-denied',
    blame: 'environment',
    words: [/\bpermission denied\b|\boperation not permitted\b|\bEACCES\b|\bread-only file system\b/i],
  },
  { code: 'wrong-usage', blame: 'agent', words: WRONG_USAGE },
  { code: 'program-raised', blame: 'environment', words: RAISED },
];

function lineAt(text: string, at: number): string {
  const end = text.indexOf('\n', at);
  return text.slice(text.lastIndexOf('\n', at - 1) + 1, end === -1 ? text.length : end).trim();
}

/** The line with those words; undefined where there is none. */
export function lineSaying({ words }: SaidFailure, { stdout, stderr }: ShellResult): string | undefined {
  for (const text of [bothEnds(stderr), bothEnds(stdout)]) {
    for (const pattern of words) {
      const found = pattern.exec(text);
      if (found !== null) return lineAt(text, found.index);
    }
  }
  return undefined;
}
