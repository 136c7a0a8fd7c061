// The freeform patch language (`*** Begin Patch`): file diffs without line numbers, and patches hidden in commands.

import { detach } from '../base/text.ts';
import { hunkText } from './hunk-text.ts';
import { countHunkLines, diffOfDeletion, type FileDiff, type Hunk, LazyDiff } from './hunks.ts';

const BEGIN = '*** Begin Patch';
const END = '*** End Patch';
const ADD = '*** Add File: ';
const DELETE = '*** Delete File: ';
const UPDATE = '*** Update File: ';
const MOVE = '*** Move to: ';
const END_OF_FILE = '*** End of File';
const HEADS = [
  { what: 'add', mark: ADD },
  { what: 'update', mark: UPDATE },
  { what: 'delete', mark: DELETE },
  { what: 'move', mark: MOVE },
] as const;

interface OpenHunk {
  section: string | undefined;
  readonly lines: string[];
}

/** Several `@@` lines in a row narrow down the position: class, then method. */
function openHunk(hunks: OpenHunk[], line: string): void {
  const section = line.slice(2).replace(/ @@$/, '').trim();
  const last = hunks.at(-1);
  if (last === undefined || last.lines.length > 0) {
    hunks.push({ section: section === '' ? undefined : section, lines: [] });
  } else if (section !== '') {
    last.section = last.section === undefined ? section : `${last.section} › ${section}`;
  }
}

/** The line with its diff sign; all lines of a new file are added. */
function marked(line: string, change: 'added' | 'modified'): string {
  const mark = line[0];
  if (change === 'added') return mark === '+' ? line : `+${line}`;
  return mark === '+' || mark === '-' || mark === ' ' ? line : ` ${line}`;
}

function closeHunk({ section, lines }: OpenHunk): Hunk {
  const text = hunkText(lines);
  const { kept, removed, added } = countHunkLines(text.lines);
  const counts = { oldStart: null, oldLines: kept + removed, newStart: null, newLines: kept + added, ...text };
  return section === undefined ? counts : { ...counts, section };
}

/** What a `*** …` line starts, or null. */
function readHead(head: string): { what: 'add' | 'update' | 'delete' | 'move'; path: string } | null {
  for (const { what, mark } of HEADS) if (head.startsWith(mark)) return { what, path: detach(head.slice(mark.length)) };
  return null;
}

const PLUS = 0x2b;
const MINUS = 0x2d;
const AT = 0x40;

/** A file of a patch: lines are counted at once, and split into hunks on demand. */
class PatchedFile {
  readonly #text: string;
  readonly #path: string;
  readonly #change: 'added' | 'modified';
  readonly #places: number[] = [];
  #added = 0;
  #removed = 0;
  movedTo: string | undefined;

  constructor(text: string, path: string, change: 'added' | 'modified') {
    this.#text = text;
    this.#path = path;
    this.#change = change;
  }

