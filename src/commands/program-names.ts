// Which programs a command line runs: also behind `&&`, in pipes, after `sudo` or `env`, inside `bash -c` and `$( … )`.

import { parseCommandLine } from './command-line.ts';
import { isAssignment, isShell, wrappedFrom, wrapperOf } from './programs.ts';

/** Words of the shell's own language, with a command behind them. */
const BEFORE_COMMAND = new Set(['if', 'then', 'elif', 'else', 'while', 'until', 'do', '!', '{', 'coproc']);
/** And those with none. */
const NO_COMMAND = new Set(['for', 'case', 'select', 'function', 'fi', 'done', 'esac', '}', 'in', '[[', '((', ';;']);

const REDIRECTION = /^(?:\d{0,3}|&)[<>]/;
/** No program has a longer name; lines of a key that was pasted into a command have. */
const PROGRAM = /^[\w.+@:-]{1,40}$/;
const EXECUTED = new Set(['-exec', '-execdir', '-ok', '-okdir']);

const DEPTH_MAX = 4;
const PARSED_MAX = 20_000;
const PROGRAMS_MAX = 32;

/** In the order in which they are named, each once. */
export function programsOf(commands: readonly string[]): readonly string[] {
  const found = new Set<string>();
  for (const command of commands) visit(command, found, 0);
  return [...found].slice(0, PROGRAMS_MAX);
}

function visit(command: string, found: Set<string>, depth: number): void {
  if (depth > DEPTH_MAX || found.size >= PROGRAMS_MAX) return;
  for (const { steps } of parseCommandLine(command.slice(0, PARSED_MAX))) {
    for (const { pipeline } of steps) {
      for (const { words, group } of pipeline) {
        if (group !== null) visit(group, found, depth + 1);
        for (const word of words) substituted(word, found, depth);
        run(words, found, depth);
      }
    }
  }
}

/** `$(…)` and `` `…` `` that begin a word, or the value of a variable. */
function substituted(word: string, found: Set<string>, depth: number): void {
  if (!word.includes('$(') && !word.includes('`')) return;
  const value = isAssignment(word) ? word.slice(word.indexOf('=') + 1) : word;
  if (value.startsWith('$(') && !value.startsWith('$((')) visit(value.slice(2).replace(/\)$/, ''), found, depth + 1);
  else if (value.startsWith('`')) visit(value.slice(1).replace(/`$/, ''), found, depth + 1);
}

/** The program of one simple command, and the one that it runs in turn. */
function run(words: readonly string[], found: Set<string>, depth: number): void {
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (isAssignment(word) || BEFORE_COMMAND.has(word)) continue;
    if (REDIRECTION.test(word)) {
      // The file is a word of its own where a blank follows the sign.
      if (word.endsWith('>') || word.endsWith('<')) at++;
      continue;
    }
    if (NO_COMMAND.has(word)) return;
    const name = word.slice(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1);
    if (!PROGRAM.test(name)) return;
    found.add(name);
    const wrapper = wrapperOf(name);
    if (wrapper === undefined) {
      runInside(name, words.slice(at + 1), found, depth);
      return;
    }
    at = wrappedFrom(words, at + 1, wrapper) - 1;
  }
}

/** What shells, `eval` and `find` run. */
function runInside(name: string, rest: readonly string[], found: Set<string>, depth: number): void {
  if (isShell(name)) {
    const at = rest.findIndex((word) => /^-\w{0,8}c$/.test(word));
    if (at !== -1) visit(rest[at + 1] ?? '', found, depth + 1);
  } else if (name === 'eval') visit(rest.join(' '), found, depth + 1);
  else if (name === 'find') {
    for (const [at, word] of rest.entries()) if (EXECUTED.has(word)) run(rest.slice(at + 1, at + 12), found, depth + 1);
  }
}
