// Commands whose non-zero exit code is an ordinary answer: "no match", "they differ", "not running".

import type { SimpleCommand } from './command-line.ts';
import { compoundLists, endsOfCompound } from './compound.ts';
import { NOT_RECOGNISED_ABROAD } from './failure-rules/other-languages.ts';
import { isVainLookup, OUTPUT_MAX, saysNowhere } from './lookups.ts';
import {
  allPrograms,
  baseName,
  carriedBy,
  deciding,
  decidingLists,
  decidingPrograms,
  isShell,
  listsOf,
  programWords,
  scriptOf,
} from './programs.ts';

const ONE: readonly number[] = [1];

/** Programs with exit codes that are answers, not failures. */
const ANSWERS = new Map<string, readonly number[]>([
  ...[
    ...['grep', 'egrep', 'fgrep', 'zgrep', 'xzgrep', 'bzgrep', 'rg', 'ag', 'ack', 'ugrep', 'findstr', 'select-string'],
    ...['diff', 'cmp', 'colordiff', 'test', '[', '[[', '((', 'expr', 'let', 'false'],
    ...['pgrep', 'pkill', 'killall', 'pidof', 'lsof', 'fuser', 'which', 'whereis', 'hash'],
  ].map((program): [string, readonly number[]] => [program, ONE]),
  ['getent', [2]],
]);

/** Sub-commands of git whose exit code 1 is an answer. */
const GIT_ANSWERS = new Set(['grep', 'diff', 'diff-index', 'diff-files', 'diff-tree', 'check-ignore', 'show-ref']);

/** Commands in a chain that are not what the chain is about. */
const PRELUDES = new Set([
  'cd',
  'pushd',
  'popd',
  'export',
  'unset',
  'set',
  'echo',
  'printf',
  'true',
  ':',
  'pwd',
  'shopt',
  'sleep',
]);

/** All the codes that any of these answers has: no other needs the command line to be taken apart. */
const ANSWER_CODES = new Set([1, 2, 3, 4, 8, 20, 123, 128]);
/** Programs that only look: told to keep quiet about what is not there, they were asked whether it is. */
const LOOKING = new Set([
  'ls',
  'cat',
  'head',
  'tail',
  'stat',
  'file',
  'find',
  'du',
  'wc',
  'readlink',
  'realpath',
  'tree',
]);
const GIT_LOOKING = new Set(['rev-parse', 'describe', 'symbolic-ref', 'cat-file', 'config', 'ls-files']);
const DEPTH_MAX = 4;

