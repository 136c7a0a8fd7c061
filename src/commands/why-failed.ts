// Why a shell command failed, and whose problem that is: by its exit code, its own words, and what it is for.

import type { Failure } from '../model/outcome.ts';
import { decidingKind } from './command-kind.ts';
import { type CommandRun, complaintOf, wordsOf } from './command-run.ts';
import { complaintIn } from './error-line.ts';
import { failureByExitCode } from './exit-code.ts';
import { expectedExit } from './expected-exit.ts';
import { failureInWords } from './failure-in-words.ts';
import { withOwner } from './failure-owner.ts';
import { COMPLAINT_RULES } from './failure-rules.ts';
import { firstFailedTest } from './first-failed-test.ts';
import { lookupAnswer, saysNowhere } from './lookups.ts';
import { allPrograms, baseName, decidingPrograms } from './programs.ts';
import { writtenScriptComplaint } from './written-script.ts';

/** With these curl tells that no one answered; asked to be silent, it tells nothing else. */
const CURL_UNANSWERED = new Set([5, 6, 7, 28, 35, 52, 56]);
/** What pytest says by its exit code: it was asked for what is not there, or found no tests. */
const OF_PYTEST: ReadonlyMap<number, string> = new Map([
  [4, 'wrong-usage'],
  [5, 'no-tests'],
]);
/** It ends with the same code where the project's own set-up of tests raises. */
const CONFTEST_RAISED = /^ImportError while loading conftest /m;
/** With this, that a host said no. */
const CURL_REFUSED = 22;

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

const QUOTED =
  /['"`‘“]([^'"`‘’“”\n]{2,100})['"`’”]|\b(?:unknown|invalid|unsupported|unrecogni[sz]ed)[\w -]{0,40}: ([\w.-]{2,60})(?=[.,;]?(?:\s|$))/gi;

/** That something will not do, and not that it went wrong. */
const REFUSES = /\b(?:not|no|invalid|unknown|unsupported|expected|must|cannot|can't)\b(?! error)/i;

/** The argument of the command that a complaint quotes: what the program was asked for, and not the program. */
function quotedArgument(message: string, command: string): string | undefined {
  const given = new Set(decidingPrograms(command).flatMap(([, ...words]) => words.slice(1)));
  const named = Array.from(message.matchAll(QUOTED), ([, quoted, bare]) => quoted ?? bare ?? '');
  return named.find((name) => given.has(name) || given.has(name.replace(/[.]$/, '')));
}

/** A program of the project: it can lack something, or not have what it was asked for. */
function ofProgram(message: string, command: string): Failure | null {
  const lacks = byComplaint(message);
  if (lacks?.blame === 'environment') return lacks;
  if (!REFUSES.test(message) || quotedArgument(message, command) === undefined) return null;
  return { code: 'wrong-usage', blame: 'agent', message };
}

/** What it is for tells whose problem it is, where its words tell nothing. */
function byKind(run: CommandRun, command: string): Failure | null {
  const kind = decidingKind(command);
  if (kind === null) return byCurl(run, command);
  const complaint = complaintOf(run);
  const isCount = kind === 'tests' || /\bfailed: \d/i.test(complaint);
  const message = (isCount ? firstFailedTest(wordsOf(run)) : null) ?? complaint;
  const ofPytest = kind === 'tests' && /\bpytest\b/.test(command) ? OF_PYTEST.get(run.exitCode ?? 0) : undefined;
  if (ofPytest !== undefined && !CONFTEST_RAISED.test(wordsOf(run))) return { code: ofPytest, blame: 'agent', message };
  if (kind === 'program' && message === '') return null;
  const otherwise = kind === 'program' ? ofProgram(message, command) : null;
  if (otherwise !== null) return otherwise;
  // A check may well find fault with a name that it was given, but not with an option.
  if (kind === 'checks' && quotedArgument(message, command)?.startsWith('-') === true)
    return { code: 'wrong-usage', blame: 'agent', message };
  return { code: `${kind}-failed`, blame: kind === 'install' ? 'environment' : 'code', message };
}

/** Asked to be silent, curl tells by its exit code alone. */
function byCurl(run: CommandRun, command: string): Failure | null {
  if (!decidingPrograms(command).some(([program]) => baseName(program ?? '') === 'curl')) return null;
  const message = complaintIn(wordsOf(run)) ?? '';
  if (run.exitCode === CURL_REFUSED) return { code: 'http-refused', blame: 'environment', message };
  return CURL_UNANSWERED.has(run.exitCode ?? 0) ? { code: 'no-connection', blame: 'environment', message } : null;
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

/** What the command line itself wrote above the outputs of its commands: `echo "=== beds ==="; …`. */
function isHeading(command: string, line: string): boolean {
  return allPrograms(command).some(([program, ...words]) => program === 'echo' && words.join(' ').trim() === line);
}

/** So many lines without a complaint are what the commands were to show. */
const RESULT_LINES = 4;

function isResult(text: string): boolean {
  return complaintIn(text) === null && text.trim().split('\n').length >= RESULT_LINES;
}

/** What the one line that complains says in plain words, or whether the command has these words itself. */
function byLine(run: CommandRun, text: string): Failure {
  const { exitCode, command } = run;
  const message = complaintOf(run);
  const meant = byComplaint(message) ?? byDetail(message, text);
  if (meant !== null) return command === null ? meant : withOwner(meant, command, null);
  const unknown: Failure = { code: exitCode === null ? 'command-failed' : 'exit-code', blame: 'unknown', message };
  if (command === null) return unknown;
  if (REFUSES.test(message) && quotedArgument(message, command) !== undefined)
    return { code: 'wrong-usage', blame: 'agent', message };
  if (isOwnEnd(command, message)) return { code: 'script-failed', blame: 'agent', message };
  return isHeading(command, message) || isResult(text) ? { ...unknown, message: '' } : unknown;
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
  const known =
    failureByExitCode(run, text) ?? failureInWords(text, command) ?? (command === null ? null : byKind(run, command));
  if (known !== null) {
    if (known.code === 'crashed') return withExit(crashed(known, text, command), exitCode);
    return withExit(command === null ? known : withOwner(known, command, decidingKind(command)), exitCode);
  }
  return withExit(byLine(run, text), exitCode);
}
