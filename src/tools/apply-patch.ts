// Owns the freeform patch language (`*** Begin Patch`): file diffs without line numbers, and patches hidden in commands.

import { detach } from '../base/text.ts';
import { countHunkLines, diffOfDeletion, diffOfHunks, type FileDiff, type Hunk } from './hunks.ts';

const BEGIN = '*** Begin Patch';
const END = '*** End Patch';
const ADD = '*** Add File: ';
const DELETE = '*** Delete File: ';
const UPDATE = '*** Update File: ';
const MOVE = '*** Move to: ';
const END_OF_FILE = '*** End of File';
const HEADS = [
  ['add', ADD],
  ['update', UPDATE],
  ['delete', DELETE],
  ['move', MOVE],
] as const;

interface OpenFile {
  readonly path: string;
  readonly change: 'added' | 'modified';
  movedTo: string | undefined;
  readonly hunks: { section: string | undefined; readonly lines: string[] }[];
}

function closeFile(open: OpenFile): FileDiff {
  const hunks: Hunk[] = [];
  for (const { section, lines } of open.hunks) {
    if (lines.length === 0) continue;
    const counts = countHunkLines(lines);
    hunks.push({
      oldStart: null,
      oldLines: counts.kept + counts.removed,
      newStart: null,
      newLines: counts.kept + counts.added,
      lines,
      ...(section === undefined ? {} : { section }),
    });
  }
  return diffOfHunks(open.path, hunks, { change: open.change, basis: 'input', movedTo: open.movedTo });
}

function takeHunkLine(open: OpenFile, line: string): void {
  if (line.startsWith('@@')) {
    const section = line.slice(2).replace(/ @@$/, '').trim();
    const last = open.hunks.at(-1);
    if (last !== undefined && last.lines.length === 0) {
      // Several `@@` lines in a row narrow the place down: class, then method.
      if (section !== '') last.section = last.section === undefined ? section : `${last.section} › ${section}`;
    } else {
      open.hunks.push({ section: section === '' ? undefined : section, lines: [] });
    }
    return;
  }
  let hunk = open.hunks.at(-1);
  if (hunk === undefined) {
    hunk = { section: undefined, lines: [] };
    open.hunks.push(hunk);
  }
  const mark = line[0];
  if (open.change === 'added') hunk.lines.push(mark === '+' ? line : `+${line}`);
  else if (mark === '+' || mark === '-' || mark === ' ') hunk.lines.push(line);
  else hunk.lines.push(` ${line}`);
}

/** What a `*** …` line begins, or null when it begins nothing. */
function readHead(head: string): { what: 'add' | 'update' | 'delete' | 'move'; path: string } | null {
  for (const [what, mark] of HEADS) if (head.startsWith(mark)) return { what, path: detach(head.slice(mark.length)) };
  return null;
}

class PatchReader {
  readonly #files: FileDiff[] = [];
  #open: OpenFile | null = null;

  /** False at the end of the patch. */
  take(line: string): boolean {
    const head = line.startsWith('*** ') ? line.trimEnd() : null;
    if (head === END) return false;
    const begun = head === null ? null : readHead(head);
    if (begun === null) {
      if (this.#open !== null && head !== BEGIN && head !== END_OF_FILE) takeHunkLine(this.#open, line);
    } else if (begun.what === 'move') {
      if (this.#open !== null) this.#open.movedTo = begun.path;
    } else {
      this.#close();
      if (begun.what === 'delete') this.#files.push(diffOfDeletion(begun.path, undefined));
      else {
        const change = begun.what === 'add' ? 'added' : 'modified';
        this.#open = { path: begun.path, change, movedTo: undefined, hunks: [] };
      }
    }
    return true;
  }

  files(): FileDiff[] {
    this.#close();
    return this.#files;
  }

  #close(): void {
    if (this.#open !== null) this.#files.push(closeFile(this.#open));
    this.#open = null;
  }
}

/** The files a patch changes, as far as it can be read; the text may stand inside a command. */
export function readPatch(text: string): FileDiff[] {
  const reader = new PatchReader();
  const begin = text.indexOf(BEGIN);
  let start = begin === -1 ? 0 : begin;
  while (start < text.length) {
    const stop = text.indexOf('\n', start);
    const end = stop === -1 ? text.length : stop;
    if (!reader.take(text.slice(start, text[end - 1] === '\r' && end > start ? end - 1 : end))) break;
    start = end + 1;
  }
  return reader.files();
}

/** Paths a patch names, without reading its hunks. */
export function patchedPaths(text: string): string[] {
  const paths: string[] = [];
  for (let at = text.indexOf('*** '); at !== -1; at = text.indexOf('*** ', at + 4)) {
    if (at > 0 && text[at - 1] !== '\n') continue;
    const stop = text.indexOf('\n', at);
    const line = text.slice(at, stop === -1 ? text.length : stop).trimEnd();
    if (line === END) break;
    for (const head of [ADD, UPDATE, DELETE]) if (line.startsWith(head)) paths.push(detach(line.slice(head.length)));
  }
  return paths;
}

const HEREDOC =
  /^\s*(?:cd\s+(?:'([^'\n]*)'|"([^"\n]*)"|([^\s'"&;|]+))\s*&&\s*)?(?:apply_patch|applypatch)\s*<<-?\s*(['"]?)(\w+)\4[ \t]*\n/;
const COMMAND_NAMES = new Set(['apply_patch', 'applypatch']);

export interface PatchCommand {
  readonly patch: string;
  readonly cwd?: string | undefined;
}

/** The heredoc's text, when it is the end of the script; with more commands behind it, this is a shell call. */
function heredocBody(body: string, word: string): string | null {
  const trimmed = body.trimEnd();
  if (trimmed.startsWith(`${word}\n`) || trimmed.includes(`\n${word}\n`)) return null;
  if (trimmed.endsWith(`\n${word}`)) return trimmed.slice(0, trimmed.length - word.length);
  // Models forget the closing word; the shell then takes all there is.
  return trimmed.endsWith(END) ? trimmed : null;
}

function patchInScript(script: string): PatchCommand | null {
  const head = HEREDOC.exec(script);
  const word = head?.[5];
  if (head === null || word === undefined) return null;
  const patch = heredocBody(script.slice(head[0].length), word);
  if (patch?.includes(BEGIN) !== true) return null;
  return { patch, cwd: head[1] ?? head[2] ?? head[3] };
}

/** The patch that a command consists of, or null: `apply_patch <<'EOF' …`, with or without a shell around it. */
export function patchInCommand(command: string | readonly string[]): PatchCommand | null {
  if (typeof command === 'string') return patchInScript(command);
  const [program, ...args] = command;
  if (program === undefined) return null;
  const last = args.at(-1);
  if (last === undefined || !last.includes(BEGIN)) return null;
  if (args.length === 1 && COMMAND_NAMES.has(program)) return { patch: last };
  return /^-l?c$/.test(args[0] ?? '') && args.length === 2 ? patchInScript(last) : null;
}
