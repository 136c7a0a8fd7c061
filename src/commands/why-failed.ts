// Why a shell command failed, and whose problem that is: by its exit code, its own words, and what it is for.

import { mayMatch } from '../base/may-match.ts';
import { firstLine, lineAt } from '../base/text.ts';
import type { Blame, Failure } from '../model/outcome.ts';
import { type CommandKind, decidingKind } from './command-kind.ts';
import { complaintIn, errorLine, HEADLINE, isWarning, withCauses } from './error-line.ts';
import { expectedExit, lookupAnswer, saysNowhere, searchComplaints, sourceComplaint } from './expected-exit.ts';
import type { FailureRule } from './failure-rule.ts';
import { FILE_MISSING } from './failure-rules/files.ts';
import { DISK_FULL, PERMISSION_DENIED } from './failure-rules/machine.ts';
import { MODULE_MISSING } from './failure-rules/packages.ts';
import { failedTest, firstFailedTest, TESTS_FAILED } from './failure-rules/tests.ts';
import { COMMAND_NOT_FOUND, OTHER_SHELLS_WORDS } from './failure-rules/usage.ts';
import { BUILD_RULES, COMPLAINT_RULES, FIRST_RULES, LAST_RULES, SUMMARY_RULES, WORD_RULES } from './failure-rules.ts';
import { endedItself, hasTimeLimit } from './own-end.ts';
import { baseName, decidingPrograms } from './programs.ts';
import { readableOutput } from './readable-output.ts';
import { writtenScriptComplaint } from './written-script.ts';

/** A command that ran and did not end well. */
export interface CommandRun {
  /** Null where the log does not have it. */
  readonly command: string | null;
  /** Null where the log does not say: Claude Code 1.0 wrote the output alone. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly timedOut?: boolean | undefined;
}

/** Where a rule's words stand. */
interface Found {
  readonly rule: FailureRule;
  readonly line: string;
  /** Where that line begins to tell, in the text. */
  readonly at: number;
}

/** Where a match begins to tell: at what its group caught, else at its own beginning. */
function placeOf(match: RegExpExecArray): number {
  const told = match[1];
  return told === undefined ? match.index : match.index + match[0].length - told.length;
}

/** The last place that a pattern has, and the line to tell of it. */
interface Place {
  readonly at: number;
  readonly line: string;
}

/** What programs of any name put before their complaints. */
const SEVERITY = /^(?:error|fatal|E)\b/i;

/** Whether a line stands right below another, and the same program goes on, or says the same of something else. */
function goesOn(before: Place, { at, line }: Place, text: string): boolean {
  const name = line.indexOf(': ') + 2;
  if (name < 3 || !before.line.startsWith(line.slice(0, name))) return false;
  const words = line.indexOf(': ', name) + 2;
  const isSame =
    !SEVERITY.test(line) ||
    before.line.endsWith(line.slice(line.lastIndexOf(': '))) ||
    (words > 2 && before.line.startsWith(line.slice(0, words)));
  return isSame && text.slice(before.at, at).split('\n', 3).length === 2;
}

/** The last, and one that warns only where no other is. By hand: `matchAll` makes a new pattern for every text. */
function lastMatch(pattern: RegExp, text: string): Place | null {
  let last: Place | null = null;
  let warning: Place | null = null;
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const at = placeOf(match);
    const place = { at, line: lineAt(text, at) };
    if (isWarning(text, at)) warning = place;
    // Of several complaints in a row the first is told.
    else last = last !== null && goesOn(last, place, text) ? { at, line: last.line } : place;
    if (match[0] === '') pattern.lastIndex++;
  }
  return last ?? warning;
}

/** The last place of a rule's words, and the last line of its most telling pattern. */
function lastOf(rule: FailureRule, text: string): Found | null {
  const start = rule.after === undefined ? 0 : text.indexOf(rule.after);
  if (start === -1) return null;
  const behind = start === 0 ? text : text.slice(start);
  let at = -1;
  let line: string | null = null;
  for (const pattern of rule.says) {
    if (!mayMatch(pattern, text)) continue;
    const last = lastMatch(globalOf(pattern), behind);
    if (last === null) continue;
    at = Math.max(at, last.at + start);
    line ??= last.line;
  }
  return line === null ? null : { rule, line, at };
}

