// Which files a shell command that ended well has removed with `rm`, as far as its text is sure to say so.

import { type CommandList, parseCommandLine, type SimpleCommand } from '../commands/command-line.ts';
import { compoundLists } from '../commands/compound.ts';
import { wholePath } from '../model/whole-path.ts';

/** Characters of commands that are examined. */
const MOST_TEXT = 20_000;

/** The shell would put something else in the place of these. */
const EXPANDS = /[*?[\]{}$`~!]|\(…\)/;
const REDIRECTION = /^(?:\d|&)?[<>]/;

/** The commands of a list that have run, given that the whole command ended well. */
function ranIn({ steps, background }: CommandList, isLast: boolean): readonly SimpleCommand[] {
  if (background || steps.some(({ join }) => join === '||')) return [];
  // What stands behind `&&` is sure to have run only where it decided the end.
  return (isLast ? steps : steps.slice(0, 1)).flatMap(({ pipeline }) => pipeline);
}

/** What `rm` is told to remove; what the shell would have to work out first is left out. */
function removedBy({ words, group }: SimpleCommand): readonly string[] {
  const [program, ...others] = words;
  if (group !== null || (program !== 'rm' && program !== '/bin/rm')) return [];
  const end = others.findIndex((word) => REDIRECTION.test(word));
  const given = end === -1 ? others : others.slice(0, end);
  const paths = given.filter((word) => !word.startsWith('-') && word !== '');
  return paths.filter((path) => !EXPANDS.test(path));
}

/** Where a command goes; null where its text does not say, undefined where it stays. */
function goesTo({ words: [program, place, ...more] }: SimpleCommand, folder: string | null): string | null | undefined {
  if (program === 'pushd' || program === 'popd') return null;
  if (program !== 'cd') return undefined;
  const isPlain = place !== undefined && more.length === 0 && !place.startsWith('-') && !EXPANDS.test(place);
  return isPlain ? wholePath(place, folder) : null;
}

/** Absolute paths; a folder stands for what is in it. `project` is the folder that the command ran in. */
export function removedFiles(command: string, project: string | null): readonly string[] {
  if (!/\brm\s/.test(command) || command.length > MOST_TEXT) return [];
  const lists = parseCommandLine(command);
  const compound = compoundLists(lists);
  let folder = project;
  const removed: string[] = [];
  for (const [at, list] of lists.entries()) {
    if (compound.has(list)) break;
    for (const one of ranIn(list, at === lists.length - 1)) {
      const to = goesTo(one, folder);
      if (to !== undefined) folder = to;
      const paths = removedBy(one).map((path) => wholePath(path, folder).replace(/(?<!\/)\/+$/, ''));
      removed.push(...paths.filter((path) => path.startsWith('/')));
    }
    // A `cd` that may or may not have run.
    if (list.steps.some(({ join, pipeline }) => join !== null && pipeline[0]?.words[0] === 'cd')) folder = null;
  }
  return removed;
}

export function isRemoved(path: string, removed: readonly string[]): boolean {
  return removed.some((one) => path === one || path.startsWith(`${one}/`));
}
