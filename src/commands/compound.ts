// Loops and conditions of the shell, and which of their commands can have decided a failed exit.

import type { CommandList, SimpleCommand } from './command-line.ts';

/** Words of the shell's own language: those that open a compound command, that close it, and all. */
const OPENS = /^(?:if|for|while|until|case|select|function)$/;
const CLOSES = /^(?:fi|done|esac)$/;
const KEYWORD = /^(?:if|for|while|until|case|select|function|fi|done|esac|then|else|elif|do|eval|trap)$/;

/** The words of the shell's own language that begin a command. */
function keywordsOf({ words }: SimpleCommand): readonly string[] {
  const stop = words.findIndex((word) => !KEYWORD.test(word));
  const first = stop === -1 ? words : words.slice(0, stop);
  // Behind these stand no commands.
  const last = first.findIndex((word) => /^(?:for|case|select|function)$/.test(word));
  return last === -1 ? first : first.slice(0, last + 1);
}

/** The lists that are part of a compound command, or hold one: which of its commands decided cannot be told. */
export function compoundLists(lists: readonly CommandList[]): ReadonlySet<CommandList> {
  const found = new Set<CommandList>();
  let depth = 0;
  for (const list of lists) {
    const keywords = list.steps.flatMap(({ pipeline }) => pipeline.flatMap(keywordsOf));
    if (depth > 0 || keywords.length > 0) found.add(list);
    for (const word of keywords) depth += OPENS.test(word) ? 1 : CLOSES.test(word) ? -1 : 0;
  }
  return found;
}

const DEPTH_MAX = 4;
/** What stands behind the end of a compound command, if anything: where its output goes. */
const REDIRECTION = /^(?:\d|&)?[<>]/;

function firstWords({ steps }: CommandList): readonly string[] {
  return steps[0]?.pipeline[0]?.words ?? [];
}

function isEnd(list: CommandList): boolean {
  const [word = '', ...rest] = firstWords(list);
  const isAlone = list.steps.length === 1 && list.steps[0]?.pipeline.length === 1;
  return (
    isAlone &&
    /^(?:done|fi)$/.test(word) &&
    rest.every((one, at) => REDIRECTION.test(one) || /^\S?[<>]{1,3}$/.test(rest[at - 1] ?? ''))
  );
}

/** A list without the words of the shell's own language before its first command. */
function plain({ steps, background }: CommandList): CommandList {
  const [step, ...others] = steps;
  const [command, ...piped] = step?.pipeline ?? [];
  if (step === undefined || command === undefined) return { steps, background };
  const words = command.words.slice(keywordsOf(command).length);
  return { steps: [{ ...step, pipeline: [{ ...command, words }, ...piped] }, ...others], background };
}

/**
 * Where a command line ends with a loop or an `if`: the lists that can have decided a failed exit, which are the last of the loop's body
 * or of each branch. Null where it ends otherwise, or where that cannot be told.
 */
export function endsOfCompound(lists: readonly CommandList[], depth = 0): readonly CommandList[] | null {
  const last = lists.at(-1);
  if (last === undefined || depth > DEPTH_MAX || !isEnd(last)) return null;
  const ends = [lists.length - 2];
  let open = 1;
  let at = lists.length - 2;
  for (; at >= 0 && open > 0; at--) {
    const list = lists[at];
    const keywords = list?.steps.flatMap(({ pipeline }) => pipeline.flatMap(keywordsOf)) ?? [];
    for (const word of keywords.toReversed()) open += CLOSES.test(word) ? 1 : OPENS.test(word) ? -1 : 0;
    if (open === 1 && /^el(?:se|if)$/.test(keywords[0] ?? '')) ends.push(at - 1);
  }
  // `at` stands before the list that opened it.
  if (open > 0 || ends.some((end) => end <= at + 1)) return null;
  const found = ends.map((end) => {
    const list = lists[end];
    if (list === undefined) return null;
    return CLOSES.test(firstWords(list)[0] ?? '') ? endsOfCompound(lists.slice(0, end + 1), depth + 1) : [plain(list)];
  });
  return found.includes(null) ? null : found.flatMap((some) => some ?? []);
}
