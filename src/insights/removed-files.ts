// Which files a shell command that ended well has removed with `rm`, as far as its text is sure to say so.

import { type CommandList, parseCommandLine, type SimpleCommand } from '../commands/command-line.ts';
import { compoundLists } from '../commands/compound.ts';
import { baseName } from '../commands/programs.ts';
import type { Facts } from '../model/interpretation.ts';
import { wholePath } from '../model/whole-path.ts';

/** What was removed: an absolute path. */
export interface Removed {
  readonly path: string;
  /** With all that is in it. */
  readonly isDeep: boolean;
}

/** Characters of commands that are examined. */
const MOST_TEXT = 20_000;

/** The shell would put something else in the place of these. */
const EXPANDS = /[*?[\]{}$`~!]|\(…\)/;
const REDIRECTION = /^(?:\d|&)?[<>]/;
/** What can begin a command besides the name of a program: a variable, a word of the shell. */
const BEGINS = /^(?:\w{1,100}=|[$`~]|(?:if|for|while|until|case|then|do|done|fi|else|elif|esac|function|\[\[?|[{}!])$)/;
const GOES = /^(?:cd|pushd|popd)$/;

/** The commands of a list that have run, given that the whole command ended well. */
function ranIn({ steps, background }: CommandList, isLast: boolean): readonly SimpleCommand[] {
  if (background || steps.some(({ join }) => join === '||')) return [];
  // What stands behind `&&` is sure to have run only where it decided the end.
  return (isLast ? steps : steps.slice(0, 1)).flatMap(({ pipeline }) => pipeline);
}

interface Given {
  readonly paths: readonly string[];
  readonly isDeep: boolean;
  /** Words of the command that stood on the next line. */
  readonly next: readonly string[];
}

/**
 * What `rm` is told to remove; what the shell would have to work out first is left out. A command is kept on one line, so that the
 * next one may stand among its words: from a word on that the command line runs as a program, they are not looked at.
 */
function givenToRm({ words, group }: SimpleCommand, programs: ReadonlySet<string>): Given | null {
  const [program, ...others] = words;
  if (group !== null || (program !== 'rm' && program !== '/bin/rm')) return null;
  const operands = others.filter((word) => !word.startsWith('-') && word !== '');
  const next = operands.findIndex((word, at) => BEGINS.test(word) || (at > 0 && programs.has(baseName(word))));
  const own = next === -1 ? operands : operands.slice(0, next);
  const end = own.findIndex((word) => REDIRECTION.test(word));
  return {
    paths: (end === -1 ? own : own.slice(0, end)).filter((path) => !EXPANDS.test(path)),
    isDeep: others.some((word) => /^-\w*[rR]|^--recursive$/.test(word)),
    next: next === -1 ? [] : operands.slice(next),
  };
}

/** Where a command goes; null where its text does not say, undefined where it stays. */
function goesTo({ words: [program, place, ...more] }: SimpleCommand, folder: string | null): string | null | undefined {
  if (program !== 'cd') return [program, place, ...more].some((word) => GOES.test(word ?? '')) ? null : undefined;
  const isPlain = place !== undefined && more.length === 0 && !place.startsWith('-') && !EXPANDS.test(place);
  return isPlain ? wholePath(place, folder) : null;
}

/** A later command names it, or something in it, and may have written it again. */
function isNamed(path: string, words: readonly string[]): boolean {
  return words.some((word) => word.split(/[/\\<>=:]/).includes(baseName(path)));
}

/** The commands of a command line in their order, and whether each is sure to have run. */
function* commandsOf(
  command: string,
): Generator<{ one: SimpleCommand; isRun: boolean; isFirst: boolean; isAlone: boolean }> {
  const lists = parseCommandLine(command);
  const compound = compoundLists(lists);
  let isSure = true;
  for (const [at, list] of lists.entries()) {
    // What a condition or a loop does may be to leave.
    if (compound.has(list)) isSure = false;
    const ran = new Set(isSure ? ranIn(list, at === lists.length - 1) : []);
    for (const { join, pipeline } of list.steps)
      for (const one of pipeline)
        yield { one, isRun: ran.has(one), isFirst: join === null, isAlone: pipeline.length === 1 };
  }
}

/** `project` is the folder that the command ran in. */
export function removedFiles(
  { command = '', programs = '' }: Pick<Facts, 'command' | 'programs'>,
  project: string | null,
): readonly Removed[] {
  if (!/\brm\s/.test(command) || command.length > MOST_TEXT) return [];
  // On one line nothing tells where a document ends.
  if (command.includes('<<') && !command.includes('\n')) return [];
  const known = new Set(programs.split('\n'));
  let folder = project;
  let removed: Removed[] = [];
  for (const { one, isRun, isFirst, isAlone } of commandsOf(command)) {
    const given = givenToRm(one, known);
    const later = given?.next ?? one.words;
    removed = removed.filter(({ path }) => !isNamed(path, later));
    const isDecided = isRun && (isFirst || given?.next.length === 0);
    for (const path of isDecided ? (given?.paths ?? []) : []) {
      const whole = wholePath(path, folder).replace(/(?<!\/)\/+$/, '');
      if (whole.startsWith('/') && !isNamed(whole, later))
        removed.push({ path: whole, isDeep: given?.isDeep === true });
    }
    const to = goesTo(one, folder);
    if (to !== undefined) folder = isRun && isAlone ? to : null;
  }
  return removed;
}

export function isRemoved(path: string, removed: readonly Removed[]): boolean {
  return removed.some((one) => path === one.path || (one.isDeep && path.startsWith(`${one.path}/`)));
}
