// Which programs a command line runs, and which of them its exit code can have come from.

import { type CommandList, parseCommandLine, type SimpleCommand } from './command-line.ts';
import { endsOfCompound } from './compound.ts';

/** Longer command lines are documents. */
const COMMAND_MAX = 100_000;
const DEPTH_MAX = 4;

/** A program that runs the one named behind its own options. */
export interface Wrapper {
  /** Its options of one letter that take a value. */
  readonly valued: string;
  /** How many words of its own precede the program. */
  readonly words?: number;
  /** Its exit code is its own, and says nothing of what the program answered. */
  readonly hasOwnExit?: boolean;
}

const PLAIN: Wrapper = { valued: '' };

const WRAPPERS: ReadonlyMap<string, Wrapper> = new Map([
  ['sudo', { valued: 'ugpChrtRTD' }],
  ['doas', { valued: 'uC' }],
  ['env', { valued: 'uCS' }],
  ['xargs', { valued: 'InPLdasE', hasOwnExit: true }],
  ['timeout', { valued: 'sk', words: 1 }],
  ['gtimeout', { valued: 'sk', words: 1 }],
  ['nice', { valued: 'n' }],
  ['ionice', { valued: 'cnp' }],
  ['stdbuf', { valued: 'ioe' }],
  ['exec', { valued: 'a' }],
  ['time', { valued: 'fo' }],
  ['command', PLAIN],
  ['builtin', PLAIN],
  ['nohup', PLAIN],
  ['setsid', PLAIN],
  ['caffeinate', { valued: 'tw' }],
  ['xvfb-run', { valued: 'efnpsw' }],
  ['winpty', PLAIN],
  ['unbuffer', PLAIN],
  // Shortens what the program writes
  ['rtk', PLAIN],
]);
const VALUED_IN_WORDS = new Set([
  '--signal',
  '--kill-after',
  '--user',
  '--group',
  '--unset',
  '--chdir',
  '--adjustment',
]);
const ASSIGNMENT = /^\w{1,200}\+?=/;
const SHELLS = new Set(['bash', 'sh', 'zsh', 'dash', 'ksh', 'fish']);

export function wrapperOf(word: string): Wrapper | undefined {
  return WRAPPERS.get(word);
}

/** Where the program's name is, of the words behind a wrapper's own name. */
export function wrappedFrom(words: readonly string[], from: number, { valued, words: own = 0 }: Wrapper): number {
  let at = from;
  let left = own;
  for (; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word === '--') at++;
    else if (word.startsWith('-')) {
      if (VALUED_IN_WORDS.has(word) || (word.length === 2 && valued.includes(word.charAt(1)))) at++;
      continue;
    } else if (isAssignment(word)) continue;
    if (left-- <= 0) break;
  }
  return at;
}

export function isAssignment(word: string): boolean {
  return ASSIGNMENT.test(word);
}

/** A word before a program that passes on its exit code. */
export function isTransparent(word: string): boolean {
  const wrapper = wrapperOf(word);
  return word === '!' || word === '{' || (wrapper !== undefined && wrapper.hasOwnExit !== true);
}

export function isShell(program: string): boolean {
  return SHELLS.has(program);
}

/** The script of `bash -c …`. */
export function scriptOf(words: readonly string[]): string | undefined {
  const flag = words.findIndex((word) => /^-\w*c\w*$/.test(word));
  return flag === -1 ? undefined : words[flag + 1];
}

/** Without folders, and without what Windows puts behind the names of programs. */
export function baseName(word: string): string {
  const name = word.slice(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1).toLowerCase();
  return name.endsWith('.exe') || name.endsWith('.cmd') || name.endsWith('.bat') ? name.slice(0, -4) : name;
}

/** The words from the program on: assignments, wrappers and their flags taken away. */
export function programWords(words: readonly string[]): readonly string[] {
  let at = 0;
  for (;;) {
    while (isAssignment(words[at] ?? '')) at++;
    const word = words[at] ?? '';
    if (!isTransparent(word)) break;
    if (word === 'command' && /^-[vV]$/.test(words[at + 1] ?? '')) return ['which'];
    at = wrappedFrom(words, at + 1, wrapperOf(word) ?? PLAIN);
  }
  return words.slice(at);
}

/** Programs that run a command elsewhere and end with its exit code, with what stands before that command. */
const CARRIERS: ReadonlyMap<string, RegExp> = new Map([
  ['ssh', /^(?:-[bcDEeFIiJLlmOopQRSWw] \S{1,200} |-\S{1,100} ){0,20}[^-\s]\S{0,200} /],
  [
    'docker',
    /^(?:\S{1,100} ){0,6}exec (?:-[eEuw] \S{1,200} |--(?:env|user|workdir|index) \S{1,200} |-\S{1,100} ){0,20}[^-\s]\S{0,200} /,
  ],
  ['kubectl', /^(?:\S{1,100} ){0,6}exec (?:\S{1,200} ){0,20}?-- /],
  ['wsl', /^(?:-[du] \S{1,100} |--(?:distribution|user) \S{1,100} ){0,4}(?:-e |--exec |-- )?(?!-)/],
]);
const CARRIED_LIKE: ReadonlyMap<string, string> = new Map([
  ['docker-compose', 'docker'],
  ['podman', 'docker'],
  ['nerdctl', 'docker'],
  ['oc', 'kubectl'],
]);

