// Test runs, checks and programs whose end was hidden, and who say themselves that they failed.

import { mayMatch } from '../../base/may-match.ts';
import { lineAt } from '../../base/text.ts';
import type { Failure } from '../../model/outcome.ts';
import type { CommandList } from '../command-line.ts';
import { failureInSummary, failureInWords } from '../failure-in-words.ts';
import { TESTS_FAILED, TESTS_REPORTED } from '../failure-rules/tests.ts';
import { isRealCheck, type MaskRule, RUNNER_FAILED, type Success } from '../masked-success.ts';
import { baseName } from '../programs.ts';
import { bestOf } from '../rule-match.ts';

/** A run of tests that says it went well. */
const PASSED =
  /^ok {0,4}\t|^PASS$|\b\d+ (?:passed|passing)\b|^test result: ok|^(?:#|ℹ) fail 0$|\bAll tests passed\b|^OK(?: \(|$)/m;

/** Tests that could not be built, beside others that ran. */
const NOT_BUILT = /\[(?:build|setup) failed\]$|^error: could not compile /m;

/** A test run or a check that was hidden, and says that it failed. */
function hiddenSummary({ kinds, text, command }: Success): Failure | null {
  if (!kinds.has('tests') && !kinds.has('checks')) return null;
  const found = failureInSummary(text, command);
  if (found === null) return null;
  if (found.code === TESTS_FAILED.code) {
    const isSummed = [TESTS_FAILED, TESTS_REPORTED].some((rule) => bestOf(rule, text) !== null);
    if (!isSummed && PASSED.test(text)) return null;
    return kinds.has('tests') || RUNNER_FAILED.test(text) ? found : null;
  }
  // What tests print may hold the words of any checker.
  return kinds.has('checks') || NOT_BUILT.test(text) || !PASSED.test(text) ? found : null;
}

export const SUMMARY_FAILED: MaskRule = {
  evidence:
    'A test run or a check whose exit code decides nothing (`| tail`, `; echo`, `|| true`, a loop) has the summary of one that failed.',
  despite: ['none', 'told', 'other'],
  find: hiddenSummary,
};

/** Words in the line of an exception. */
const RAISED_HINT = /Error|Exception|FATAL ERROR|panic|Traceback|Fatal|\w: /;

/** Failures that are exceptions by themselves; others are where their words name one. */
const RAISED_CODES = /^(?:script-failed|program-raised|module-missing|out-of-memory|crashed|address-in-use)$/;
const EXCEPTION =
  /^(?:[\w]{1,60}[.:]{1,2}){0,6}\w{1,60}(?:Error|Exception): |^(?:[a-z_]\w{0,60}\.){1,6}[A-Z]\w{2,60}: /;

/** What stands below the words of an exception. */
const FRAME =
  /^\s*$|^goroutine \d|^\t\S|^exit status \d|^[\w./*()-]{1,200}\([^)\n]{0,200}\)$|^\s+at |^Node\.js v\d|^note: run with|^[\s}^]+$|^ ?\d{1,3}: (?:0x)?[\dA-Fa-f]{8,16}\b|^-+ Native stack trace -+$/;

/** Node.js tells its version where an exception ended it; the exception may be cut off. */
const ENDED_NODE = /(?:^|\n)Node\.js v\d{1,3}\.\d{1,3}\.\d{1,3}\s{0,9}$/;

/** Frames at the end of an output take up to this. */
const END_MAX = 8000;

const SEARCHES = /^(?:[efz]?grep|rg|ag|ack|findstr|select-string)$/i;

/** The command line ends by searching a file: how the output ends tells of the search, and not of a program. */
function endsInSearch(lists: readonly CommandList[]): boolean {
  const last = lists.at(-1)?.steps.at(-1)?.pipeline[0]?.words[0];
  return last !== undefined && SEARCHES.test(baseName(last));
}

/** The output ends in an exception of a program whose exit code was hidden. */
function hiddenRaise({ kinds, hidden, text, command, lists, alternative }: Success): Failure | null {
  if (endsInSearch(lists)) return null;
  const runs = kinds.has('program') || kinds.has('tests') || kinds.has('checks');
  if (
    !runs &&
    !hidden.some(([program]) => /^(?:python[\d.]*|node|npx|ruby|php|perl|deno|bun|tsx)$/.test(baseName(program ?? '')))
  )
    return null;
  const end = text
    .slice(-END_MAX)
    .split('\n')
    .filter((line) => !FRAME.test(line))
    .slice(-3)
    .join('\n');
  const ended = ENDED_NODE.exec(text)?.[0].trim();
  if (ended !== undefined && !/Error|Exception/.test(end))
    return { code: 'program-raised', blame: 'code', message: ended };
  // Tests that passed may have printed any exception.
  if (!RAISED_HINT.test(end) || PASSED.test(end)) return null;
  const found = failureInWords(text, command);
  if (found === null || !(RAISED_CODES.test(found.code) || EXCEPTION.test(found.message))) return null;
  if (found.blame === 'expected') return null;
  // `python -c "import x" || echo none` asks.
  if (alternative === 'told' && found.code === 'module-missing') return null;
  return end.includes(found.message) ? found : null;
}

export const RAISED_LAST: MaskRule = {
  evidence: 'A program whose exit code decides nothing ends its output with an exception.',
  despite: ['none', 'told'],
  find: hiddenRaise,
};

/** What runs a test program says that there is none. */
const CANNOT_START =
  /^error: Failed to spawn: `([^`\n]{1,100})`|: No module named '?([\w.]{1,100})'?$|This is not the (tsc) command/m;

/** A test run or a check whose program is not installed, where a runner of it says so. */
function hiddenNotStarted({ hidden, text }: Success): Failure | null {
  const said = mayMatch(CANNOT_START, text) ? CANNOT_START.exec(text) : null;
  const name = said?.[1] ?? said?.[2] ?? said?.[3];
  if (said === null || name === undefined) return null;
  const isNamed = hidden.some((words) => isRealCheck(words) && words.includes(name));
  return isNamed ? failureInWords(lineAt(text, said.index), null) : null;
}

export const NOT_STARTED: MaskRule = {
  evidence: 'What runs tests or a check says that their program is not installed.',
  despite: ['none', 'told'],
  find: hiddenNotStarted,
};
