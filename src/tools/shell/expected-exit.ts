// Owns which commands say something ordinary with a non-zero exit code: "no match" and "they differ" are answers.

import { type CommandList, parseCommandLine, type SimpleCommand } from './command-line.ts';

const ONE: readonly number[] = [1];

/** Programs with exit codes that are answers, not failures. */
const ANSWERS = new Map<string, readonly number[]>([
  ...[
    ...['grep', 'egrep', 'fgrep', 'zgrep', 'xzgrep', 'bzgrep', 'rg', 'ag', 'ack', 'ugrep', 'findstr', 'select-string'],
    ...['diff', 'cmp', 'colordiff', 'test', '[', '[[', '((', 'expr', 'let', 'false'],
    ...['pgrep', 'pkill', 'killall', 'pidof', 'lsof', 'fuser', 'which', 'whereis', 'type', 'hash'],
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
]);

/** The next word decides what runs; the number says how many operands of its own the wrapper has. */
const WRAPPERS = new Map<string, number>([
  ['!', 0],
  ['{', 0],
  ['sudo', 0],
  ['doas', 0],
  ['time', 0],
  ['nohup', 0],
  ['command', 0],
  ['builtin', 0],
  ['exec', 0],
  ['env', 0],
  ['nice', 0],
  ['stdbuf', 0],
  ['timeout', 1],
  ['gtimeout', 1],
]);
const FLAGS_WITH_VALUE = new Set(['-u', '-g', '-n', '-k', '-s', '--signal', '-C']);
const KEYWORDS = new Set([
  'if',
  'then',
  'else',
  'elif',
  'fi',
  'for',
  'while',
  'until',
  'do',
  'done',
  'case',
  'esac',
  'select',
  'function',
  'eval',
  'trap',
]);
const SHELLS = new Set(['bash', 'sh', 'zsh', 'dash', 'ksh']);
/** All the codes that any of these answers has: no other needs the command line to be taken apart. */
const ANSWER_CODES = new Set([1, 2, 3, 8, 123, 128]);
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
/** Longer command lines are documents; nobody asks them a question. */
const COMMAND_MAX = 100_000;

/** Words in an output that mean the shell itself, or a step before, went wrong. */
const TROUBLE = /(?:^|\n)[^\n]{0,200}(?:\bcd: |command not found|\(eval\):\d{1,6}: |syntax error)/;

/** Cheaper to look for than the pattern. */
const TROUBLE_WORDS = ['cd: ', 'command not found', '(eval):', 'syntax error'];

function saysTrouble(output: string): boolean {
  return TROUBLE_WORDS.some((words) => output.includes(words)) && TROUBLE.test(output);
}

type Role = 'answer' | 'prelude' | 'other';

const ASSIGNMENT = /^\w+\+?=/;

function baseName(word: string): string {
  return word.slice(word.lastIndexOf('/') + 1).toLowerCase();
}

/** The words from the program on: assignments, wrappers and their flags taken away. */
function programWords(words: readonly string[]): readonly string[] {
  let at = 0;
  for (let guard = 0; guard < words.length; guard++) {
    while (ASSIGNMENT.test(words[at] ?? '')) at++;
    const operands = WRAPPERS.get(words[at] ?? '');
    if (operands === undefined) break;
    if (words[at] === 'command' && /^-[vV]$/.test(words[at + 1] ?? '')) return ['which'];
    at++;
    let left = operands;
    while (at < words.length) {
      const word = words[at] ?? '';
      if (FLAGS_WITH_VALUE.has(word)) at += 2;
      else if (word.startsWith('-') || ASSIGNMENT.test(word)) at++;
      else if (left-- > 0) at++;
      else break;
    }
  }
  return words.slice(at);
}

/** What the command has to complain about is thrown away. */
function isHushed(words: readonly string[]): boolean {
  return words.some(
    (word, at) => /^(?:2|&)>>?\/dev\/null$/.test(word) || (/^(?:2|&)>$/.test(word) && words[at + 1] === '/dev/null'),
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
  if (verb === 'config' && rest.some((word) => word.startsWith('--get'))) return 'answer';
  return verb === 'rev-parse' && rest.includes('--verify') ? 'answer' : 'other';
}

/** Programs that answer only when called in a certain way. */
const WITH_OPERANDS = new Map<string, (words: readonly string[], exitCode: number) => boolean>([
  ['jq', (words, exitCode) => exitCode === 1 && words.includes('-e')],
  ['kill', (words, exitCode) => exitCode === 1 && words.includes('-0')],
  ['systemctl', (words, exitCode) => exitCode === 3 && /^is-/.test(words[1] ?? '')],
  ['npm', (words, exitCode) => exitCode === 1 && (words[1] === 'outdated' || words[1] === 'audit')],
  // Checks that have not ended yet.
  ['gh', (words, exitCode) => exitCode === 8 && words[1] === 'pr' && words[2] === 'checks'],
  // xargs gives 123 when a program it ran gave 1; some builds give that 1 itself.
  [
    'xargs',
    (words, exitCode) => (exitCode === 123 || exitCode === 1) && words.some((word) => ANSWERS.has(baseName(word))),
  ],
]);

function scriptOf(words: readonly string[]): string | undefined {
  const flag = words.findIndex((word) => /^-\w*c\w*$/.test(word));
  return flag === -1 ? undefined : words[flag + 1];
}

function roleOf(command: SimpleCommand, exitCode: number, isSilent: boolean, depth: number): Role {
  if (command.group !== null) return decides(command.group, exitCode, isSilent, depth + 1) ? 'answer' : 'other';
  const words = programWords(command.words);
  const program = baseName(words[0] ?? '');
  if (program === '' || PRELUDES.has(program)) return 'prelude';
  if (program === 'git') return gitRole(words, exitCode);
  if (SHELLS.has(program)) {
    const script = scriptOf(words);
    return script !== undefined && decides(script, exitCode, isSilent, depth + 1) ? 'answer' : 'other';
  }
  if (WITH_OPERANDS.get(program)?.(words, exitCode) === true) return 'answer';
  const answers = ANSWERS.get(program);
  if ((answers !== undefined || LOOKING.has(program)) && exitCode <= 2 && isHushed(words)) return 'answer';
  return answers?.includes(exitCode) === true ? 'answer' : 'other';
}

/** `set -e` and `set -o pipefail` let more commands decide than the last one. */
function strictness(lists: readonly CommandList[]): { readonly anyList: boolean; readonly anyPipe: boolean } {
  let anyList = false;
  let anyPipe = false;
  for (const { steps } of lists) {
    for (const { pipeline } of steps) {
      const words = pipeline[0]?.words ?? [];
      if (words[0] !== 'set') continue;
      anyPipe ||= words.includes('pipefail');
      anyList ||= words.some((word) => /^-[a-z]*e/.test(word)) || words.includes('errexit');
    }
  }
  return { anyList, anyPipe };
}

/** The commands that a failed exit code can have come from. */
function candidates(lists: readonly CommandList[]): readonly SimpleCommand[] {
  const { anyList, anyPipe } = strictness(lists);
  const found: SimpleCommand[] = [];
  const last = lists.findLast(({ steps }) => steps.some(({ pipeline }) => pipeline[0]?.words[0] !== '}'));
  for (const list of anyList ? lists : last === undefined ? [] : [last]) {
    let ofList: SimpleCommand[] = [];
    for (const { join, pipeline } of list.steps) {
      if (join === '||') ofList = [];
      ofList.push(...(anyPipe ? pipeline : pipeline.slice(-1)));
    }
    if (!list.background) found.push(...ofList);
  }
  return found;
}

/** `isSilent`: nothing was written. Programs that fail say why, so after a question it is the question's answer. */
function decides(command: string, exitCode: number, isSilent: boolean, depth: number): boolean {
  if (depth > DEPTH_MAX) return false;
  const lists = parseCommandLine(command);
  for (const { steps } of lists) {
    for (const { pipeline } of steps) {
      for (const { words } of pipeline) if (KEYWORDS.has(words[0] ?? '')) return false;
    }
  }
  let answers = 0;
  for (const candidate of candidates(lists)) {
    const role = roleOf(candidate, exitCode, isSilent, depth);
    if (role === 'answer') answers++;
    else if (role === 'other' && (!isSilent || answers === 0 || isHushed(candidate.words))) return false;
  }
  return answers > 0;
}

/**
 * Whether a command line's non-zero exit code is an answer: every command that can have decided it gives such answers.
 * `output` tells when it was the shell that complained, and when nobody did.
 */
export function expectedExit(command: string, exitCode: number, output: string): boolean {
  if (!ANSWER_CODES.has(exitCode) || command.length > COMMAND_MAX || saysTrouble(output.slice(0, 4000))) return false;
  return decides(command, exitCode, output === '', 0);
}

/** The programs that a failed exit code can have come from; those in subshells are left out. */
export function deciders(command: string): readonly string[] {
  if (command.length > COMMAND_MAX) return [];
  return candidates(parseCommandLine(command)).flatMap(({ words, group }) =>
    group === null ? [baseName(programWords(words)[0] ?? '')] : [],
  );
}

/** Exit codes of `timeout` when the time was up; the latter two when it had to insist. */
const TIME_UP = new Set([124, 137, 143]);

/** Whether the command gave itself the time that was up. */
export function hasTimeLimit(command: string, exitCode: number | null, depth = 0): boolean {
  if (exitCode === null || !TIME_UP.has(exitCode)) return false;
  if (command.length > COMMAND_MAX || depth > DEPTH_MAX) return false;
  return candidates(parseCommandLine(command)).some(({ words, group }) =>
    group === null ? startsLimit(words) : hasTimeLimit(group, exitCode, depth + 1),
  );
}

/** `timeout` stands first, or behind other wrappers and assignments. */
function startsLimit(words: readonly string[]): boolean {
  for (const word of words) {
    if (/^g?timeout$/.test(baseName(word))) return true;
    if (!WRAPPERS.has(word) && !ASSIGNMENT.test(word)) return false;
  }
  return false;
}
