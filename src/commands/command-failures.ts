// Every failure that a command can have, with what decides it: for lists and documentation, and not part of the parser.

import type { Blame } from '../model/outcome.ts';
import type { FailureRule } from './failure-rule.ts';
import {
  BUILD_RULES,
  COMPLAINT_RULES,
  FIRST_RULES,
  HOOK_RULES,
  LAST_RULES,
  SUMMARY_RULES,
  WORD_RULES,
} from './failure-rules.ts';

interface CommandFailure {
  readonly code: string;
  readonly blame: Blame;
  readonly evidence: string;
}

function described(rule: FailureRule): CommandFailure {
  return { code: rule.code, blame: rule.blame, evidence: rule.evidence };
}

/** In the order in which they are tried. */
export const COMMAND_FAILURES: readonly CommandFailure[] = [
  {
    code: 'script-failed',
    blame: 'agent',
    evidence: 'A shell stumbles, and names a script that the command line itself wrote and ran.',
  },
  {
    code: 'timed-out',
    blame: 'environment',
    evidence:
      'The agent says that it ended the command after its time, or exit code 124 without a `timeout` in the command.',
  },
  {
    code: 'no-match',
    blame: 'expected',
    evidence:
      'Every command that can have decided the exit gives answers by exit code: grep, diff, test, pgrep, lookups.',
  },
  {
    code: 'exit-code',
    blame: 'unknown',
    evidence: 'Exit code 2 of a search that says nothing of its error: all that came is what it found.',
  },
  { code: 'time-limit', blame: 'expected', evidence: 'The command gave itself the time that was up (timeout).' },
  { code: 'killed', blame: 'expected', evidence: 'pkill or kill ended the shell that it was called from.' },
  { code: 'command-not-found', blame: 'environment', evidence: 'Exit code 127.' },
  { code: 'not-executable', blame: 'environment', evidence: 'Exit code 126.' },
  { code: 'stopped-by-signal', blame: 'user', evidence: 'Exit code 130.' },
  { code: 'killed', blame: 'environment', evidence: 'Exit code 137 or 143.' },
  {
    code: 'crashed',
    blame: 'environment',
    evidence:
      "Exit code of a fault signal: 132, 134, 135, 136, 139. Of a program of the project, or its tests, it is the code's problem.",
  },
  { code: 'reader-left', blame: 'expected', evidence: 'Exit code 141: the reader of a pipe had enough.' },
  ...[...FIRST_RULES, ...SUMMARY_RULES, ...HOOK_RULES, ...WORD_RULES, ...BUILD_RULES, ...LAST_RULES].map(described),
  { code: 'tests-failed', blame: 'code', evidence: 'No known words, and the command runs tests.' },
  { code: 'checks-failed', blame: 'code', evidence: 'No known words, and the command compiles, checks or builds.' },
  { code: 'install-failed', blame: 'environment', evidence: 'No known words, and the command installs packages.' },
  {
    code: 'program-failed',
    blame: 'code',
    evidence: 'No known words, and the command runs a program of the project.',
  },
  { code: 'no-connection', blame: 'environment', evidence: 'Exit code of curl: no one answered.' },
  {
    code: 'http-refused',
    blame: 'environment',
    evidence: 'Exit code 22 of curl, which says nothing else: a host said no.',
  },
  ...COMPLAINT_RULES.map(described),
  {
    code: 'script-failed',
    blame: 'agent',
    evidence: 'No known words; the command carries the line that complains, and ends itself: a script that gave up.',
  },
  { code: 'exit-code', blame: 'unknown', evidence: 'A non-zero exit code, and nothing says why.' },
  { code: 'command-failed', blame: 'unknown', evidence: 'The agent says that it failed, and nothing says why.' },
];
