// The aim of a command: which program it runs and what that is to do (`npm run build`), whatever the operands. When one try
// fails and another with the same aim works soon after, the agent has recovered.

import { detach } from '../base/text.ts';
import { allPrograms, baseName } from './programs.ts';

/** Beyond this a command is a document, and its first programs say little about it. */
const LONGEST = 4096;

/**
 * No aim of their own: words of the shell's language, and programs that try something else with every operand, set up what
 * follows, or cut an output to size.
 */
const ORDINARY = new Set([
  ...['for', 'done', 'if', 'then', 'fi', 'while', 'until', 'case', 'esac', 'function', 'select', '{', '}'],
  ...['cd', 'pushd', 'popd', 'export', 'unset', 'set', 'source', '.', 'echo', 'printf', 'true', ':', 'pwd', 'shopt'],
  ...['cat', 'head', 'tail', 'less', 'more', 'sed', 'awk', 'cut', 'sort', 'uniq', 'wc', 'tr', 'tee', 'nl', 'column'],
  ...['ls', 'tree', 'find', 'fd', 'stat', 'file', 'du', 'df', 'test', '[', '[[', '((', 'which', 'type', 'command'],
  ...['grep', 'egrep', 'fgrep', 'rg', 'ag', 'xargs', 'jq', 'yq', 'diff', 'cmp', 'sleep', 'date', 'wait', 'exit'],
  ...[
    'cp',
    'mv',
    'rm',
    'mkdir',
    'rmdir',
    'touch',
    'ln',
    'chmod',
    'chown',
    'kill',
    'pkill',
    'ps',
    'read',
    'curl',
    'wget',
  ],
]);

/** Subcommands that, like those programs, try something else every time. */
const ORDINARY_AIMS = new Set(['gh api', 'git diff', 'git show', 'git log', 'git status', 'git ls-files', 'git grep']);

/** Their first operand is a program too: what it is, is the aim. */
const INTERPRETERS = /^(?:python[\d.]{0,5}|node|deno|bun|ruby|perl|php|bash|sh|zsh|tsx|ts-node|rscript|julia)$/;

/** Words that say nothing without the one that follows. */
const OPEN_ENDED = new Set(['run', 'exec', 'x', 'dlx', 'compose']);

/** Programs whose subcommands have two words: `gh pr merge`. */
const TWO_WORDS = new Set(['gh', 'glab', 'aws', 'az', 'gcloud']);

/** A subcommand, a script or a target to build; a path, a number or an assignment is an operand. */
const NAME = /^[a-z][\w:-]{0,40}$/i;

function isOption(word: string): boolean {
  return word.startsWith('-') || word.startsWith('+');
}

/** Null for code on the command line or from a document: every run of it is another program. */
function scriptAim(program: string, operands: readonly string[]): string | null {
  const [first, second] = operands;
  if (first === '-m') return second === undefined ? null : `${program} -m ${second}`;
  const script = operands.find((word) => !isOption(word));
  const isInline = first === '-c' || first === '-e' || first === '-' || script === undefined;
  return isInline || /[\s<>]/.test(script) ? null : `${program} ${script}`;
}

/** The subcommand behind a program: its words, up to the first operand or option. */
function subcommandOf(program: string, operands: readonly string[]): readonly string[] {
  const found: string[] = [];
  let left = TWO_WORDS.has(program) ? 2 : 1;
  for (const word of operands) {
    if (isOption(word) && found.length === 0) continue;
    if (left === 0 || !NAME.test(word)) break;
    found.push(word);
    if (!OPEN_ENDED.has(word)) left--;
  }
  return found;
}

/** `words` begin with the program. */
function aimOf(words: readonly string[]): string | null {
  const program = baseName(words[0] ?? '');
  const operands = words.slice(1);
  if (program === '' || ORDINARY.has(program) || !/^[\w.+-]{1,60}$/.test(program)) return null;
  if (INTERPRETERS.test(program) && !OPEN_ENDED.has(operands[0] ?? '')) return scriptAim(program, operands);
  const subcommand = subcommandOf(program, operands);
  const last = subcommand.at(-1) ?? '';
  // `uv run python …`
  if (INTERPRETERS.test(last)) {
    const inner = scriptAim(last, operands.slice(operands.indexOf(last) + 1));
    return inner === null ? null : [program, ...subcommand.slice(0, -1), inner].join(' ');
  }
  const aim = [program, ...subcommand].join(' ');
  return ORDINARY_AIMS.has([program, ...subcommand.slice(0, 1)].join(' ')) ? null : aim;
}

/** The aims of its programs, each once; null when none has one. */
export function commandAim(command: string): string | null {
  if (command.length > LONGEST) return null;
  const aims = new Set<string>();
  for (const words of allPrograms(command)) {
    const aim = aimOf(words);
    if (aim !== null) aims.add(aim);
  }
  return aims.size === 0 ? null : detach([...aims].join(' + '));
}
