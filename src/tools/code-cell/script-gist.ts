// A script's one-line summary: what it runs, as far as its source shows it.

import { clip, firstLine } from '../../base/text.ts';
import { plural } from '../../base/units.ts';
import { pathTail } from '../path-tail.ts';

const SOURCE_MAX = 20_000;
const GIST_MAX = 120;

/**
 * All non-overlapping matches. The pattern must be sticky and begin with the word: searching for a word is many times
 * faster than trying a pattern at every letter.
 */
function findAll(word: string, pattern: RegExp, source: string): readonly RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  for (let at = source.indexOf(word); at !== -1; at = source.indexOf(word, at)) {
    pattern.lastIndex = at;
    const match = pattern.exec(source);
    if (match !== null) found.push(match);
    at += match === null ? 1 : match[0].length;
  }
  return found;
}

const CALLED = /\btools\.([\w$]{1,80})\s*\(/y;

/** The tools a script calls, in order, each once. */
export function toolsCalled(source: string): readonly string[] {
  const names: string[] = [];
  for (const match of findAll('tools.', CALLED, source.slice(0, SOURCE_MAX))) {
    const name = match[1] ?? '';
    if (!names.includes(name)) names.push(name);
  }
  return names;
}

/** Up to the opening quote of a command. */
const COMMAND = /\bcmd["']?\s{0,40}[:=]\s{0,40}(?:String\.raw)?["'`]/y;

/** Where the string that begins there ends: at its quote, or at the end of the text. */
function stringEnd(source: string, from: number, quote: string): number {
  let close = source.indexOf(quote, from);
  let escaped = source.indexOf('\\', from);
  while (escaped !== -1 && escaped < close) {
    // An escaped quote closes nothing.
    if (close === escaped + 1) close = source.indexOf(quote, escaped + 2);
    escaped = source.indexOf('\\', escaped + 2);
  }
  return close === -1 ? source.length : close;
}

/** The commands a script runs, in order, as far as they are string literals in it. */
export function commandsIn(source: string): readonly string[] {
  const head = source.slice(0, SOURCE_MAX);
  const commands: string[] = [];
  let end = 0;
  for (const match of findAll('cmd', COMMAND, head)) {
    const from = match.index + match[0].length;
    // The word is inside the previous command.
    if (from <= end) continue;
    end = stringEnd(head, from, match[0].slice(-1));
    const command = unescaped(head.slice(from, end)).trim();
    if (command !== '') commands.push(command);
  }
  return commands;
}

const CODE_POINT = /\\u\{?[0-9a-fA-F]{1,6}\}?/y;

/** The meaning of an escape sequence. */
function meant(mark: string): string {
  return mark === 'n' || mark === 'r' ? '\n' : mark === 't' ? ' ' : mark;
}

/** Piece by piece: replacing with a function costs several times as much. */
export function unescaped(literal: string): string {
  let at = literal.indexOf('\\');
  if (at === -1) return literal;
  let text = '';
  let from = 0;
  for (; at !== -1 && at + 1 < literal.length; at = literal.indexOf('\\', from)) {
    CODE_POINT.lastIndex = at;
    // Numeric character escapes stay as they are written.
    const isCode = literal[at + 1] === 'u' && CODE_POINT.test(literal);
    const end = isCode ? CODE_POINT.lastIndex : at + 2;
    text += isCode ? literal.slice(from, end) : literal.slice(from, at) + meant(literal[at + 1] ?? '');
    from = end;
  }
  return text + literal.slice(from);
}

/** On one line, with the line ends marked. */
function marked(command: string): string {
  if (!command.includes('\n')) return command;
  const lines = command.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '').join(' ⏎ ');
}

const PATCHED = /\*\*\* (?:Add|Update|Delete) File: ([^\n\\"'`]{1,300})/y;
const SESSION = /\bsession_id["']?\s*:\s*["']?(\d{1,12})/;

/** Nothing is typed: only the command's output is requested. */
const ONLY_LOOKS = /\bchars["']?\s*:\s*(?:""|'')/;

function patchGist(source: string): string {
  const paths = new Set(findAll('*** ', PATCHED, source).map((match) => match[1]?.trim() ?? ''));
  const [first] = paths;
  if (first === undefined) return 'apply_patch';
  const others = paths.size - 1;
  return `apply_patch ${pathTail(first)}${others === 0 ? '' : ` and ${plural(others, 'more file', 'more files')}`}`;
}

function toolGist(name: string, source: string): string {
  if (name === 'apply_patch') return patchGist(source);
  const session = name === 'write_stdin' ? SESSION.exec(source)?.[1] : undefined;
  if (session !== undefined) return `${ONLY_LOOKS.test(source) ? 'look' : name} · session ${session}`;
  // Server names are long, and the list of inner calls shows them.
  return name.replace(/^mcp__\w+?__(?=\w)/, '');
}

/** The first command, and how many more there are; empty if there is none. */
function commandGist(source: string): string {
  const commands = commandsIn(source);
  const [first] = commands;
  if (first === undefined) return '';
  const gist = clip(marked(first.slice(0, 2 * GIST_MAX)), GIST_MAX);
  return commands.length === 1 ? gist : `${gist} and ${commands.length - 1} more`;
}

function toolsGist(tools: readonly string[], source: string): string {
  return clip(tools.map((name) => toolGist(name, source)).join(', '), GIST_MAX);
}

/** The first command if a script runs only commands; else the tools it calls; else its first line. */
export function scriptGist(source: string): string {
  const head = source.slice(0, SOURCE_MAX);
  const tools = toolsCalled(head);
  const command = tools.length <= 1 ? commandGist(head) : '';
  if (command !== '') return command;
  return tools.length === 0 ? clip(firstLine(head), GIST_MAX) : toolsGist(tools, head);
}