  take(start: number, end: number): void {
    this.#places.push(start, end);
    const mark = this.#text.charCodeAt(start);
    if (mark === AT && end > start + 1 && this.#text.charCodeAt(start + 1) === AT) return;
    if (this.#change === 'added' || (mark === PLUS && end > start)) this.#added++;
    else if (mark === MINUS && end > start) this.#removed++;
  }

  #hunks(): readonly Hunk[] {
    const hunks: OpenHunk[] = [];
    for (let i = 0; i < this.#places.length; i += 2) {
      const line = this.#text.slice(this.#places[i], this.#places[i + 1]);
      if (line.startsWith('@@')) openHunk(hunks, line);
      else {
        if (hunks.length === 0) hunks.push({ section: undefined, lines: [] });
        hunks.at(-1)?.lines.push(marked(line, this.#change));
      }
    }
    return hunks.filter(({ lines }) => lines.length > 0).map(closeHunk);
  }

  diff(): FileDiff {
    const counted = {
      path: this.#path,
      movedTo: this.movedTo,
      change: this.#change,
      basis: 'input',
      linesAdded: this.#added,
      linesRemoved: this.#removed,
    } as const;
    return new LazyDiff(counted, () => this.#hunks());
  }
}

class PatchReader {
  readonly #text: string;
  readonly #files: FileDiff[] = [];
  #open: PatchedFile | null = null;

  constructor(text: string) {
    this.#text = text;
  }

  /** False at the end of the patch. */
  take(start: number, end: number): boolean {
    const head = this.#text.startsWith('*** ', start) ? this.#text.slice(start, end).trimEnd() : null;
    if (head === END) return false;
    const begun = head === null ? null : readHead(head);
    if (begun === null) {
      if (head !== BEGIN && head !== END_OF_FILE) this.#open?.take(start, end);
    } else if (begun.what === 'move') {
      if (this.#open !== null) this.#open.movedTo = begun.path;
    } else {
      this.#close();
      if (begun.what === 'delete') this.#files.push(diffOfDeletion(begun.path, undefined));
      else this.#open = new PatchedFile(this.#text, begun.path, begun.what === 'add' ? 'added' : 'modified');
    }
    return true;
  }

  files(): FileDiff[] {
    this.#close();
    return this.#files;
  }

  #close(): void {
    if (this.#open !== null) this.#files.push(this.#open.diff());
    this.#open = null;
  }
}

/** The files a patch changes, as far as it can be parsed; the text may be inside a command. */
export function readPatch(text: string): FileDiff[] {
  const reader = new PatchReader(text);
  const begin = text.indexOf(BEGIN);
  let start = begin === -1 ? 0 : begin;
  while (start < text.length) {
    const stop = text.indexOf('\n', start);
    const end = stop === -1 ? text.length : stop;
    if (!reader.take(start, text[end - 1] === '\r' && end > start ? end - 1 : end)) break;
    start = end + 1;
  }
  return reader.files();
}

/** Paths in a patch, without parsing its hunks. */
export function patchedPaths(text: string): string[] {
  const paths: string[] = [];
  for (let at = text.indexOf('*** '); at !== -1; at = text.indexOf('*** ', at + 4)) {
    if (at > 0 && text[at - 1] !== '\n') continue;
    const stop = text.indexOf('\n', at);
    const line = text.slice(at, stop === -1 ? text.length : stop).trimEnd();
    if (line === END) break;
    const head = readHead(line);
    if (head !== null && head.what !== 'move') paths.push(head.path);
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

/** The heredoc's text, if the script ends with it; with more commands after it, this is a shell call. */
function heredocBody(body: string, word: string): string | null {
  const trimmed = body.trimEnd();
  if (trimmed.startsWith(`${word}\n`) || trimmed.includes(`\n${word}\n`)) return null;
  if (trimmed.endsWith(`\n${word}`)) return trimmed.slice(0, trimmed.length - word.length);
  // Models forget the closing word; the shell then reads to the end.
  return trimmed.endsWith(END) ? trimmed : null;
}

function patchInScript(script: string): PatchCommand | null {
  if (!script.includes(BEGIN)) return null;
  const head = HEREDOC.exec(script);
  const word = head?.[5];
  if (head === null || word === undefined) return null;
  const patch = heredocBody(script.slice(head[0].length), word);
  if (patch?.includes(BEGIN) !== true) return null;
  return { patch, cwd: head[1] ?? head[2] ?? head[3] };
}

/** The patch, if a command consists of one: `apply_patch <<'EOF' …`, with or without a shell around it. Otherwise null. */
export function patchInCommand(command: string | readonly string[]): PatchCommand | null {
  if (typeof command === 'string') return patchInScript(command);
  const last = command.length < 2 ? '' : (command[command.length - 1] ?? '');
  if (!last.includes(BEGIN)) return null;
  if (command.length === 2 && COMMAND_NAMES.has(command[0] ?? '')) return { patch: last };
  return command.length === 3 && /^-l?c$/.test(command[1] ?? '') ? patchInScript(last) : null;
}