/** The line of the most telling pattern, at its first place: a summary is about what stands above it. */
function bestOf(rule: FailureRule, text: string): string | null {
  for (const pattern of rule.says) {
    const match = mayMatch(pattern, text) ? pattern.exec(text) : null;
    if (match !== null) return lineAt(text, placeOf(match));
  }
  return null;
}

const GLOBAL = new WeakMap<RegExp, RegExp>();

function globalOf(pattern: RegExp): RegExp {
  const known = GLOBAL.get(pattern) ?? new RegExp(pattern, `${pattern.flags}g`);
  GLOBAL.set(pattern, known);
  return known;
}

function appliesTo(rule: FailureRule, command: string | null): boolean {
  return rule.command === undefined || rule.command.test(command ?? '');
}

/** The rule whose words stand last; of two that match one line, the one that comes first in the list. */
function lastRule(rules: readonly FailureRule[], text: string, command: string | null): Found | null {
  let last: Found | null = null;
  for (const rule of rules) {
    if (!appliesTo(rule, command)) continue;
    const found = lastOf(rule, text);
    if (found === null) continue;
    if (last === null || (found.at > last.at && found.line !== last.line)) last = found;
  }
  return last;
}

function summed({ rule, line }: Found, text: string): Failure {
  const best = bestOf(rule, text) ?? line;
  return {
    code: rule.code,
    blame: rule.blame,
    message: (rule === TESTS_FAILED ? failedTest(text, best) : null) ?? toldBy(best, text),
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
  return first ?? suitesRefused(text) ?? lastRule(SUMMARY_RULES, text, command);
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

/** Runtimes end themselves by a signal when memory is out or nothing caught an exception, and say so. */
const TELLS_CRASH = /^(?:out-of-memory|program-raised|script-failed)$/;

/** With these curl tells that no one answered; asked to be silent, it tells nothing else. */
const CURL_UNANSWERED = new Set([5, 6, 7, 28, 35, 52, 56]);
/** With this pytest says that it found no tests. */
const PYTEST_NOTHING = 5;
/** With this, that a host said no. */
const CURL_REFUSED = 22;

/** All that a run wrote, as far as failures are looked for in it; what went to stderr last. */
export function wordsOf({ stdout, stderr }: Pick<CommandRun, 'stdout' | 'stderr'>): string {
  const out = readableOutput(stdout);
  const err = readableOutput(stderr);
  if (err.trim() === '') return out;
  return out.trim() === '' ? err : `${out}\n${err}`;
}

/** The line to tell where no rule has one: complaints go to stderr, if anything does. */
function complaintOf({ stdout, stderr }: CommandRun): string {
  return errorLine(readableOutput(stderr.trim() === '' ? stdout : stderr));
}

function notFound(run: CommandRun, text: string): Failure {
  const told = bestOf(COMMAND_NOT_FOUND, text);
  // The loader lacks something, or a program was called by its path.
  for (const other of told === null ? [MODULE_MISSING, FILE_MISSING] : []) {
    const message = bestOf(other, text);
    if (message !== null) return { code: other.code, blame: other.blame, message };
  }
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

function byExitCode(run: CommandRun, text: string): Failure | null {
  const { command, exitCode } = run;
  if (exitCode === null || exitCode === 0) return null;
  if (command !== null) {
    if (expectedExit(command, exitCode, text)) return ofSource(command, text) ?? nothingFound(command, text);
    if (hasTimeLimit(command, exitCode))
      return { code: 'time-limit', blame: 'expected', message: complaintIn(text) ?? '' };
    if (endedItself(command, exitCode)) return { code: 'killed', blame: 'expected', message: '' };
    const complaints = searchComplaints(command, exitCode, text);
    if (complaints !== null)
      return (
        failureInWords(complaints, command) ?? { code: 'exit-code', blame: 'unknown', message: firstLine(complaints) }
      );
  }
  if (exitCode === 127) return notFound(run, text);
  const known = EXITS.find(({ exits }) => exits.includes(exitCode));
  if (known?.code === 'crashed') {
    const said = failureInWords(text, command);
    if (said !== null && TELLS_CRASH.test(said.code)) return said;
  }
  return known === undefined ? null : { code: known.code, blame: known.blame, message: complaintOf(run) };
}

/** What the plain words of the line that complains mean. */
function byComplaint(message: string): Failure | null {
  const meant = COMPLAINT_RULES.find(({ says }) => says.some((words) => words.test(message)));
  return meant === undefined ? null : { code: meant.code, blame: meant.blame, message };
}

/** The complaint may be a headline: what it means stands in the sentence below it. */
function byDetail(message: string, text: string): Failure | null {
  const below = text.slice(text.lastIndexOf(message) + message.length).split('\n');
  const detail = below.find((line, place) => place > 0 && /\w/.test(line))?.replace(/^[\s│|>*-]{1,20}/, '') ?? '';
  const meant = byComplaint(detail);
  if (meant === null) return null;
  return { ...meant, message: complaintIn(message) === null ? detail : `${message.replace(/^[│|] /, '')}: ${detail}` };
}

/** What it is for tells whose problem it is, where its words tell nothing. */
function byKind(run: CommandRun): Failure | null {
  const { command, exitCode } = run;
  if (command === null) return null;
  const kind = decidingKind(command);
  if (kind !== null) {
    const message = (kind === 'tests' ? firstFailedTest(wordsOf(run)) : null) ?? complaintOf(run);
    if (kind === 'tests' && exitCode === PYTEST_NOTHING && /\bpytest\b/.test(command))
      return { code: 'no-tests', blame: 'agent', message };
    if (kind === 'program' && message === '') return null;
    // A program of the project can say that it lacks something.
    const lacks = kind === 'program' ? byComplaint(message) : null;
    if (lacks?.blame === 'environment') return lacks;
    return { code: `${kind}-failed`, blame: kind === 'install' ? 'environment' : 'code', message };
  }
  const isCurl = decidingPrograms(command).some(([program]) => baseName(program ?? '') === 'curl');
  if (isCurl && exitCode === CURL_REFUSED)
    return { code: 'http-refused', blame: 'environment', message: complaintOf(run) };
  return isCurl && CURL_UNANSWERED.has(exitCode ?? 0)
    ? { code: 'no-connection', blame: 'environment', message: complaintOf(run) }
    : null;
}

/** What a shell says of a program that a signal ended, and of the others in its pipe. */
const SIGNAL_REPORT =
  /^(?:[^\n]{0,100}: )? {0,9}(?:\d{1,9} {1,4}[A-Z][a-z]{2,20}\b|(?:abort(?:ed|\b)|segmentation fault|bus error|illegal (?:hardware )?instruction|floating point exception|trace\/bpt trap))/i;

/** A program of the project that a signal ended has a fault of its own. Its last words tell more than the shell's. */
function crashed({ code, blame, message }: Failure, text: string, command: string | null): Failure {
  const kind = command === null ? null : decidingKind(command);
  const said = text.split('\n').filter((line) => /\w/.test(line) && !SIGNAL_REPORT.test(line));
  const last = complaintIn(said.join('\n')) ?? said.at(-1)?.trim() ?? message;
  return { code, blame: kind === 'program' || kind === 'tests' ? 'code' : blame, message: last };
}

/** "exit code 2: ls: no such file", since the text itself often begins with figures. */
function withExit({ code, blame, message }: Failure, exitCode: number | null): Failure {
  if (exitCode === null) return { code, blame, message };
  return { code, blame, message: message === '' ? `exit code ${exitCode}` : `exit code ${exitCode}: ${message}` };
}

/** The words were in the command already: a script that the agent wrote for this call gave up by itself. */
function isOwnEnd(command: string, message: string): boolean {
  return message.length > 5 && /\b(?:exit|return|throw|die)\b/.test(command) && command.includes(message);
}

const NOT_TAKEN = /\b(?:un(?:known|recogni[sz]ed|expected|supported)|invalid|illegal|no such|bad)\b/i;
const OPTIONS = /(?<=^|[\s'"`:])--?[a-zA-Z][\w-]{1,60}|(?<=["'`])[a-zA-Z][\w-]{2,60}(?=["'`])/g;

/** What is built on the way is the code under work. */
const INSTALLS_PROJECT = /\s\.(?:\/?(?:\s|$)|\[)/;

/** The name in what a shell says of a program that it does not know. */
const UNKNOWN_PROGRAM =
  /command not found: (\S{1,60})$|(?:^|: )'?([\w.-]{1,60})'?(?:: command not found$| is not recognized as )/;

/** What stands behind a `|` in quotes was a part of a pattern, and the quotes did not hold. */
function isOfPattern(message: string, command: string): boolean {
  const said = UNKNOWN_PROGRAM.exec(message);
  const name = said?.[1] ?? said?.[2];
  if (name === undefined) return false;
  const at = command.indexOf(`|${name}`);
  return at > 0 && /[^\s|]/.test(command[at - 1] ?? '') && /["'|]/.test(command[at + 1 + name.length] ?? '');
}

/** What the words alone cannot tell: whose option or name it was, and what an exception came of. */
export function forKind(found: Failure, command: string, kind: CommandKind | null): Failure {
  if (found.code === 'command-not-found' && isOfPattern(found.message, command)) return { ...found, blame: 'agent' };
  if (kind === 'install' && found.code === 'program-raised' && !INSTALLS_PROJECT.test(command))
    return { code: 'install-failed', blame: 'environment', message: found.message };
  if (found.code !== 'wrong-usage' || (kind !== 'checks' && kind !== 'tests')) return found;
  if (!NOT_TAKEN.test(found.message)) return found;
  // An option that the command does not have was given by what it runs: a task, a Makefile.
  const options = found.message.match(OPTIONS) ?? [];
  if (!options.some((option) => option.startsWith('-')) || options.some((option) => command.includes(option)))
    return found;
  return { code: `${kind}-failed`, blame: 'code', message: found.message };
}

/** Always has an answer: at worst, that nothing says why. */
export function whyFailed(run: CommandRun): Failure {
  const text = wordsOf(run);
  const { exitCode, command } = run;
  if (run.timedOut === true)
    return withExit({ code: 'timed-out', blame: 'environment', message: complaintOf(run) }, exitCode);
  // 1.0.x wrote "Error" for a failed command without output.
  if (exitCode === null && text.trim() === 'Error') {
    if (command !== null && expectedExit(command, 1, '')) return { code: 'no-match', blame: 'expected', message: '' };
    return { code: 'command-failed', blame: 'unknown', message: 'Error' };
  }
  if (exitCode === null && command !== null && saysNowhere(command, text))
    return { code: 'no-match', blame: 'expected', message: lookupAnswer(command, text) };
  const broken = command === null || exitCode === 0 ? null : writtenScriptComplaint(command, text);
  if (broken !== null) return withExit({ code: 'script-failed', blame: 'agent', message: broken }, exitCode);
  const known = byExitCode(run, text) ?? failureInWords(text, command) ?? byKind(run);
  if (known !== null) {
    if (known.code === 'crashed') return withExit(crashed(known, text, command), exitCode);
    return withExit(command === null ? known : forKind(known, command, decidingKind(command)), exitCode);
  }
  const message = complaintOf(run);
  const meant = byComplaint(message) ?? byDetail(message, text);
  if (meant !== null) return withExit(meant, exitCode);
  if (command !== null && isOwnEnd(command, message))
    return withExit({ code: 'script-failed', blame: 'agent', message }, exitCode);
  return withExit({ code: exitCode === null ? 'command-failed' : 'exit-code', blame: 'unknown', message }, exitCode);
}