/** The command that `ssh host …`, `docker exec box …` and their kind run: the words as they are, of ssh as one script. */
export function carriedBy(words: readonly string[]): readonly string[] | undefined {
  const program = baseName(words[0] ?? '');
  const name = CARRIED_LIKE.get(program) ?? program;
  const before = CARRIERS.get(name);
  if (before === undefined) return undefined;
  // Words may hold blanks: what counts is how many of them stand before the command.
  const rest = words.slice(1).map((word) => word.replaceAll(/\s/g, '_') || '_');
  const head = before.exec(`${rest.join(' ')} `)?.[0];
  if (head === undefined) return undefined;
  const carried = words.slice(1 + (head.match(/ /g)?.length ?? 0));
  if (carried.length === 0) return undefined;
  return name === 'ssh' ? ['sh', '-c', carried.join(' ')] : carried;
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

/** Commands of PowerShell: `Select-Object`. */
const CMDLET = /^[A-Z][a-z]{1,12}-[A-Z][A-Za-z]{1,40}$/;

/** The last of a pipeline. What PowerShell does with the output of a program leaves its exit code alone. */
function lastOf(pipeline: readonly SimpleCommand[]): readonly SimpleCommand[] {
  const program = pipeline.findLast(({ words }) => !CMDLET.test(words[0] ?? ''));
  return program === undefined ? pipeline.slice(-1) : [program];
}

/** The lists that a failed exit code can have come from: the last, or any where the first failure ends all. */
export function decidingLists(lists: readonly CommandList[]): readonly CommandList[] {
  if (strictness(lists).anyList) return lists;
  const last = lists.findLast(({ steps }) => steps.some(({ pipeline }) => pipeline[0]?.words[0] !== '}'));
  return last === undefined ? [] : [last];
}

/** The commands that a failed exit code can have come from. */
export function deciding(lists: readonly CommandList[]): readonly SimpleCommand[] {
  const { anyPipe } = strictness(lists);
  const found: SimpleCommand[] = [];
  for (const list of decidingLists(lists)) {
    let ofList: SimpleCommand[] = [];
    for (const { join, pipeline } of list.steps) {
      if (join === '||') ofList = [];
      ofList.push(...(anyPipe ? pipeline : lastOf(pipeline)));
    }
    if (!list.background) found.push(...ofList);
  }
  return found;
}

function isTooLong(command: string): boolean {
  return command.length > COMMAND_MAX;
}

/** The lists of a command; none for what is too long to be one. */
export function listsOf(command: string): readonly CommandList[] {
  return isTooLong(command) ? [] : parseCommandLine(command);
}

/** Words of the shell's own language before a command: `do make`, `then ls`. */
const BEFORE_COMMAND = /^(?:do|then|else|elif|if|while|until)$/;

function withoutKeywords(words: readonly string[]): readonly string[] {
  let at = 0;
  while (BEFORE_COMMAND.test(words[at] ?? '')) at++;
  return at === 0 ? words : words.slice(at);
}

/** Commands of subshells and of `bash -c …` in place of those that start them; what is run elsewhere, behind what carries it there. */
function opened(command: SimpleCommand, inner: (script: string) => readonly string[][], depth: number): string[][] {
  if (command.group !== null) return depth >= DEPTH_MAX ? [] : [...inner(command.group)];
  const words = [...programWords(withoutKeywords(command.words))];
  const script = isShell(baseName(words[0] ?? '')) ? scriptOf(words) : undefined;
  if (script !== undefined && depth < DEPTH_MAX) return [...inner(script)];
  const carried = depth < DEPTH_MAX ? carriedBy(words) : undefined;
  if (carried !== undefined) return [words, ...opened({ words: carried, group: null }, inner, depth + 1)];
  return words.length === 0 ? [] : [words];
}

function decidingAt(command: string, depth: number): string[][] {
  return deciding(listsOf(command)).flatMap((one) => opened(one, (script) => decidingAt(script, depth + 1), depth));
}

function allIn(lists: readonly CommandList[], depth: number): string[][] {
  const found: string[][] = [];
  for (const { steps } of lists) {
    for (const { pipeline } of steps) {
      for (const one of pipeline) found.push(...opened(one, (script) => allIn(listsOf(script), depth + 1), depth));
    }
  }
  return found;
}

/** The words of every command that a list runs, from its program on. */
export function programsOf(list: CommandList): Programs {
  return allIn([list], 0);
}

/** An answer about the command line that was asked about last: several questions ask for the same, one after the other. */
function remembered<Answer>(answer: (command: string) => Answer): (command: string) => Answer {
  let last: { readonly command: string; readonly answer: Answer } | undefined;
  return (command) => {
    if (last?.command !== command) last = { command, answer: answer(command) };
    return last.answer;
  };
}

type Programs = readonly (readonly string[])[];

/** The words of every command that can have decided a failed exit, from its program on. */
export const decidingPrograms: (command: string) => Programs = remembered((command) => decidingAt(command, 0));

/** The same, and of a loop or a condition at the end the commands that can have decided how it ended. */
export function failedPrograms(command: string): Programs {
  const ends = endsOfCompound(listsOf(command));
  if (ends === null) return decidingPrograms(command);
  return ends.flatMap((end) => deciding([end])).flatMap((one) => opened(one, (script) => decidingAt(script, 1), 0));
}

/** The words of every command that a command line runs, from its program on. */
export const allPrograms: (command: string) => Programs = remembered((command) => allIn(listsOf(command), 0));
