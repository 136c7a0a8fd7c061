// The failure that an output's words name: by the summary of a run, or by the known words that stand last.

import { firstLine } from '../base/text.ts';
import type { Failure } from '../model/outcome.ts';
import { complaintIn, HEADLINE, withCauses } from './error-line.ts';
import { DISK_FULL, PERMISSION_DENIED } from './failure-rules/machine.ts';
import { TESTS_FAILED } from './failure-rules/tests.ts';
import { BUILD_RULES, FIRST_RULES, HOOK_RULES, LAST_RULES, SUMMARY_RULES, WORD_RULES } from './failure-rules.ts';
import { firstFailedTest } from './first-failed-test.ts';
import { bestOf, type Found, lastRule } from './rule-match.ts';

function summed({ rule, line }: Found, text: string): Failure {
  const best = bestOf(rule, text) ?? line;
  return {
    code: rule.code,
    blame: rule.blame,
    message: (rule === TESTS_FAILED ? firstFailedTest(text) : null) ?? toldBy(best, text),
  };
}

/** Where the words of a rule are a headline or a usage line, the line that complains tells more. */
function toldBy(line: string, text: string): string {
  // pytest puts a mark before what was raised.
  if (!HEADLINE.test(line)) return line.replace(/^E {1,6}(?=\w)/, '');
  // What is wrong stands above how it is used, in whatever words.
  return complaintIn(text) ?? (/^usage:|(?:options|flags):$/i.test(line) ? firstLine(text) : line);
}

/** Suites that failed before any test of theirs ran. */
const NO_TEST_RAN = /^[ \t]*Tests:?[ \t]+(?:no tests|0 total)$/m;
const ERROR_LINE = /^[ \t]*(?:\w{1,60})?Error: [^\n]{1,300}/gm;

/** The operating system kept all suites from starting: nothing else is told, and no test ran. */
function suitesRefused(text: string): Found | null {
  if (!NO_TEST_RAN.test(text)) return null;
  const rules = [DISK_FULL, PERMISSION_DENIED];
  const refused = (text.match(ERROR_LINE) ?? []).map((line) => lastRule(rules, line, null));
  return refused.includes(null) ? null : (refused[0] ?? null);
}

function findingIn(text: string, command: string | null): Found | null {
  const first = lastRule(FIRST_RULES, text, command);
  return first ?? suitesRefused(text) ?? lastRule(SUMMARY_RULES, text, command) ?? lastRule(HOOK_RULES, text, command);
}

/** The failure that the summary of a test run, a check or a build names. Null where there is none. */
export function failureInSummary(text: string, command: string | null): Failure | null {
  const found = findingIn(text, command) ?? lastRule(BUILD_RULES, text, command);
  return found === null ? null : summed(found, text);
}

/** The failure that an output's words name. Null where no rule has any of them. */
export function failureInWords(text: string, command: string | null): Failure | null {
  const finding = findingIn(text, command);
  if (finding !== null) return summed(finding, text);
  const words = lastRule(WORD_RULES, text, command);
  const build = words === null || words.rule.blame === 'code' ? lastRule(BUILD_RULES, text, command) : null;
  if (build !== null) return summed(build, text);
  const found = words ?? lastRule(LAST_RULES, text, command);
  if (found === null) return null;
  return { code: found.rule.code, blame: found.rule.blame, message: withCauses(toldBy(found.line, text), text) };
}