/** Words in an output that mean the shell itself, or a step before, went wrong. */
const TROUBLE =
  /(?:^|\n)[^\n]{0,200}(?:\bcd: |command not found|(?:\(eval\)|\bzsh):(?:\w{1,20}:)?\d{1,6}: |syntax error|\boperator expected|\(os error \d|\bis not recognized as (?:an? |the name)|^error building bubblewrap command: )/;

/** Cheaper to look for than the pattern. */
const TROUBLE_WORDS = [
  'cd: ',
  'command not found',
  '(eval):',
  'zsh:',
  'syntax error',
  'operator expected',
  '(os error ',
  'is not recognized as ',
  'bubblewrap',
];

/** A search that was given what is not there, before the one whose exit code came last, or what it cannot read. */
const SEARCHES_NOTHING =
  /^(?:[efz]?grep|rg): (?:unrecognized flag|regex parse error:|[^\n]{0,300}: [Nn]o such file or directory)/m;

/** PowerShell names the command that complains: `Set-Location : …`. */
const CMDLET_COMPLAINS = /^[A-Z][a-z]{2,12}-[A-Z]\w{2,40} ?: \S/m;

/** git has complaints for what is no answer. A diff, or what `git grep` found, never begins a line like this. */
const GIT_COMPLAINS = /^(?:error|fatal): /m;

function saysTrouble(output: string): boolean {
  const isShell = TROUBLE_WORDS.some((words) => output.includes(words)) && TROUBLE.test(output);
  return (
    isShell || SEARCHES_NOTHING.test(output) || CMDLET_COMPLAINS.test(output) || NOT_RECOGNISED_ABROAD.test(output)
  );
}

/** What carries a command elsewhere, and did not get there. */
const CARRIER_COMPLAINS =
  /^(?:Error response from daemon: |Error from server\b|error: |Error: No such container: |service "[^"\n]{1,100}" is not running)/m;

/** Programs that pass on what they read from a pipe: nothing of theirs can fail. */
const PASSES_THROUGH = /^(?:head|tail|cat|sed|sort|uniq|tr|cut|wc|nl|column|tee)$/;

function passesThrough(program: string, words: readonly string[]): boolean {
  return PASSES_THROUGH.test(program) && words.slice(1).every((word) => /^[-+\d]/.test(word));
}

type Role = 'answer' | 'prelude' | 'other';

/** What the command has to complain about is thrown away. */
function isHushed(words: readonly string[]): boolean {
  return words.some(
    (word, at) =>
      /^(?:2|&)>>?(?:\/dev\/null|\$null|nul)$/i.test(word) ||
      (/^(?:2|&)>$/.test(word) && words[at + 1] === '/dev/null'),
  );
}

function gitRole(words: readonly string[], exitCode: number): Role {
  let at = 1;
  while (at < words.length) {
    const word = words[at] ?? '';
    if (word === '-C' || word === '-c' || word === '--git-dir' || word === '--work-tree') at += 2;
    else if (word.startsWith('-')) at++;
    else break;
  }
  const verb = words[at] ?? '';
  if (GIT_LOOKING.has(verb) && isHushed(words)) return 'answer';
  if (exitCode !== 1) return 'other';
  if (GIT_ANSWERS.has(verb)) return 'answer';
  const rest = words.slice(at + 1);
  if (verb === 'merge-base' && rest.includes('--is-ancestor')) return 'answer';
  const keys = rest.filter((word) => !word.startsWith('-'));
  if (verb === 'config' && (keys.length === 1 || rest.some((word) => word.startsWith('--get')))) return 'answer';
  return verb === 'rev-parse' && rest.includes('--verify') ? 'answer' : 'other';
}

/** Programs that answer only when called in a certain way. */
const WITH_OPERANDS = new Map<string, (words: readonly string[], exitCode: number) => boolean>([
  // What has the form of a path was taken for a file to show.
  [
    'type',
    (words, exitCode) =>
      exitCode === 1 &&
      (isHushed(words) || !words.slice(1).some((word) => /^[^>]{0,300}(?:[\\/]|\.[a-z]\w{0,4}$)/i.test(word))),
  ],
  // PowerShell has a filter of this name.
  [
    'where',
    (words, exitCode) =>
      exitCode === 1 && (words.length === 2 || words[1]?.startsWith('/') === true || isHushed(words)),
  ],
  ['jq', (words, exitCode) => exitCode === 1 && words.includes('-e')],
  ['kill', (words, exitCode) => exitCode === 1 && words.includes('-0')],
  // 3: not running, 4: no such unit.
  [
    'systemctl',
    (words, exitCode) => (exitCode === 3 || exitCode === 4) && words.some((word) => /^(?:is-|status$)/.test(word)),
  ],
  // Whether a process is there.
  [
    'ps',
    (words, exitCode) => exitCode === 1 && words.some((word) => /^(?:-\w{0,3}p|--pid|--ppid|-C)(?:=|$)/.test(word)),
  ],
  ['nc', (words, exitCode) => exitCode === 1 && words.some((word) => /^-\w*z/.test(word))],
  ['pg_isready', (_, exitCode) => exitCode <= 2],
  ['service', (words, exitCode) => exitCode === 3 && words.includes('status')],
  ['npm', (words, exitCode) => exitCode === 1 && (words[1] === 'outdated' || words[1] === 'audit')],
  // 1: some failed, 8: some have not ended yet.
  ['gh', (words, exitCode) => (exitCode === 1 || exitCode === 8) && words[1] === 'pr' && words[2] === 'checks'],
  // xargs gives 123 when a program it ran gave 1; some builds give that 1 itself.
  [
    'xargs',
    (words, exitCode) => (exitCode === 123 || exitCode === 1) && words.some((word) => ANSWERS.has(baseName(word))),
  ],
]);

/** A script that only imports asks whether that can be done: `python -c "import x" 2>/dev/null`. */
const ONLY_IMPORTS =
  /^(?:(?:import [\w., ]{1,100}|from [\w.]{1,100} import [\w., *]{1,100}|require\([^()\n]{1,100}\))(?:;\s{0,9}|$)){1,9}(?:print\([^\n]{0,200}\)|console\.log\([^\n]{0,200}\))?$/;

function ownRole(program: string, words: readonly string[], exitCode: number, output: string): Role {
  if (isVainLookup(words, output)) return 'answer';
  if (exitCode === 1 && isHushed(words) && /^-[ce]$/.test(words[1] ?? '') && ONLY_IMPORTS.test(words[2] ?? ''))
    return 'answer';
  if (WITH_OPERANDS.get(program)?.(words, exitCode) === true) return 'answer';
  if (LOOKING.has(program) && exitCode <= 2 && isHushed(words)) return 'answer';
  return ANSWERS.get(program)?.includes(exitCode) === true ? 'answer' : 'other';
}

/** The role of what a command runs: a script for a shell, or a command elsewhere. Null for all other commands. */
function innerRole(words: readonly string[], exitCode: number, output: string, depth: number): Role | null {
  if (isShell(baseName(words[0] ?? ''))) {
    const script = scriptOf(words);
    return script !== undefined && decides(script, exitCode, output, depth + 1) ? 'answer' : 'other';
  }
  const carried = depth < DEPTH_MAX ? carriedBy(words) : undefined;
  if (carried === undefined) return null;
  return CARRIER_COMPLAINS.test(output)
    ? 'other'
    : roleOf({ words: carried, group: null }, exitCode, output, depth + 1);
}

function roleOf(command: SimpleCommand, exitCode: number, output: string, depth: number): Role {
  if (command.group !== null) return decides(command.group, exitCode, output, depth + 1) ? 'answer' : 'other';
  const words = programWords(command.words);
  const program = baseName(words[0] ?? '');
  if (program === '' || PRELUDES.has(program) || passesThrough(program, words)) return 'prelude';
  // git has no such exit code of its own.
  if (program === 'git' && exitCode === 2) return 'prelude';
  // The question whether git knows a file
  if (program === 'git' && words.includes('--error-unmatch')) return 'answer';
  if (program === 'git') return GIT_COMPLAINS.test(output) ? 'other' : gitRole(words, exitCode);
  return innerRole(words, exitCode, output, depth) ?? ownRole(program, words, exitCode, output);
}

/**
 * Each `echo` of an && chain tells how far the chain came: what stands before one whose words were written has passed, what stands
 * behind one whose words were not was not run.
 */
function notPassed(commands: readonly SimpleCommand[], output: string): readonly SimpleCommand[] {
  let from = 0;
  let readTo = 0;
  for (const [at, { words }] of commands.entries()) {
    const said = words.slice(1).join(' ');
    if (words[0] !== 'echo' || said.length <= 2 || /[$`*>\\]/.test(said)) continue;
    const found = output.indexOf(said, readTo);
    if (found !== -1) {
      from = at;
      readTo = found + said.length;
    } else if (at > from && output.length < OUTPUT_MAX) return commands.slice(from, at);
  }
  return commands.slice(from);
}

/** A silent output tells too: programs that fail say why, so after a question it is the question's answer. */
function decides(command: string, exitCode: number, output: string, depth: number): boolean {
  if (depth > DEPTH_MAX) return false;
  const lists = listsOf(command);
  const ends = endsOfCompound(lists);
  const compound = compoundLists(lists);
  if (ends === null && decidingLists(lists).some((list) => compound.has(list))) return false;
  const isSilent = output === '';
  let answers = 0;
  const candidates = ends?.flatMap((end) => deciding([end])) ?? notPassed(deciding(lists), output);
  for (const candidate of candidates) {
    const role = roleOf(candidate, exitCode, output, depth);
    if (role === 'answer') answers++;
    else if (role === 'other' && (!isSilent || answers === 0 || isHushed(candidate.words))) return false;
  }
  return answers > 0;
}

/** PowerShell that looks, and was told to keep quiet about what is not there: whatever the objects are passed to. */
const HUSHED_LOOK = /\s-(?:ErrorAction|EA)[ :]{1,2}(?:SilentlyContinue|Ignore|0)\b/i;
const LOOKING_CMDLET =
  /^(?:get|test|select|where|foreach|sort|format|measure|resolve|out|write)-[a-z]{2,30}$|^(?:gci|echo)$/;

function looksQuietly(command: string): boolean {
  return (
    HUSHED_LOOK.test(command) && allPrograms(command).every(([program]) => LOOKING_CMDLET.test(baseName(program ?? '')))
  );
}

/** A block of PowerShell that is run on a condition, to the end of the command line. */
const CONDITIONAL = /^\s*if\s*\([^{}]{1,400}\)\s*\{([^{}]{1,2000})\}(?:\s*else\s*\{([^{}]{1,2000})\})?\s*$/i;

/** A search in such a block that found nothing. */
function isVainCondition(command: string): boolean {
  const [, ...blocks] = CONDITIONAL.exec(command) ?? [];
  return blocks.some((block) => block !== undefined && decides(block, 1, '', 0));
}

/** Searches that give 2 for an error, whatever they found, and name themselves before they complain. */
const SEARCHES = /^(?:[efzu]?grep|rg|ag|ack)$/;
const SEARCH_COMPLAINS = /^(?:usage|(?:\S{0,80}\/)?(?:[efzu]?grep|rg|ag|ack)): (?!regex parse error)/;

/** What a search that met an error says of it; all else is what it found. Null for other commands, and where nothing tells the two apart. */
export function searchComplaints(command: string, exitCode: number, output: string): string | null {
  if (exitCode !== 2) return null;
  const programs = decidingPrograms(command).filter(
    ([program = '']) => program !== 'git' && !PRELUDES.has(baseName(program)),
  );
  if (programs.length === 0 || !programs.every(([program]) => SEARCHES.test(baseName(program ?? '')))) return null;
  const lines = output.split('\n');
  const own = lines.filter((line) => SEARCH_COMPLAINS.test(line));
  const found = lines.filter((line) => !SEARCH_COMPLAINS.test(line)).join('\n');
  if (saysTrouble(found.slice(0, OUTPUT_MAX))) return null;
  return own.length > 0 || programs.every(isHushed) ? own.join('\n') : null;
}

/** So many lines can all be complaints. */
const COMPLAINTS_MAX = 5;

/**
 * What a command says that was to give a search what it searches: a search that finds nothing prints nothing, so that all there is comes
 * from before it. Null where something else can have written it.
 */
export function sourceComplaint(command: string, output: string): string | null {
  const said = output.trim();
  if (said === '' || said.split('\n').length > COMPLAINTS_MAX || command.includes('2>&1')) return null;
  const steps = listsOf(command).flatMap((list) => list.steps);
  const pipeline = steps.at(-1)?.pipeline ?? [];
  const search = baseName(programWords(pipeline.at(-1)?.words ?? [])[0] ?? '');
  const isAlone = steps.slice(0, -1).every((step) => step.pipeline.every(({ words }) => words[0] === 'cd'));
  return pipeline.length > 1 && SEARCHES.test(search) && isAlone ? said : null;
}

const VAIN_GLOB = /^(?:zsh|\(eval\))(?::\w{1,20})?:\d{1,6}: no matches found: [^\n]{0,300}?([^/\n]{1,200})(?:\n|$)/gm;

/** zsh complains of a pattern that names no file, also to those who look and were told to keep quiet about what is not there. */
function withoutVainGlobs(command: string, output: string): string {
  if (!output.includes('no matches found: ')) return output;
  const patterns = allPrograms(command)
    .filter((words) => LOOKING.has(baseName(words[0] ?? '')) && isHushed(words))
    .flat();
  return output.replace(VAIN_GLOB, (line, last) => (patterns.some((word) => word.endsWith(last)) ? '' : line));
}

/**
 * Whether a command line's non-zero exit code is an answer: every command that can have decided it gives such answers.
 * `output` tells when it was the shell that complained, and when there was no complaint.
 */
export function expectedExit(command: string, exitCode: number, output: string): boolean {
  const start = withoutVainGlobs(command, output.slice(0, OUTPUT_MAX));
  if (!ANSWER_CODES.has(exitCode) || saysTrouble(start)) return false;
  if (exitCode === 1 && (looksQuietly(command) || saysNowhere(command, output))) return true;
  if (exitCode === 1 && output.trim() === '' && isVainCondition(command)) return true;
  return decides(command, exitCode, start, 0);
}
